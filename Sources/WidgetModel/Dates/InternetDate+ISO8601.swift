extension InternetDate {
  /// `2026-11-05T15:04:09.5+01:00` and its relatives.
  static func iso8601(_ cursor: inout DateCursor, _ leniency: Leniency) -> InternetDate? {
    guard let date = date(&cursor, leniency) else { return nil }
    var result = InternetDate(date, hasTime: false)
    if cursor.isAtEnd { return result }
    guard cursor.skip(anyOf: "Tt ") != nil, result.readTime(&cursor) else { return nil }
    cursor.skipBlanks()
    if cursor.isAtEnd { return result }
    guard let offset = cursor.utcOffset(leniency), cursor.isAtEnd else { return nil }
    result.utcOffset = offset
    return result
  }

  /// `2026-11-05`, `2026/11/05`, `20261105`, `2026-11`, `2026-309`, `2026-W45-4`.
  private static func date(_ cursor: inout DateCursor, _ leniency: Leniency) -> CalendarDate? {
    if cursor.digitCount == 8 {
      guard let year = cursor.number(4...4), let month = cursor.number(2...2), let day = cursor.number(2...2) else { return nil }
      return CalendarDate(year: year, month: month, day: day)
    }
    guard let year = cursor.number(4...4) else { return nil }
    guard let separator = cursor.skip(anyOf: "-/") else {
      return leniency == .feed && cursor.isAtEnd ? CalendarDate(year: year, month: 1, day: 1) : nil
    }
    if separator == UInt8(ascii: "-"), cursor.skip(anyOf: "Ww") != nil { return week(of: year, &cursor) }
    if separator == UInt8(ascii: "-"), cursor.digitCount == 3 {
      guard let day = cursor.number(3...3), (1...366).contains(day) else { return nil }
      let date = CalendarDate(days: CalendarDate(year: year, month: 1, day: 1).days + day - 1)
      return date.year == year ? date : nil
    }
    guard let month = cursor.number(1...2) else { return nil }
    guard cursor.skip(separator) else { return CalendarDate(year: year, month: month, day: 1) }
    guard let day = cursor.number(1...2) else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  private static func week(of year: Int, _ cursor: inout DateCursor) -> CalendarDate? {
    guard let week = cursor.number(2...2), (1...53).contains(week) else { return nil }
    var weekday = 1
    if cursor.skip(UInt8(ascii: "-")) {
      guard let number = cursor.number(1...1), (1...7).contains(number) else { return nil }
      weekday = number
    }
    // Week 1 is the one with 4 January.
    let fourth = CalendarDate(year: year, month: 1, day: 4)
    return CalendarDate(days: fourth.days - fourth.weekday + (week - 1) * 7 + weekday)
  }

  /// `15`, `15:04`, `15:04:09`, `15:04:09.5`, `1504`, `150409`.
  mutating func readTime(_ cursor: inout DateCursor) -> Bool {
    hasTime = true
    guard let hour = cursor.number(1...2) else { return false }
    date.hour = hour
    let hasColons = cursor.skip(UInt8(ascii: ":"))
    guard hasColons || cursor.digitCount >= 2 else { return true }
    guard let minute = cursor.number(2...2) else { return false }
    date.minute = minute
    guard hasColons ? cursor.skip(UInt8(ascii: ":")) : cursor.digitCount >= 2 else { return true }
    guard let second = cursor.number(2...2) else { return false }
    date.second = second
    guard cursor.skip(anyOf: ".,") != nil else { return true }
    guard let fraction = cursor.fraction() else { return false }
    self.fraction = fraction
    return true
  }
}
