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

  /// Time is truncated, not rounded: 119 minutes are one hour. From a day on, calendar days count.
  ///
  /// - Returns: nil if one of the moments is outside the years 1 to 9999.
  func text(_ moment: Double, now: Double, zone: TimeZoneData) -> String? {
    guard let date = zone.date(at: moment), let today = zone.date(at: now) else { return nil }
    let difference = Int(saturating: (moment - now).rounded(.toNearestOrAwayFromZero))
    let seconds = abs(difference)
    let isFuture = difference > 0
    switch seconds {
    case 0: return words.column(0)
    case ..<60: return phrase(0, seconds, isFuture)
    case ..<3600: return phrase(1, seconds / 60, isFuture)
    case ..<86_400: return phrase(2, seconds / 3600, isFuture)
    default: break
    }
    let days = max(1, abs(date.days - today.days))
    switch days {
    case 1: return words.column(isFuture ? 2 : 1)
    case ..<7: return phrase(3, days, isFuture)
    case ..<30: return phrase(4, days / 7, isFuture)
    default: break
    }
    let (early, late) = isFuture ? (today, date) : (date, today)
    let months = (late.year - early.year) * 12 + late.month - early.month - (late.day < early.day ? 1 : 0)
    return months < 12 ? phrase(5, max(1, months), isFuture) : phrase(6, months / 12, isFuture)
  }

  /// - Parameter unit: From 0: second, minute, hour, day, week, month, year.
  private func phrase(_ unit: Int, _ amount: Int, _ isFuture: Bool) -> String {
    let forms = (isFuture ? future : past).column(unit)
    return numbers.fill(rule.choose(forms, amount), numbers.number(DecimalNumber(Int64(amount))))
  }
}
