extension InternetDate {
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `06 Nov 94 08:49 +0000`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`,
  /// `November 6, 1994`. Source: RFC 5322, 3.3 and 4.3.
  static func mail(_ text: String, _ leniency: Leniency) -> InternetDate? {
    var reader = MailDate(leniency: leniency)
    for (position, word) in text.split(whereSeparator: { $0 == "," || $0.isASCII && $0.isWhitespace }).enumerated() {
      guard reader.read(word, isFirst: position == 0) else { return nil }
    }
    return reader.result
  }
}

/// The words of a date read so far.
private struct MailDate {
  let leniency: InternetDate.Leniency
  private var parsed = InternetDate(CalendarDate(year: 0, month: 0, day: 0), hasTime: false)
  /// The day and the year, in this order.
  private var numbers: [Substring] = []

  init(leniency: InternetDate.Leniency) { self.leniency = leniency }

  var result: InternetDate? {
    guard parsed.date.month > 0, numbers.count == 2, let day = Self.number(numbers[0], 1...2), let year = Self.year(numbers[1])
    else { return nil }
    var result = parsed
    (result.date.day, result.date.year) = (day, year)
    return result
  }

  mutating func read(_ word: Substring, isFirst: Bool) -> Bool {
    guard let first = word.utf8.first else { return true }
    // Before the time: an offset may contain a colon too.
    if parsed.hasTime, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { return readZone(word) }
    if word.contains(":") { return readTime(word) }
    let upper = word.uppercased()
    let isName = word.utf8.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) || $0 == UInt8(ascii: ".") }
    if isName, parsed.date.month == 0, upper.utf8.count >= 3, let month = InternetDate.month(upper.prefix(3)) {
      parsed.date.month = month
      return true
    }
    if upper == "AM" || upper == "PM" { return readHalf(isAfternoon: upper == "PM") }
    // 21-Nov-2026
    if parsed.date.month == 0, word.contains("-") {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].utf8.count >= 3, let month = InternetDate.month(parts[1].prefix(3)) else { return false }
      parsed.date.month = month
      numbers += [parts[0], parts[2]]
      return true
    }
    if (0x30...0x39).contains(first) {
      numbers.append(word.hasSuffix(".") ? word.dropLast() : word)
      return true
    }
    if parsed.hasTime, parsed.utcOffset == nil, isName { return readZone(word) }
    if leniency == .feed { return isFirst || parsed.hasTime }
    return isFirst && upper.utf8.count >= 3 && InternetDate.weekdays.contains { $0.hasPrefix(upper) }
  }

  private mutating func readTime(_ word: Substring) -> Bool {
    guard !parsed.hasTime else { return false }
    var cursor = DateCursor(Array(word.utf8))
    guard parsed.readTime(&cursor) else { return false }
    if cursor.isAtEnd { return true }
    // "12:00:00+0100" is one word.
    guard let offset = cursor.utcOffset(leniency), cursor.isAtEnd else { return false }
    parsed.utcOffset = offset
    return true
  }

  private mutating func readZone(_ word: Substring) -> Bool {
    var cursor = DateCursor(Array(word.utf8))
    guard let offset = cursor.utcOffset(leniency), cursor.isAtEnd else { return false }
    parsed.utcOffset = offset
    return true
  }

  private mutating func readHalf(isAfternoon: Bool) -> Bool {
    guard leniency == .feed, parsed.hasTime, (1...12).contains(parsed.date.hour) else { return false }
    parsed.date.hour = parsed.date.hour % 12 + (isAfternoon ? 12 : 0)
    return true
  }

  private static func number(_ text: Substring, _ digits: ClosedRange<Int>) -> Int? {
    var cursor = DateCursor(Array(text.utf8))
    guard let number = cursor.number(digits), cursor.isAtEnd else { return nil }
    return number
  }

  /// Expands years of two and three digits (RFC 5322, 4.3).
  private static func year(_ text: Substring) -> Int? {
    guard let year = number(text, 2...4) else { return nil }
    return switch text.utf8.count {
    case 2: year + (year < 50 ? 2000 : 1900)
    case 3: year + 1900
    default: year
    }
  }
}
