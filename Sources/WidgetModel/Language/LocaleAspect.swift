/// The rows of the locale data, in the order used by `Scripts/generate-locales`. A row has columns.
package enum LocaleAspect: UInt32, CaseIterable, Sendable {
  /// The names of months, January first, next to a day: `5 listopada`.
  case monthsWide
  case monthsShort
  /// The names of months on their own: `listopad`.
  case monthsStandalone
  case monthsStandaloneShort
  /// The names of the days of the week, Monday first.
  case weekdaysWide
  case weekdaysShort
  /// AM and PM.
  case dayPeriods
  /// Decimal separator, group separator, the fewest digits before the first separator, minus sign, percent pattern, size of the
  /// groups before the last, ten digits unless they're ASCII, and plus sign.
  case numbers
  /// Each unit's power of ten, a colon and the pattern: `3:#K`. `9>10:` is used from the tenth power on.
  case compact
  /// Patterns of the short, medium and long date and of the time, then how to join each date with a time (`{1}, {0}`).
  case dates
  /// Now, yesterday, tomorrow.
  case relativeWords
  /// Second, minute, hour, day, week, month, year: `in # minute/in # minutes`.
  case relativeFuture
  case relativePast
  /// Day, hour, minute, second: `# min`.
  case durationsShort
  case durationsLong
  /// List patterns: for two elements, then start, middle and end.
  case lists
  /// Byte, kilobyte ... petabyte.
  case bytes
  /// A pattern for each condition in ``ordinalRules``, and the default.
  case ordinals
  /// A condition for each plural category but `other`, after its name and a colon.
  case pluralRules
  case ordinalRules
  /// Pattern of an amount of money, pattern of a negative one if it's another, decimal and group separator, then the symbols of
  /// currencies: `EUR=€`.
  case currencies
}
