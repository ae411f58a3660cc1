public import WidgetModel

/// The text of a `date` view, a pure function of the moment and the clock.
public enum DateText {
  /// `12:05`, `2026-11-21`, `in 5 min`, `+5 min`, `4:59`; a timer past its end counts up: `-0:12`; remaining time stays
  /// `0:00`. Moments that aren't finite or lie beyond the calendar are `-`. The clock may have other texts for times, dates and relative dates.
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
      guard let difference = difference(moment, clock), let distance = distance(moment, clock) else { return "-" }
      return (difference < 0 ? "-" : "+") + amount(distance)
    case .timer:
      guard let difference = difference(moment, clock) else { return "-" }
      return (difference < 0 ? "-" : "") + timer(abs(difference))
    case .elapsed, .remaining: return length(moment, style: style, clock).map(timer) ?? "-"
    }
  }

  /// The whole seconds since an `elapsed` moment or until a `remaining` one; never negative.
  private static func length(_ moment: Double, style: DateStyle, _ clock: CalendarClock) -> Int? {
    difference(moment, clock).map { max(0, style == .elapsed ? -$0 : $0) }
  }

  /// `in 5 min`, `3 h ago`, `now`.
  public static func relative(_ moment: Double, clock: CalendarClock) -> String {
    guard let distance = distance(moment, clock) else { return "-" }
    if distance.count == 0 { return "now" }
    return distance.isFuture ? "in " + amount(distance) : amount(distance) + " ago"
  }

  /// How old something is: `just now`, `3 min ago`. A moment in the future (the clock was set back) is `just now`.
  public static func age(of moment: Double, clock: CalendarClock) -> String {
    guard let difference = difference(moment, clock), let distance = distance(moment, clock) else { return "-" }
    return difference > -5 ? clock.words("just now") : clock.words(ages[distance.unit.rawValue], n: distance.count)
  }

  /// The texts of ages: for seconds, minutes, hours, days, months and years.
  public static let ages = [
    phrase("{n} s ago"), phrase("{n} min ago"), phrase("{n} h ago"), phrase("{n} d ago"), phrase("{n} mo ago"),
    phrase("{n} y ago"),
  ]

  private static let spokenAges = [
    phrase("{n} seconds ago"), phrase("{n} minutes ago"), phrase("{n} hours ago"), phrase("{n} days ago"),
    phrase("{n} months ago"), phrase("{n} years ago"),
  ]

  private static let spokenLengths = [
    phrase("{n} seconds"), phrase("{n} minutes"), phrase("{n} hours"), phrase("{n} days"), phrase("{n} months"),
    phrase("{n} years"),
  ]

  /// The text for speech: `in 5 minutes`, `1 day ago`. Times, dates and timers are as on a card.
  public static func spoken(_ moment: Double, style: DateStyle, clock: CalendarClock) -> String {
    switch style {
    case .time, .date, .timer: return text(moment, style: style, clock: clock)
    case .elapsed, .remaining:
      guard let length = length(moment, style: style, clock), let distance = distance(moment, clock) else { return "-" }
      return length == 0
        ? clock.words(spokenLengths[0], n: 0) : clock.words(spokenLengths[distance.unit.rawValue], n: distance.count)
    case .relative, .offset:
      if let text = clock.dates?.text(moment, style: .relative, now: clock.now) { return text }
      guard let distance = distance(moment, clock) else { return "-" }
      if distance.count == 0 { return "now" }
      return distance.isFuture ? "in " + spokenAmount(distance) : spokenAmount(distance) + " ago"
    }
  }

  /// ``age(of:clock:)`` for speech: `3 minutes ago`.
  public static func spokenAge(of moment: Double, clock: CalendarClock) -> String {
    guard let difference = difference(moment, clock), let distance = distance(moment, clock) else { return "-" }
    return difference > -5 ? clock.words("just now") : clock.words(spokenAges[distance.unit.rawValue], n: distance.count)
  }

  /// Seconds until the text changes; nil if it never does.
  public static func nextChange(_ moment: Double, style: DateStyle, clock: CalendarClock) -> Double? {
    guard style != .time, style != .date, let difference = difference(moment, clock) else { return nil }
    if style == .elapsed { return max(0, Double(difference)) + 1 }
    if style == .remaining { return difference > 0 ? 1 : nil }
    let seconds = abs(difference)
    if style == .timer || seconds < 60 { return 1 }
    if seconds < 86_400 {
      let unit = seconds < 3600 ? 60 : 3600
      return Double(difference > 0 ? seconds % unit + 1 : unit - seconds % unit)
    }
    // Calendar days count: "yesterday" begins at midnight.
    guard let today = clock.components(of: clock.now) else { return nil }
    let midnight = 86_400 - today.localSeconds.modulo(86_400)
    return Double(difference > 0 ? min(midnight, seconds - 86_400 + 1) : midnight)
  }

  /// Whole seconds from now, negative for the past.
  private static func difference(_ moment: Double, _ clock: CalendarClock) -> Int? {
    let difference = moment - clock.now
    guard difference.isFinite, abs(difference) < 1e15 else { return nil }
    return Int(saturating: difference.rounded(.toNearestOrAwayFromZero))
  }

  private static func distance(_ moment: Double, _ clock: CalendarClock) -> RelativeDistance? {
    guard let difference = difference(moment, clock), let today = clock.components(of: clock.now),
      let date = clock.components(of: moment)
    else { return nil }
    return RelativeDistance(seconds: difference, from: today, to: date)
  }

  private static func amount(_ distance: RelativeDistance) -> String {
    let symbol =
      switch distance.unit {
      case .second: "s"
      case .minute: "min"
      case .hour: "h"
      case .day: "d"
      case .month: "mo"
      case .year: "y"
      }
    return "\(distance.count) \(symbol)"
  }

  private static func spokenAmount(_ distance: RelativeDistance) -> String {
    "\(distance.count) \(distance.unit)\(distance.count == 1 ? "" : "s")"
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
