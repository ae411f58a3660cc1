import WidgetModel

extension DateReader {
  /// Parses text by a pattern. Names are in the user's language, or English. Parts missing from the pattern are those of 1
  /// January 1970, 00:00.
  func moment(_ text: String, pattern: DatePattern, patternText: String) throws(DateReadingError) -> Double {
    let problem = DateReadingError.noMatch(text.quoted, pattern: patternText.quoted)
    guard text.utf8.count <= 400 else { throw problem }
    var cursor = TextCursor(text)
    var parts = InternetDate(CalendarDate(year: 1970, month: 1, day: 1))
    var isAfternoon: Bool?
    for part in pattern.parts {
      switch part {
      case .text(let literal):
        // White space matches any amount of white space, even none.
        for character in literal {
          if character.isWhitespace { cursor.skipSpaces() } else if !cursor.skip(String(character)) { throw problem }
        }
      case .field(let field, let count):
        guard read(field, count, &cursor, &parts, &isAfternoon) else { throw problem }
      }
    }
    cursor.skipSpaces()
    guard cursor.isAtEnd else { throw problem }
    if let isAfternoon {
      guard (1...12).contains(parts.date.hour) else { throw problem }
      parts.date.hour = parts.date.hour % 12 + (isAfternoon ? 12 : 0)
    }
    return try moment(parts, text)
  }

  private func read(
    _ field: DatePattern.Field, _ count: Int, _ cursor: inout TextCursor, _ parts: inout InternetDate, _ isAfternoon: inout Bool?
  ) -> Bool {
    /// A number of exactly two digits for two letters (`yyyyMMdd`), otherwise one or two.
    func number(_ set: WritableKeyPath<CalendarDate, Int>) -> Bool {
      guard let number = cursor.number(digits: count == 2 ? 2...2 : 1...2) else { return false }
      parts.date[keyPath: set] = number
      return true
    }
    func name(_ aspects: LocaleAspect...) -> Int? {
      for locale in [locale, LocaleData("en")] {
        for aspect in aspects {
          if let index = cursor.name(among: locale.row(aspect)) { return index }
        }
      }
      return nil
    }
    switch field {
    case .year:
      guard let year = cursor.number(digits: count == 2 ? 2...2 : 4...4) else { return false }
      parts.date.year = count == 2 ? (year < 50 ? 2000 : 1900) + year : year
      return true
    case .month, .standaloneMonth:
      guard count > 2 else { return number(\.month) }
      guard let month = name(.monthsWide, .monthsStandalone, .monthsShort, .monthsStandaloneShort) else { return false }
      parts.date.month = month + 1
      return true
    case .day: return number(\.day)
    case .weekday: return name(.weekdaysWide, .weekdaysShort) != nil
    case .hour, .hour12: return number(\.hour)
    case .dayPeriod:
      guard let half = name(.dayPeriods) else { return false }
      isAfternoon = half == 1
      return true
    case .minute: return number(\.minute)
    case .second: return number(\.second)
    case .fraction:
      let digits = cursor.rest.prefix(min(count, cursor.digitCount))
      guard let fraction = Double("0." + digits), !digits.isEmpty, cursor.skip(String(digits)) else { return false }
      parts.fraction = fraction
      return true
    case .zoneName, .offset, .isoOffset:
      guard let offset = cursor.zone() else { return false }
      parts.utcOffset = offset
      return true
    }
  }
}
