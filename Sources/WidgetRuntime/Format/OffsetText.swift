import WidgetModel

/// Formats a moment's offset from now: `+5 Min.`, `-2 Std.`, `+10 Tg.`
struct OffsetText: Sendable {
  private let durations: DurationWords
  private let minus: String

  init(_ locale: LocaleData) {
    durations = DurationWords(locale)
    minus = NumberText(locale).symbols.minus
  }

  /// - Returns: nil if one of the moments isn't finite.
  func text(_ moment: Double, now: Double) -> String? {
    let difference = (moment - now).rounded(.toNearestOrAwayFromZero)
    guard difference.isFinite, CalendarDate.moments.contains(moment) else { return nil }
    let text = durations.text(Int(saturating: abs(difference)), style: .short, units: 1)
    return (difference < 0 ? minus : "+") + text
  }
}
