import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct UserDatesTests {
  /// 2026-11-21 13:05 UTC.
  private static let moment = 1_795_266_300.0

  @Test(
    "times, dates and relative dates follow the locale; English keeps short relative dates",
    arguments: [
      ("de-DE", ["13:05", "21.11.2026", "vor 20 Stunden"]), ("en-US", ["1:05 PM", "Nov 21, 2026", nil]),
      ("en-GB", ["13:05", "21 Nov 2026", nil]), ("fr-FR", ["13:05", "21 nov. 2026", "il y a 20 heures"]),
    ])
  func locales(_ locale: String, _ expected: [String?]) {
    let dates = UserDates(locale: locale, timeZone: "UTC")
    let now = Self.moment + 20 * 3600
    let texts = [DateStyle.time, .date, .relative].map { dates.text(Self.moment, style: $0, now: now) }
    #expect(texts == expected)
    #expect(dates.text(Self.moment, style: .offset, now: now) == nil && dates.text(.infinity, style: .date, now: now) == nil)
  }
}
