import WidgetModel

/// Formats a moment's offset from now: `+5 Min.`, `-2 Std.`, `+10 Tg.`
struct OffsetText: Sendable {
  private let durations: DurationWords
  private let minus: String
  private let plus: String

  init(_ locale: LocaleData) {
    durations = DurationWords(locale)
    let minus = NumberText(locale).symbols.minus
    // The mark that keeps a sign to the left of its number would make the whole text left-to-right.
    let isMarked = minus.hasPrefix("\u{200E}")
    self.minus = (isMarked ? "\u{200F}" : "") + minus
    plus = isMarked ? "\u{200F}\u{200E}+" : "+"
  }

  /// - Returns: nil if one of the moments isn't finite.
  func text(_ moment: Double, now: Double) -> String? {
    let difference = (moment - now).rounded(.toNearestOrAwayFromZero)
    guard difference.isFinite, CalendarDate.moments.contains(moment) else { return nil }
    let text = durations.text(Int(saturating: abs(difference)), style: .short, units: 1)
    return (difference < 0 ? minus : plus) + text
  }
}
