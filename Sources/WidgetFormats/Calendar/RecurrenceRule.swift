/// An event's recurrence rule (RRULE). Source: RFC 5545, 3.3.10.
struct RecurrenceRule: Sendable, Equatable {
  enum Frequency: String, Sendable {
    case secondly = "SECONDLY", minutely = "MINUTELY", hourly = "HOURLY", daily = "DAILY", weekly = "WEEKLY"
    case monthly = "MONTHLY", yearly = "YEARLY"
  }

  /// A day of the week, 1 being Monday; the ordinal is its number in the month or year (-1 is the last), 0 means all of them.
  struct Weekday: Sendable, Hashable {
    var ordinal: Int
    var weekday: Int
  }

  var frequency: Frequency
  var interval = 1
  var count: Int?
  var until: CalendarTime.Literal?
  /// 1 is Monday.
  var weekStart = 1
  var months: Set<Int> = []
  var weekNumbers: Set<Int> = []
  var yearDays: Set<Int> = []
  var monthDays: Set<Int> = []
  var weekdays: Set<Weekday> = []
  /// Ascending, like minutes, seconds and positions.
  var hours: [Int] = []
  var minutes: [Int] = []
  var seconds: [Int] = []
  var positions: [Int] = []

  /// nil for text that isn't a rule: an unknown or repeated part, a number out of range, or a meaningless combination the RFC
  /// excludes (a week number with a weekday's ordinal).
  ///
  /// COUNT and UNTIL are accepted together; whichever comes first ends the rule. A leap second becomes the second before it.
  init?(_ text: String) {
    var parts: [String: Substring] = [:]
    for part in text.uppercased().split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let name = String(part[..<equals]).trimmed
      guard parts.updateValue(part[part.index(after: equals)...], forKey: name) == nil else { return nil }
    }
    guard let frequency = parts["FREQ"].flatMap({ Frequency(rawValue: String($0).trimmed) }) else { return nil }
    self.frequency = frequency
    for (name, value) in parts where !name.hasPrefix("X-") {
      guard read(name, value) else { return nil }
    }
    guard weekNumbers.isEmpty || weekdays.allSatisfy({ $0.ordinal == 0 }) else { return nil }
  }

  private mutating func read(_ name: String, _ value: Substring) -> Bool {
    switch name {
    case "FREQ": return true
    case "INTERVAL": return read(value, 1...Int.max, into: &interval)
    case "COUNT":
      var number = 0
      guard read(value, 1...Int.max, into: &number) else { return false }
      count = number
      return true
    case "UNTIL":
      until = CalendarTime.Literal(String(value).trimmed)
      return until != nil
    case "WKST":
      guard let weekday = Self.weekday(value) else { return false }
      weekStart = weekday
      return true
    case "BYMONTH": return read(value, 1...12, into: &months)
    case "BYWEEKNO": return read(value, 1...53, signed: true, into: &weekNumbers)
    case "BYYEARDAY": return read(value, 1...366, signed: true, into: &yearDays)
    case "BYMONTHDAY": return read(value, 1...31, signed: true, into: &monthDays)
    case "BYDAY": return readWeekdays(value)
    case "BYHOUR": return read(value, 0...23, into: &hours)
    case "BYMINUTE": return read(value, 0...59, into: &minutes)
    case "BYSECOND":
      guard read(value, 0...60, into: &seconds) else { return false }
      seconds = Set(seconds.map { min($0, 59) }).sorted()
      return true
    case "BYSETPOS": return read(value, 1...366, signed: true, into: &positions)
    // RFC 7529: the Gregorian calendar, and skipping of nonexistent dates.
    case "RSCALE": return value == "GREGORIAN"
    case "SKIP": return value == "OMIT"
    default: return false
    }
  }

  /// Clamps large numbers: beyond the calendar's years they all mean the same.
  private func read(_ value: Substring, _ range: ClosedRange<Int>, into number: inout Int) -> Bool {
    let digits = String(value).trimmed
    guard !digits.isEmpty, digits.utf8.count <= 18, digits.utf8.allSatisfy({ (48...57).contains($0) }), let read = Int(digits),
      range.contains(read)
    else { return false }
    number = min(read, 1 << 40)
    return true
  }

  private func read(_ value: Substring, _ range: ClosedRange<Int>, signed: Bool = false, into set: inout Set<Int>) -> Bool {
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Self.signedNumber(part), range.contains(signed ? abs(number) : number) else { return false }
      set.insert(number)
    }
    return true
  }

  private func read(_ value: Substring, _ range: ClosedRange<Int>, signed: Bool = false, into list: inout [Int]) -> Bool {
    var set: Set<Int> = []
    guard read(value, range, signed: signed, into: &set) else { return false }
    list = set.sorted()
    return true
  }

  private mutating func readWeekdays(_ value: Substring) -> Bool {
    for part in value.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(part).trimmed
      guard word.utf8.count >= 2, let weekday = Self.weekday(Substring(word.suffix(2))) else { return false }
      let prefix = word.dropLast(2)
      guard let ordinal = prefix.isEmpty ? 0 : Self.signedNumber(prefix), prefix.isEmpty || (1...53).contains(abs(ordinal)) else {
        return false
      }
      weekdays.insert(Weekday(ordinal: ordinal, weekday: weekday))
    }
    return true
  }

  /// At most three digits.
  private static func signedNumber(_ text: Substring) -> Int? {
    let word = String(text).trimmed
    return word.utf8.count <= 4 ? Int(word) : nil
  }

  private static func weekday(_ text: Substring) -> Int? {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(text).trimmed).map { $0 + 1 }
  }
}
