import WidgetModel

/// A moment as the value of `datetime`: `2026-11-21T12:05:00Z` (RFC 3339).
package enum HTMLDate {
  /// nil outside the years 1 to 9999.
  package static func attribute(_ moment: Double) -> MarkupAttribute? { text(moment).map { .text(.datetime, $0) } }

  /// The moment for a script that writes the date again when it changes.
  package static func moment(_ moment: Double) -> MarkupAttribute {
    .own(.dataMoment, moment.isFinite && abs(moment) < 1e15 ? String(Int(moment.rounded())) : "")
  }

  static func text(_ moment: Double) -> String? {
    guard let parts = CalendarClock(now: 0).components(of: moment), (1...9999).contains(parts.year) else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: 4 - String(parts.year).count) + String(parts.year)
    let second = ((Int(moment.rounded(.down)) % 60) + 60) % 60
    return "\(year)-\(two(parts.month))-\(two(parts.day))T\(two(parts.hour)):\(two(parts.minute)):\(two(second))Z"
  }
}
