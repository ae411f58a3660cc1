import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct UserDatesTests {
  /// 2026-11-21 13:05 UTC.
  private static let moment = 1_795_266_300.0

  @Test(
    "times, dates, relative dates and offsets follow the locale; English keeps short relative dates",
    arguments: [
      ("de-DE", ["13:05", "21.11.2026", "vor 20 Stunden", "-20 Std."]), ("en-US", ["1:05 PM", "Nov 21, 2026", nil, nil]),
      ("en-GB", ["13:05", "21 Nov 2026", nil, nil]), ("fr-FR", ["13:05", "21 nov. 2026", "il y a 20 heures", "-20\u{202F}h"]),
    ])
  func locales(_ locale: String, _ expected: [String?]) {
    let dates = UserDates(locale: locale, timeZone: "UTC")
    let now = Self.moment + 20 * 3600
    let texts = [DateStyle.time, .date, .relative, .offset].map { dates.text(Self.moment, style: $0, now: now) }
    #expect(texts == expected)
    #expect(dates.text(.infinity, style: .date, now: now) == nil)
  }

  @Test("an offset in a right-to-left language starts at the right, with its sign to the left of the number")
  func rightToLeftOffset() throws {
    let dates = UserDates(locale: "he-IL", timeZone: "UTC")
    for (seconds, sign) in [(-5.0, "-"), (5, "+")] {
      let text = try #require(dates.text(Self.moment + seconds, style: .offset, now: Self.moment))
      // The first strong character decides about the line, the next one about the number.
      #expect(text.hasPrefix("\u{200F}\u{200E}\(sign)5"), "\(text)")
    }
  }
}
