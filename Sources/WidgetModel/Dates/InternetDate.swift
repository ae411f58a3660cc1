/// A date and time as Internet protocols write them, with the UTC offset if the text has one.
///
/// This is the only parser of RFC 3339 (and ISO 8601's other calendar, week and ordinal dates), of RFC 5322 with its obsolete
/// forms, and, in ``HTTPDate``, of RFC 9110.
public struct InternetDate: Sendable, Equatable {
  /// How far a text may stray from the standards.
  public enum Leniency: Sendable, Equatable {
    /// Zones are offsets, `Z` or RFC 822 names.
    case standard
    /// Dates in feeds: words in any order, AM and PM, European zones by name, unknown zones taken as UTC, a year alone.
    case feed
  }

  /// The date and time. Parts may be out of range; ``seconds(localOffset:)`` checks them.
  public var date: CalendarDate
  /// The fraction of a second: 0 ..< 1.
  public var fraction: Double
  /// Seconds east of UTC; nil if the text names no zone.
  public var utcOffset: Int?
  public var hasTime: Bool

  public init(_ date: CalendarDate, fraction: Double = 0, utcOffset: Int? = nil, hasTime: Bool = true) {
    self.date = date
    self.fraction = fraction
    self.utcOffset = utcOffset
    self.hasTime = hasTime
  }

  /// Parses RFC 3339, ISO 8601 or RFC 5322; nil for any other text and beyond 100 bytes. Surrounding white space is ignored.
  public init?(_ text: some StringProtocol, _ leniency: Leniency = .standard) {
    guard text.utf8.count <= 100 else { return nil }
    let bytes = Array(text.utf8)
    guard let start = bytes.firstIndex(where: { !isBlank($0) }), let end = bytes.lastIndex(where: { !isBlank($0) }) else {
      return nil
    }
    var cursor = DateCursor(Array(bytes[start...end]))
    if let date = Self.iso8601(&cursor, leniency) {
      self = date
    } else if let date = Self.mail(String(decoding: bytes[start...end], as: UTF8.self), leniency) {
      self = date
    } else {
      return nil
    }
  }

  /// Seconds since 1970; nil if the date doesn't exist or is outside the years 1 to 9999.
  ///
  /// A leap second is the first second of the next minute, 24:00 the first of the next day.
  ///
  /// - Parameter moment: Places a time without a zone, turning wall-clock seconds since 1970 into seconds since 1970. UTC by
  ///   default.
  public func seconds(_ moment: (Int) -> Int = { $0 }) -> Double? {
    var date = date
    let isLeapSecond = date.second == 60
    if isLeapSecond { date.second = 59 }
    let isMidnight = date.hour == 24 && date.minute == 0 && date.second == 0 && fraction == 0
    if isMidnight { date.hour = 0 }
    guard date.isValid else { return nil }
    let local = date.localSeconds + (isLeapSecond ? 1 : 0) + (isMidnight ? 86_400 : 0)
    let seconds = Double(utcOffset.map { local - $0 } ?? moment(local)) + fraction
    return CalendarDate.moments.contains(seconds) ? seconds : nil
  }

  /// The English names of months, three letters each.
  static let months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
  /// The English names of days, Monday first.
  static let weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]

  /// 1...12.
  static func month(_ name: some StringProtocol) -> Int? {
    months.firstIndex(of: name.uppercased()).map { $0 + 1 }
  }
}

/// Space, tab and line ends.
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
