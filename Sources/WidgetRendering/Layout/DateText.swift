public import WidgetModel

/// The text of a `date` view, a pure function of the moment and the clock.
public enum DateText {
  /// `12:05`, `2026-11-21`, `in 5 min`, `+5 min`, `4:59`; a timer past its end counts up: `-0:12`. Moments that aren't finite or
  /// lie beyond the calendar are `-`. The clock may have other texts for times, dates and relative dates.
  public static func text(_ moment: Double, style: DateStyle, clock: CalendarClock) -> String {
    if let text = clock.dates?.text(moment, style: style, now: clock.now) { return text }
    switch style {
    case .time:
      guard let parts = clock.components(of: moment) else { return "-" }
      return padded(parts.hour) + ":" + padded(parts.minute)
    case .date:
      guard let parts = clock.components(of: moment) else { return "-" }
      return padded(parts.year, to: 4) + "-" + padded(parts.month) + "-" + padded(parts.day)
    case .relative: return relative(moment, clock: clock)
    case .offset:
      guard let difference = difference(moment, clock) else { return "-" }
      return (difference < 0 ? "-" : "+") + amount(abs(difference))
    case .timer:
      guard let difference = difference(moment, clock) else { return "-" }
      return (difference < 0 ? "-" : "") + timer(abs(difference))
    }
  }

  /// `in 5 min`, `3 h ago`, `now`.
  public static func relative(_ moment: Double, clock: CalendarClock) -> String {
    guard let difference = difference(moment, clock) else { return "-" }
    if difference == 0 { return "now" }
    return difference > 0 ? "in " + amount(difference) : amount(-difference) + " ago"
  }

  /// How old something is: `just now`, `3 min ago`. A moment in the future (the clock was set back) is `just now`.
  public static func age(of moment: Double, clock: CalendarClock) -> String {
    guard let difference = difference(moment, clock) else { return "-" }
    return difference > -5 ? "just now" : amount(-difference) + " ago"
  }

  /// The text for speech: `in 5 minutes`, `1 day ago`. Times, dates and timers are as on a card.
  public static func spoken(_ moment: Double, style: DateStyle, clock: CalendarClock) -> String {
    switch style {
    case .time, .date, .timer: return text(moment, style: style, clock: clock)
    case .relative, .offset:
      if let text = clock.dates?.text(moment, style: style, now: clock.now) { return text }
      guard let difference = difference(moment, clock) else { return "-" }
      if difference == 0 { return "now" }
      return difference > 0 ? "in " + spokenAmount(difference) : spokenAmount(-difference) + " ago"
    }
  }

  /// ``age(of:clock:)`` for speech: `3 minutes ago`.
  public static func spokenAge(of moment: Double, clock: CalendarClock) -> String {
    guard let difference = difference(moment, clock) else { return "-" }
    return difference > -5 ? "just now" : spokenAmount(-difference) + " ago"
  }

  /// Seconds until the text changes; nil if it never does.
  public static func nextChange(_ moment: Double, style: DateStyle, clock: CalendarClock) -> Double? {
    guard style != .time, style != .date, let difference = difference(moment, clock) else { return nil }
    let seconds = abs(difference)
    if style == .timer || seconds < 60 { return 1 }
    // Some languages count calendar days: "yesterday" begins at midnight.
    let unit = seconds < 3600 ? 60 : seconds < 86_400 || clock.dates != nil ? 3600 : 86_400
    return Double(difference > 0 ? seconds % unit + 1 : unit - seconds % unit)
  }

  /// Whole seconds from now, negative for the past.
  private static func difference(_ moment: Double, _ clock: CalendarClock) -> Int? {
    let difference = moment - clock.now
    guard difference.isFinite, abs(difference) < 1e15 else { return nil }
    return Int(saturating: difference.rounded(.toNearestOrAwayFromZero))
  }

  private static func amount(_ seconds: Int) -> String {
    let (count, unit) = unit(of: seconds)
    return "\(count) \(unit.short)"
  }

  private static func spokenAmount(_ seconds: Int) -> String {
    let (count, unit) = unit(of: seconds)
    return "\(count) \(unit.word)\(count == 1 ? "" : "s")"
  }

  /// A length of time in its largest unit.
  private static func unit(of seconds: Int) -> (count: Int, unit: (short: String, word: String)) {
    switch seconds {
    case ..<60: (seconds, ("s", "second"))
    case ..<3600: (seconds / 60, ("min", "minute"))
    case ..<86_400: (seconds / 3600, ("h", "hour"))
    case ..<(61 * 86_400): (seconds / 86_400, ("d", "day"))
    case ..<(730 * 86_400): (seconds / (30 * 86_400), ("mo", "month"))
    default: (seconds / 31_556_952, ("y", "year"))
    }
  }

  private static func timer(_ seconds: Int) -> String {
    let tail = padded(seconds % 60)
    if seconds < 3600 { return "\(seconds / 60):" + tail }
    return "\(seconds / 3600):" + padded(seconds / 60 % 60) + ":" + tail
  }

  private static func padded(_ number: Int, to length: Int = 2) -> String {
    let digits = String(abs(number))
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, length - digits.count)) + digits
  }
}
