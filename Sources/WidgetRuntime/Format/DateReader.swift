import WidgetFormats

/// Reads moments from text: ISO 8601 and RFC 3339, the forms of mail and HTTP (RFC 5322, RFC 9110), or a pattern.
struct DateReader: Sendable {
  let locale: LocaleData
  /// In which a time without a zone is meant.
  let zone: TimeZoneData

  /// What was read so far; a year and a zone may be missing.
  struct Parts {
    var date = CalendarDate(year: 1970, month: 1, day: 1)
    var fraction = 0.0
    /// Seconds east of UTC.
    var offset: Int?
  }

  /// Seconds since 1970. A date alone is its first moment in ``zone``.
  func moment(_ text: String) throws(DateReadingError) -> Double {
    guard text.utf8.count <= 100 else { throw .unreadable(text.quoted) }
    let trimmed = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    guard !trimmed.isEmpty else { throw .empty }
    guard let parts = trimmed.first?.isNumber == true ? iso(trimmed) ?? mail(trimmed) : mail(trimmed) else {
      throw .unreadable(text.quoted)
    }
    return try moment(parts, text)
  }

  /// Checks the parts and gives the moment they mean.
  func moment(_ parts: Parts, _ text: String) throws(DateReadingError) -> Double {
    var date = parts.date
    // A leap second is the first of the next minute, and 24:00 the first of the next day.
    let isLeapSecond = date.second == 60
    if isLeapSecond { date.second = 59 }
    let isMidnight = date.hour == 24 && date.minute == 0 && date.second == 0 && parts.fraction == 0
    if isMidnight { date.hour = 0 }
    guard date.isValid else { throw .noSuchDate(text.quoted) }
    let seconds = date.localSeconds + (isLeapSecond ? 1 : 0) + (isMidnight ? 86_400 : 0)
    let moment = Double(parts.offset.map { seconds - $0 } ?? zone.moment(localSeconds: seconds)) + parts.fraction
    guard CalendarDate.moments.contains(moment) else { throw .noSuchDate(text.quoted) }
    return moment
  }

  /// `2026-11-05T15:04:09.5+01:00` and its relatives.
  private func iso(_ text: String) -> Parts? {
    var cursor = TextCursor(text)
    var parts = Parts()
    guard let date = isoDate(&cursor) else { return nil }
    parts.date = date
    if cursor.isAtEnd { return parts }
    guard cursor.skip(anyOf: "Tt ") != nil, isoTime(&cursor, &parts) else { return nil }
    cursor.skipSpaces()
    if cursor.isAtEnd { return parts }
    guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
    parts.offset = offset
    return parts
  }

