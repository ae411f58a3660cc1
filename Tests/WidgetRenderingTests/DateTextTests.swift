import Testing
import WidgetModel
import WidgetRendering

/// 2026-11-21 12:05:00 UTC.
private let noon = 1_795_262_700.0

@Suite struct DateTextTests {
  /// Seconds from now. The type is written out because the compiler takes half a minute to find it.
  private static let texts: [(DateStyle, Double, String)] = [
    (.time, 0, "12:05"), (.date, 0, "2026-11-21"), (.relative, 0, "now"), (.relative, 5, "in 5 s"),
    (.relative, 300, "in 5 min"),
    (.relative, -10_800, "3 h ago"), (.relative, -86_400 * 3, "3 d ago"), (.relative, 86_400 * 10, "in 10 d"),
    (.relative, -86_400 * 60, "60 d ago"),
    (.relative, -86_400 * 92, "3 mo ago"), (.relative, 86_400 + 43_200, "in 2 d"),
    (.relative, 86_400 * 800, "in 2 y"), (.offset, 300, "+5 min"), (.offset, -7200, "-2 h"), (.offset, 0, "+0 s"),
    (.timer, 299, "4:59"),
    (.timer, -299, "-4:59"), (.timer, -3601, "-1:00:01"), (.timer, 3600, "1:00:00"), (.timer, 45_296, "12:34:56"),
    (.timer, 0, "0:00"),
    // A time on the wrong side of now never looks like one on the right side.
    (.elapsed, -299, "4:59"), (.elapsed, -3601, "1:00:01"), (.elapsed, 0, "0:00"), (.elapsed, 299, "0:00"),
    (.remaining, 299, "4:59"), (.remaining, 45_296, "12:34:56"), (.remaining, 0, "0:00"), (.remaining, -299, "0:00"),
    (.date, -noon, "1970-01-01"),
    (.date, -noon - 1, "1969-12-31"), (.time, -noon - 1, "23:59"), (.date, 951_782_400 - noon, "2000-02-29"),
    (.date, -62_167_219_200 - noon, "0000-01-01"), (.date, -2_203_891_200 - noon, "1900-03-01"),
  ]

  @Test("styles", arguments: texts)
  func styles(style: DateStyle, seconds: Double, expected: String) {
    #expect(DateText.text(noon + seconds, style: style, clock: CalendarClock(now: noon)) == expected)
  }

  @Test("a clock with a language writes times and dates in it, also for speech")
  func language() {
    struct Dates: LocalDates {
      func text(_ moment: Double, style: DateStyle, now: Double) -> String? {
        switch style {
        case .time: "13 Uhr"
        case .relative: "vor 3 Stunden"
        case .date, .offset, .timer, .elapsed, .remaining: nil
        }
      }
    }
    let clock = CalendarClock(now: noon, dates: Dates())
    let styles = [DateStyle.time, .date, .relative, .offset]
    #expect(
      styles.map { DateText.text(noon - 10_800, style: $0, clock: clock) } == ["13 Uhr", "2026-11-21", "vor 3 Stunden", "-3 h"])
    #expect(
      styles.map { DateText.spoken(noon - 10_800, style: $0, clock: clock) } == [
        "13 Uhr", "2026-11-21", "vor 3 Stunden", "vor 3 Stunden",
      ])
    // Until midnight.
    #expect(DateText.nextChange(noon - 90_000, style: .relative, clock: clock) == 42_900)
  }

  @Test("local time uses the UTC offset, which is clamped to a day")
  func zones() {
    let zone = { (offset: Int) in CalendarClock(now: 0, utcOffset: { _ in offset }) }
    #expect(DateText.text(noon, style: .time, clock: zone(19_800)) == "17:35")
    #expect(DateText.text(noon, style: .date, clock: zone(-46_800)) == "2026-11-20")
    #expect(DateText.text(noon, style: .date, clock: zone(.max)) == "2026-11-22")
    #expect(DateText.text(noon, style: .date, clock: zone(.min)) == "2026-11-20")
  }

  @Test(
    "ages",
    arguments: [
      (0.0, "just now"), (-4.0, "just now"), (-30, "30 s ago"), (-180, "3 min ago"), (60, "just now"), (-Double.infinity, "-"),
    ])
  func ages(seconds: Double, expected: String) {
    #expect(DateText.age(of: noon + seconds, clock: CalendarClock(now: noon)) == expected)
  }

  @Test("invalid moments are a dash", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func none(moment: Double) {
    for style in DateStyle.allCases {
      #expect(DateText.text(moment, style: style, clock: CalendarClock(now: noon)) == "-")
      #expect(DateText.text(noon, style: style, clock: CalendarClock(now: moment)).isEmpty == false)
      #expect(DateText.nextChange(moment, style: style, clock: CalendarClock(now: noon)) == nil)
    }
  }

  @Test("elapsed and remaining times are read as lengths, and change only while they run")
  func lengths() {
    let clock = CalendarClock(now: noon)
    #expect(DateText.spoken(noon - 300, style: .elapsed, clock: clock) == "5 minutes")
    #expect(DateText.spoken(noon + 3600, style: .remaining, clock: clock) == "1 hour")
    #expect(DateText.nextChange(noon - 5, style: .remaining, clock: clock) == nil)
    #expect(DateText.nextChange(noon + 60, style: .elapsed, clock: clock) == 61)
  }

  @Test(
    "a text stays the same until its next change", arguments: [DateStyle.relative, .offset, .timer, .elapsed, .remaining])
  func nextChange(style: DateStyle) throws {
    for difference in [-90_000.0, -7000, -3599, -61, -60, -59, 1, 59, 60, 61, 119, 3600, 3660, 7199, 90_000]
    where style != .remaining || difference > 0 {
      let moment = noon + difference
      let change = try #require(DateText.nextChange(moment, style: style, clock: CalendarClock(now: noon)))
      let before = DateText.text(moment, style: style, clock: CalendarClock(now: noon))
      #expect(DateText.text(moment, style: style, clock: CalendarClock(now: noon + change - 1)) == before)
      #expect(DateText.text(moment, style: style, clock: CalendarClock(now: noon + change)) != before, "\(difference)")
    }
  }
}
