import WidgetFormats
import WidgetModel

/// Formats a moment's distance from now: `in 5 minutes`, `3 hours ago`, `yesterday`, `now`.
struct RelativeText: Sendable {
  private let numbers: NumberText
  private let rule: PluralRule
  private let words: [String]
  private let future: [String]
  private let past: [String]

  init(_ locale: LocaleData) {
    numbers = NumberText(locale)
    rule = PluralRule(locale)
    words = locale.row(.relativeWords)
    future = locale.row(.relativeFuture)
    past = locale.row(.relativePast)
  }

  /// - Returns: nil if one of the moments is outside the years 1 to 9999.
  func text(_ moment: Double, now: Double, zone: TimeZoneData) -> String? {
    guard let date = zone.date(at: moment), let today = zone.date(at: now) else { return nil }
    let seconds = Int(saturating: (moment - now).rounded(.toNearestOrAwayFromZero))
    let distance = RelativeDistance(seconds: seconds, from: today, to: date)
    if distance.count == 0 { return words.column(0) }
    if distance.unit == .day, distance.count == 1 { return words.column(distance.isFuture ? 2 : 1) }
    let forms = (distance.isFuture ? future : past).column(Self.column(of: distance.unit))
    return numbers.fill(rule.choose(forms, distance.count), numbers.number(DecimalNumber(Int64(distance.count))))
  }

  /// The locale's columns are second, minute, hour, day, week, month and year.
  private static func column(of unit: RelativeDistance.Unit) -> Int {
    unit.rawValue + (unit.rawValue > RelativeDistance.Unit.day.rawValue ? 1 : 0)
  }
}