  /// `2026-11-05`, `2026/11/05`, `20261105`, `2026-11`, `2026-309`, `2026-W45-4`.
  private func isoDate(_ cursor: inout TextCursor) -> CalendarDate? {
    if cursor.digitCount == 8 {
      guard let year = cursor.number(digits: 4...4), let month = cursor.number(digits: 2...2),
        let day = cursor.number(digits: 2...2)
      else { return nil }
      return CalendarDate(year: year, month: month, day: day)
    }
    guard let year = cursor.number(digits: 4...4), let separator = cursor.skip(anyOf: "-/") else { return nil }
    if separator == "-", cursor.skip(anyOf: "Ww") != nil {
      guard let week = cursor.number(digits: 2...2), (1...53).contains(week) else { return nil }
      var weekday = 1
      if cursor.skip("-") {
        guard let number = cursor.number(digits: 1...1), (1...7).contains(number) else { return nil }
        weekday = number
      }
      // Week 1 is the one with 4 January.
      let fourth = CalendarDate(year: year, month: 1, day: 4)
      return CalendarDate(localSeconds: (fourth.days - fourth.weekday + (week - 1) * 7 + weekday) * 86_400)
    }
    if separator == "-", cursor.digitCount == 3 {
      guard let day = cursor.number(digits: 3...3), (1...366).contains(day) else { return nil }
      let date = CalendarDate(localSeconds: (CalendarDate(year: year, month: 1, day: 1).days + day - 1) * 86_400)
      return date.year == year ? date : nil
    }
    guard let month = cursor.number(digits: 1...2) else { return nil }
    guard cursor.skip(String(separator)) else { return CalendarDate(year: year, month: month, day: 1) }
    guard let day = cursor.number(digits: 1...2) else { return nil }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// `15`, `15:04`, `15:04:09`, `15:04:09.5`, `1504`, `150409`.
  private func isoTime(_ cursor: inout TextCursor, _ parts: inout Parts) -> Bool {
    guard let hour = cursor.number(digits: 2...2) else { return false }
    parts.date.hour = hour
    let hasColons = cursor.skip(":")
    guard hasColons || cursor.digitCount >= 2 else { return true }
    guard let minute = cursor.number(digits: 2...2) else { return false }
    parts.date.minute = minute
    guard hasColons ? cursor.skip(":") : cursor.digitCount >= 2 else { return true }
    guard let second = cursor.number(digits: 2...2) else { return false }
    parts.date.second = second
    guard cursor.skip(anyOf: ".,") != nil else { return true }
    let digits = cursor.digitCount
    guard let fraction = Double("0." + cursor.rest.prefix(digits)), digits > 0, cursor.skip(String(cursor.rest.prefix(digits)))
    else { return false }
    parts.fraction = fraction
    return true
  }

  private static let months = MonthNames.short.row(LocaleData("en"))
  private static let weekdays = WeekdayNames.short.row(LocaleData("en")) + WeekdayNames.wide.row(LocaleData("en"))

  /// `Sun, 06 Nov 1994 08:49:37 GMT`, `06 Nov 94 08:49 +0000`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
  private func mail(_ text: String) -> Parts? {
    var cursor = TextCursor(text)
    var parts = Parts()
    if cursor.name(among: Self.weekdays) != nil {
      _ = cursor.skip(",")
      cursor.skipSpaces()
    }
    let isMonthFirst = cursor.digitCount == 0
    if isMonthFirst {
      guard let month = cursor.name(among: Self.months) else { return nil }
      _ = cursor.word()  // the rest of a month that is written out
      cursor.skipSpaces()
      parts.date.month = month + 1
    }
    guard let day = cursor.number(digits: 1...2) else { return nil }
    parts.date.day = day
    if !isMonthFirst {
      separate(&cursor)
      guard let month = cursor.name(among: Self.months) else { return nil }
      _ = cursor.word()
      parts.date.month = month + 1
    }
    _ = cursor.skip(",")
    separate(&cursor)
    var hasTime = false
    // `Nov  6 08:49:37 1994`: the year comes last.
    if !isMonthFirst || cursor.digitCount == 4 {
      guard let year = year(&cursor) else { return nil }
      parts.date.year = year
      _ = cursor.skip(",")
      cursor.skipSpaces()
      hasTime = true
    }
    if cursor.isAtEnd { return hasTime ? parts : nil }
    guard isoTime(&cursor, &parts) else { return nil }
    cursor.skipSpaces()
    if !hasTime {
      guard let year = year(&cursor) else { return nil }
      parts.date.year = year
    } else if !cursor.isAtEnd {
      guard let offset = cursor.zone() else { return nil }
      parts.offset = offset
    }
    return cursor.isAtEnd ? parts : nil
  }

  private func separate(_ cursor: inout TextCursor) {
    if !cursor.skip("-") { cursor.skipSpaces() }
  }

  /// Two digits are years from 1950 to 2049 (RFC 5322, 4.3).
  private func year(_ cursor: inout TextCursor) -> Int? {
    if cursor.digitCount == 4 { return cursor.number(digits: 4...4) }
    guard cursor.digitCount == 2, let year = cursor.number(digits: 2...2) else { return nil }
    return year < 50 ? 2000 + year : 1900 + year
  }
}

/// Why a text is not a date.
enum DateReadingError: Error, Equatable, CustomStringConvertible {
  case empty
  case unreadable(String)
  case noSuchDate(String)
  case noMatch(String, pattern: String)

  var description: String {
    switch self {
    case .empty: "the text is empty"
    case .unreadable(let text): "\(text) is not a date such as \"2026-11-05T15:04:09Z\" or \"Thu, 05 Nov 2026 15:04:09 GMT\""
    case .noSuchDate(let text): "\(text) names a date or time that does not exist"
    case .noMatch(let text, let pattern): "\(text) does not fit the pattern \(pattern)"
    }
  }
}
