import WidgetModel

/// A DATE or a DATE-TIME. Source: RFC 5545, 3.3.4 and 3.3.5.
struct CalendarTime: Sendable, Equatable {
  /// Seconds since 1970-01-01 00:00 in wall-clock time; midnight for a date.
  var local: Int
  var isDate: Bool
  /// The zone of the wall clock: UTC, the TZID's, or the user's for dates and floating times.
  var zone: TimeZoneData

  /// Seconds since 1970. A nonexistent time uses the offset before the gap, an ambiguous one means the first (RFC 5545, 3.3.5).
  var moment: Int { zone.moment(localSeconds: local) }

  var day: Int { local.floorDivided(by: 86_400) }

  /// A single value without its zone; nil for text that isn't a date. A leap second becomes the second before it (3.3.12).
  struct Literal: Sendable, Equatable {
    var local: Int
    var isDate: Bool
    var isUTC: Bool

    init?(_ text: some StringProtocol) {
      let bytes = Array(text.utf8)
      guard bytes.count == 8 || bytes.count == 15 || bytes.count == 16, let year = bytes.digits(0, 4),
        let month = bytes.digits(4, 2), let day = bytes.digits(6, 2)
      else { return nil }
      var date = CalendarDate(year: year, month: month, day: day)
      isDate = bytes.count == 8
      isUTC = bytes.count == 16
      if !isDate {
        guard bytes[8] == UInt8(ascii: "T"), !isUTC || bytes[15] == UInt8(ascii: "Z"), let hour = bytes.digits(9, 2),
          let minute = bytes.digits(11, 2), let second = bytes.digits(13, 2), second <= 60
        else { return nil }
        (date.hour, date.minute, date.second) = (hour, minute, min(second, 59))
      }
      guard date.isValid else { return nil }
      local = date.localSeconds
    }
  }
}

/// A DURATION: nominal days, then elapsed seconds. Source: RFC 5545, 3.3.6.
struct CalendarDuration: Sendable, Equatable {
  var days = 0
  var seconds = 0

  init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// `P1W`, `P2DT3H4M5S`; nil for other text, negative durations and more than 10 000 years.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
    let units: [(unit: Character, days: Int, seconds: Int)] = [
      ("W", 7, 0), ("D", 1, 0), ("T", 0, 0), ("H", 0, 3600), ("M", 0, 60), ("S", 0, 1),
    ]
    var least = 0
    var isTime = false
    while let first = rest.first {
      let digits = rest.prefix { (48...57).contains($0) }
      rest = rest.dropFirst(digits.count)
      if first == UInt8(ascii: "T") {
        guard !isTime else { return nil }
        (isTime, least) = (true, 3)
        rest = rest.dropFirst()
        guard !rest.isEmpty else { return nil }
        continue
      }
      guard (1...12).contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)),
        let letter = rest.popFirst(), let index = units.firstIndex(where: { $0.unit.asciiValue == letter }), index >= least,
        index != 2, index < 2 || isTime
      else { return nil }
      least = index + 1
      days += number * units[index].days
      seconds += number * units[index].seconds
    }
    guard days <= 3_652_425, seconds <= 3_652_425 * 86_400 else { return nil }
  }

  /// An upper bound on its length in seconds.
  var longest: Int { days * 86_400 + seconds + 86_400 }
}

extension [UInt8] {
  /// A number of this many digits.
  fileprivate func digits(_ start: Int, _ count: Int) -> Int? {
    var number = 0
    for index in start..<start + count {
      guard indices.contains(index), (48...57).contains(self[index]) else { return nil }
      number = number * 10 + Int(self[index] - 48)
    }
    return number
  }
}
