import Synchronization
public import WidgetModel

/// A tz database zone: its UTC offset at any moment.
public struct TimeZoneData: Sendable, Equatable {
  /// A local time type (RFC 9636): an offset with its name.
  struct Kind: Sendable, Equatable {
    /// Seconds east of UTC.
    var offset: Int
    var isDaylight: Bool
    var abbreviation: String
  }

  public let name: String
  /// Seconds since 1970, ascending; each starts the kind with the same index.
  var transitions: [Int] = []
  var transitionKinds: [Int] = []
  /// Never empty. The first applies before every transition.
  var kinds: [Kind] = [Kind(offset: 0, isDaylight: false, abbreviation: "UTC")]
  /// Applies after the last transition.
  var rule: TimeZoneRule?

  init(name: String) { self.name = name }

  /// A zone without a rule: the last transition's kind continues to apply.
  ///
  /// - Parameters:
  ///   - kinds: At least one; the first applies before every transition.
  ///   - transitions: Ascending, each with the index of a kind.
  init(name: String, kinds: [Kind], transitions: [Int], transitionKinds: [Int]) {
    self.name = name
    self.kinds = kinds
    self.transitions = transitions
    self.transitionKinds = transitionKinds
  }

  public static let utc = TimeZoneData(name: "UTC")

  /// The zone with this tz database name; UTC if it's unknown.
  public static func named(_ name: String) -> TimeZoneData { find(name) ?? utc }

  /// The zone with this tz database name (`Europe/Berlin`); nil if it's unknown.
  ///
  /// The name is untrusted: only `[A-Za-z0-9_+/-]` without a leading slash reaches the file system.
  public static func find(_ name: String) -> TimeZoneData? {
    if name == "UTC" || name == "Etc/UTC" || name == "GMT" || name == "Z" {
      return name == "Etc/UTC" ? TimeZoneData(name: name) : utc
    }
    guard isName(name) else { return nil }
    if let known = known.withLock({ $0[name] }) { return known }
    for folder in folders {
      guard let bytes = TimeZoneFile.read(folder + "/" + name), let zone = TimeZoneData(name: name, tzif: bytes) else { continue }
      known.withLock { known in
        if known.count >= 32 { known.removeAll() }
        known[name] = zone
      }
      return zone
    }
    return nil
  }

  /// Seconds east of UTC at a moment in seconds since 1970. NaN counts as 1970.
  public func utcOffset(at seconds: Double) -> Int { kind(at: seconds).offset }

  /// Whether daylight saving time applies at a moment.
  public func isDaylightSavingTime(at seconds: Double) -> Bool { kind(at: seconds).isDaylight }

  /// `CET`, `EST`, `+03`.
  public func abbreviation(at seconds: Double) -> String { kind(at: seconds).abbreviation }

  /// The moment of a wall-clock time. An ambiguous time is the first; a nonexistent one moves forward by the gap.
  ///
  /// - Parameter localSeconds: Seconds since 1970-01-01 00:00 in wall-clock time.
  public func moment(localSeconds: Int) -> Int {
    // Offsets are less than a day, so one of these two is right on either side of a clock change.
    let before = utcOffset(at: Double(localSeconds - 86_400))
    let after = utcOffset(at: Double(localSeconds + 86_400))
    if utcOffset(at: Double(localSeconds - before)) == before { return localSeconds - before }
    if utcOffset(at: Double(localSeconds - after)) == after { return localSeconds - after }
    return localSeconds - before
  }

  /// The local date and time; nil outside the years 1 to 9999.
  public func date(at seconds: Double) -> CalendarDate? {
    guard CalendarDate.moments.contains(seconds) else { return nil }
    let date = CalendarDate(localSeconds: Int(saturating: seconds.rounded(.down)) + utcOffset(at: seconds))
    return (1...9999).contains(date.year) ? date : nil
  }

  func kind(at seconds: Double) -> Kind {
    let moment = seconds.isNaN ? 0 : Int(saturating: min(max(seconds, -1e12), 1e12).rounded(.down))
    // The number of transitions at or before the moment.
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return rule.kind(at: moment) }
    return low == 0 ? kinds[0] : kinds[transitionKinds[low - 1]]
  }

  static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo", "/var/db/timezone/zoneinfo"]
  private static let known = Mutex<[String: TimeZoneData]>([:])

  private static func isName(_ name: String) -> Bool {
    guard (1...64).contains(name.utf8.count), name.utf8.first != UInt8(ascii: "/") else { return false }
    return name.utf8.allSatisfy {
      (97...122).contains($0 | 0x20) || (48...57).contains($0) || $0 == 95 || $0 == 43 || $0 == 45 || $0 == 47
    }
  }
}
