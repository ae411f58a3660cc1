import Testing
import WidgetFormats
import WidgetModel

@testable import WidgetRuntime

@Suite struct RelativeTextTests {
  private func text(_ seconds: Double, _ locale: String = "en", zone: String = "UTC") -> String? {
    RelativeText(LocaleData(locale)).text(DateWriterTests.moment + seconds, now: DateWriterTests.moment, zone: .named(zone))
  }

  @Test(
    "English",
    arguments: [
      (0, "now"), (0.4, "now"), (1, "in 1 second"), (-1, "1 second ago"), (59, "in 59 seconds"), (60, "in 1 minute"),
      (119, "in 1 minute"), (300, "in 5 minutes"), (-10800, "3 hours ago"), (86_399, "in 23 hours"), (86_400, "tomorrow"),
      (-86_400, "yesterday"), (-108000, "yesterday"), (-144000, "2 days ago"), (518400, "in 6 days"),
      (604800, "in 7 days"), (864_000, "in 10 days"), (2505600, "in 29 days"), (5_184_000, "in 60 days"),
      (5_270_400, "in 2 months"), (31449600, "in 11 months"), (31536000, "in 12 months"), (63_072_000, "in 23 months"),
      (63_158_400, "in 2 years"), (-69120000, "2 years ago"), (-37843200000, "1,199 years ago"),
    ] as [(Double, String)])
  func english(_ seconds: Double, _ expected: String) { #expect(text(seconds) == expected) }

  @Test(
    "other languages, with their plurals",
    arguments: [
      ("de", 300, "in 5 Minuten"), ("de", -259200, "vor 3 Tagen"), ("de", -86_400, "gestern"),
      ("de", 864_000, "in 10 Tagen"), ("fr", -3600, "il y a 1 heure"),
      ("es", 7200, "dentro de 2 horas"), ("pt-BR", 7200, "em 2 horas"), ("pt-PT", 7200, "dentro de 2 horas"),
      ("sv", -300, "för 5 minuter sedan"), ("fi", 300, "5 minuutin päästä"), ("fi", -300, "5 minuuttia sitten"),
      ("pl", -60, "1 minutę temu"), ("pl", -120, "2 minuty temu"), ("pl", -300, "5 minut temu"), ("pl", -1320, "22 minuty temu"),
      ("pl", -720, "12 minut temu"), ("cs", 120, "za 2 minuty"), ("cs", -120, "před 2 minutami"), ("ru", -60, "1 минуту назад"),
      ("ru", -120, "2 минуты назад"), ("ru", -300, "5 минут назад"), ("ru", -1260, "21 минуту назад"),
      ("ru", -660, "11 минут назад"), ("uk", 7200, "через 2 години"), ("tr", 300, "5 dakika sonra"), ("ja", 300, "5 分後"),
      ("zh", -300, "5分钟前"), ("zh-TW", -300, "5 分鐘前"), ("ko", -300, "5분 전"), ("he", 7200, "בעוד שעתיים"),
      ("he", -300, "לפני 5 דקות"),
      ("ar", 60, "خلال دقيقة واحدة"), ("ar", 120, "خلال دقيقتين"), ("ar", 300, "خلال ٥ دقائق"), ("ar", 660, "خلال ١١ دقيقة"),
      ("nb", -86_400, "i går"),
    ] as [(String, Double, String)])
  func languages(_ locale: String, _ seconds: Double, _ expected: String) { #expect(text(seconds, locale) == expected) }

  @Test("days are counted in the user's zone") func zones() {
    // 34 hours before Thursday 15:04 UTC: Wednesday 05:04 UTC, still Tuesday in Los Angeles.
    #expect(text(-34 * 3600) == "yesterday")
    #expect(text(-34 * 3600, zone: "America/Los_Angeles") == "2 days ago")
  }

  @Test("a moment outside of the calendar has no relative text") func odd() {
    for moment in [Double.nan, .infinity, -.infinity, 1e300] { #expect(text(moment) == nil) }
  }

  @Test(
    "durations",
    arguments: [
      ("en", 5100, .short, 2, "1 h 25 min"), ("en", 5100, .long, 2, "1 hour 25 minutes"), ("en", 5100, .clock, 2, "1:25:00"),
      ("en", 0, .short, 2, "0 s"), ("en", 0, .long, 2, "0 seconds"), ("en", 0, .clock, 2, "0:00"), ("en", 300, .clock, 2, "5:00"),
      ("en", 59, .short, 2, "59 s"), ("en", 3600, .short, 2, "1 h"), ("en", 3601, .short, 2, "1 h"),
      ("en", 3601, .short, 3, "1 h 1 s"),
      ("en", 90_061, .short, 4, "1 d 1 h 1 min 1 s"), ("en", 90_061, .short, 1, "1 d"), ("en", 90_061, .long, 2, "1 day 1 hour"),
      ("en", 176_400, .clock, 2, "49:00:00"), ("en", -300, .short, 2, "-5 min"), ("en", -300, .clock, 2, "-5:00"),
      ("en", .min, .short, 1, "-106,751,991,167,300 d"), ("de", 5100, .short, 2, "1 Std. 25 Min."),
      ("de", 5100, .long, 2, "1 Stunde 25 Minuten"), ("fr", 5100, .short, 2, "1\u{202F}h 25\u{A0}min"),
      ("ru", 7500, .long, 2, "2 часа 5 минут"),
      ("pl", 7320, .long, 2, "2 godziny 2 minuty"), ("ja", 5100, .short, 2, "1 時間 25 分"), ("zh", 5100, .long, 2, "1小时25分钟"),
      ("ko", 5100, .short, 2, "1시간 25분"), ("ar", 7200, .long, 2, "ساعتان"),
    ] as [(String, Int, DurationWords.Style, Int, String)])
  func durations(_ locale: String, _ seconds: Int, _ style: DurationWords.Style, _ units: Int, _ expected: String) {
    #expect(DurationWords(LocaleData(locale)).text(seconds, style: style, units: units) == expected)
  }
}
