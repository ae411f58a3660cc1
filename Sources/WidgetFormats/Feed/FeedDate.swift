/// The dates of feeds: RFC 822 as RSS has it, RFC 3339 as Atom has it, and what is written in their place.
///
/// A date without a zone is taken as UTC. Zones by name are those of RFC 822, the European ones, and the military letters, which
/// RFC 2822 (section 4.3) says to take as UTC because so many got them wrong; a name that is unknown is UTC as well.
enum FeedDate {
  /// Seconds since 1970, or nil for a text that names no moment of the years 1 to 9999.
  static func seconds(_ text: String?) -> Double? {
    guard let text, text.utf8.count <= 100, let text = FeedText.trimmed(text) else { return nil }
    let start = text.utf8.prefix(5)
    if start.count >= 4, start.prefix(4).allSatisfy({ isDigit($0) }), start.count == 4 || start.last == UInt8(ascii: "-") {
      return internet(text)
    }
    return mail(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// `2026-11-21T12:00:00.5+01:00`, and less of it.
  private static func internet(_ text: String) -> Double? {
    var fields = Fields()
    let cut = text.utf8.firstIndex { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: "t") || $0 == UInt8(ascii: " ") }
    let day = text[..<(cut ?? text.endIndex)].split(separator: "-", omittingEmptySubsequences: false)
    guard day.count <= 3 else { return nil }
    let numbers = day.map { number($0) }
    guard let year = numbers[0] else { return nil }
    fields.year = year
    if day.count > 1 {
      guard let month = numbers[1] else { return nil }
      fields.month = month
    }
    if day.count > 2 {
      guard let number = numbers[2] else { return nil }
      fields.day = number
    }
    guard let cut else { return fields.seconds }
    var clock = text[text.index(after: cut)...]
    if let zone = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      guard let offset = offset(clock[zone...]) else { return nil }
      fields.offset = offset
      clock = clock[..<zone]
    } else if let zone = clock.firstIndex(where: \.isLetter) {
      fields.offset = zones[clock[zone...].uppercased()] ?? 0
      clock = clock[..<zone]
    }
    guard fields.read(clock: clock) else { return nil }
    return fields.seconds
  }

  /// `Sat, 21 Nov 2026 12:00:00 GMT`, and the same words in another order.
  private static func mail(_ text: String) -> Double? {
    var fields = Fields()
    var hasMonth = false
    var numbers: [Substring] = []
    var hasClock = false
    let words = text.split { $0 == " " || $0 == "," || $0 == "\t" || $0 == "\n" || $0 == "\r" }
    for (position, word) in words.enumerated() {
      let upper = word.uppercased()
      if word.contains(":"), !hasClock {
        // "12:00:00+0100" is one word.
        let zone = word.firstIndex { $0 == "+" || $0 == "-" }
        if let zone {
          guard let offset = offset(word[zone...]) else { return nil }
          fields.offset = offset
        }
        guard fields.read(clock: word[..<(zone ?? word.endIndex)]) else { return nil }
        hasClock = true
      } else if let sign = word.first, hasClock, sign == "+" || sign == "-" {
        guard let offset = offset(word) else { return nil }
        fields.offset = offset
      } else if let month = months[String(upper.prefix(3))], !hasMonth, word.utf8.allSatisfy({ !isDigit($0) && $0 != 0x2D }) {
        fields.month = month
        hasMonth = true
      } else if upper == "AM" || upper == "PM" {
        guard (1...12).contains(fields.hour) else { return nil }
        fields.hour = fields.hour % 12 + (upper == "PM" ? 12 : 0)
      } else if word.contains("-"), !hasMonth {
        // "21-Nov-2026"
        let parts = word.split(separator: "-")
        guard parts.count == 3, let month = months[String(parts[1].uppercased().prefix(3))] else { return nil }
        fields.month = month
        hasMonth = true
        numbers += [parts[0], parts[2]]
      } else if let first = word.utf8.first, isDigit(first) {
        numbers.append(word.hasSuffix(".") ? word.dropLast() : word)
      } else if let zone = zones[upper] {
        fields.offset = zone
      } else if position > 0, !hasClock {
        return nil
      }
    }
    guard hasMonth, numbers.count == 2, let day = number(numbers[0]), let year = number(numbers[1]) else { return nil }
    fields.day = day
    // RFC 2822, section 4.3.
    fields.year =
      switch numbers[1].count {
      case 2: year + (year < 50 ? 2000 : 1900)
      case 3: year + 1900
      default: year
      }
    return fields.seconds
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// `+0100`, `+01:00`, `+01` in seconds.
  private static func offset(_ text: Substring) -> Int? {
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.utf8.allSatisfy(isDigit), digits.count == 2 || digits.count == 4, let value = Int(digits) else { return nil }
    let (hours, minutes) = digits.count == 2 ? (value, 0) : (value / 100, value % 100)
    guard hours < 24, minutes < 60 else { return nil }
    return (hours * 3600 + minutes * 60) * (text.first == "-" ? -1 : 1)
  }

  private static let months: [String: Int] = [
    "JAN": 1, "FEB": 2, "MAR": 3, "APR": 4, "MAY": 5, "JUN": 6, "JUL": 7, "AUG": 8, "SEP": 9, "OCT": 10, "NOV": 11, "DEC": 12,
  ]

  private static let zones: [String: Int] = [
    "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
    "PDT": -7, "BST": 1, "CET": 1, "WEST": 1, "MET": 1, "CEST": 2, "MEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9,
  ].mapValues { $0 * 3600 }

  /// A moment in the calendar.
  private struct Fields {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0.0
    /// Seconds east of UTC.
    var offset = 0

    /// `12:00`, `12:00:30`, `12:00:30.25`
    mutating func read(clock: Substring) -> Bool {
      guard let text = FeedText.trimmed(String(clock)) else { return false }
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count), let hour = number(parts[0]), let minute = number(parts[1]) else { return false }
      self.hour = hour
      self.minute = minute
      guard parts.count == 3 else { return true }
      let fraction = parts[2].split(separator: ".", maxSplits: 1)
      guard let whole = fraction.first.flatMap({ number($0) }), fraction.dropFirst().allSatisfy({ $0.utf8.allSatisfy(isDigit) })
      else { return false }
      second = Double(whole) + (fraction.count == 2 ? Double("0." + fraction[1]) ?? 0 : 0)
      return true
    }

    var seconds: Double? {
      guard (1...9999).contains(year), (1...12).contains(month), hour < 24, minute < 60, second < 61 else { return nil }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard day >= 1, day <= lengths[month - 1] else { return nil }
      let years = year - 1
      let days = years * 365 + years / 4 - years / 100 + years / 400 + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
      return Double(days * 86_400 + hour * 3600 + minute * 60 - offset) + second
    }
  }
}
