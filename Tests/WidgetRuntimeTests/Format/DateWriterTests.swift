import Testing
import WidgetFormats
import WidgetModel

@testable import WidgetRuntime

@Suite struct DateWriterTests {
  /// 2026-11-05 15:04:09 UTC, a Thursday.
  static let moment = 1_793_891_049.0

  private func text(_ pattern: String, _ locale: String = "en", _ zone: String = "UTC", at moment: Double = moment) throws
    -> String?
  {
    DateWriter(LocaleData(locale), zone: .named(zone)).text(moment, pattern: try DatePattern(pattern))
  }

  @Test(
    "styles follow the language",
    arguments: [
      ("en-US", "11/5/26, 3:04 PM", "Nov 5, 2026, 3:04 PM", "November 5, 2026 at 3:04 PM"),
      ("en-GB", "05/11/2026, 15:04", "5 Nov 2026, 15:04", "5 November 2026 at 15:04"),
      ("de", "05.11.26, 15:04", "05.11.2026, 15:04", "5. November 2026 um 15:04"),
      ("fr", "05/11/2026 15:04", "5 nov. 2026, 15:04", "5 novembre 2026 à 15:04"),
      ("es", "5/11/26, 15:04", "5 nov 2026, 15:04", "5 de noviembre de 2026, 15:04"),
      ("it", "05/11/26, 15:04", "5 nov 2026, 15:04", "5 novembre 2026 15:04"),
      ("pt-BR", "05/11/2026 15:04", "5 de nov. de 2026 15:04", "5 de novembro de 2026 15:04"),
      ("nl", "05-11-2026 15:04", "5 nov. 2026 15:04", "5 november 2026 om 15:04"),
      ("sv", "2026-11-05 15:04", "5 nov. 2026 15:04", "5 november 2026 15:04"),
      ("da", "05.11.2026 15.04", "5. nov. 2026 15.04", "5. november 2026 kl. 15.04"),
      ("nb", "05.11.2026, 15:04", "5. nov. 2026, 15:04", "5. november 2026 kl. 15:04"),
      ("fi", "5.11.2026 15.04", "5.11.2026 klo 15.04", "5. marraskuuta 2026 klo 15.04"),
      ("pl", "5.11.2026, 15:04", "5 lis 2026, 15:04", "5 listopada 2026 15:04"),
      ("cs", "05.11.26 15:04", "5. 11. 2026 15:04", "5. listopadu 2026 15:04"),
      ("ru", "05.11.2026, 15:04", "5 нояб. 2026 г., 15:04", "5 ноября 2026 г., 15:04"),
      ("uk", "05.11.26, 15:04", "5 лист. 2026 р., 15:04", "5 листопада 2026 р. о 15:04"),
      ("tr", "5.11.2026 15:04", "5 Kas 2026 15:04", "5 Kasım 2026 15:04"),
      ("ja", "2026/11/05 15:04", "2026/11/05 15:04", "2026年11月5日 15:04"),
      ("zh", "2026/11/5 15:04", "2026年11月5日 15:04", "2026年11月5日 15:04"),
      ("zh-TW", "2026/11/5 下午3:04", "2026年11月5日 下午3:04", "2026年11月5日 下午3:04"),
      ("ko", "26. 11. 5. 오후 3:04", "2026. 11. 5. 오후 3:04", "2026년 11월 5일 오후 3:04"),
      ("he", "5.11.2026, 15:04", "5 בנוב׳ 2026, 15:04", "5 בנובמבר 2026 בשעה 15:04"),
      ("ar", "٥\u{200F}/١١\u{200F}/٢٠٢٦, ٣:٠٤ م", "٠٥\u{200F}/١١\u{200F}/٢٠٢٦, ٣:٠٤ م", "٥ نوفمبر ٢٠٢٦ في ٣:٠٤ م"),
      ("xx", "05/11/2026, 15:04", "5 Nov 2026, 15:04", "5 November 2026 at 15:04"),
    ])
  func styles(_ locale: String, _ short: String, _ medium: String, _ long: String) {
    let writer = DateWriter(LocaleData(locale), zone: .utc)
    #expect(writer.text(Self.moment, style: .short) == short)
    #expect(writer.text(Self.moment, style: .medium) == medium)
    #expect(writer.text(Self.moment, style: .long) == long)
  }

  @Test("date, time and iso contain no other part") func parts() {
    let writer = DateWriter(LocaleData("en-US"), zone: .named("America/New_York"))
    #expect(writer.text(Self.moment, style: .date) == "Nov 5, 2026")
    #expect(writer.text(Self.moment, style: .time) == "10:04 AM")
    #expect(writer.text(Self.moment, style: .iso) == "2026-11-05T10:04:09-05:00")
    #expect(DateWriter(LocaleData("en"), zone: .utc).text(Self.moment + 0.5, style: .iso) == "2026-11-05T15:04:09Z")
    #expect(DateWriter(LocaleData("en-US"), zone: .utc).text(0, style: .time) == "12:00 AM")
    #expect(DateWriter(LocaleData("en-US"), zone: .utc).text(43_200, style: .time) == "12:00 PM")
  }

  @Test(
    "pattern letters",
    arguments: [
      ("yyyy-MM-dd HH:mm:ss", "2026-11-05 15:04:09"), ("y yy yyy yyyyy", "2026 26 2026 02026"),
      ("M MM MMM MMMM L LLLL", "11 11 Nov November 11 November"),
      ("d dd E EEE EEEE", "5 05 Thu Thu Thursday"), ("H HH h hh a", "15 15 3 03 PM"),
      ("S SSS SSSSSS SSSSSSSSS", "5 500 500000 500000000"),
      ("z Z X XX XXX", "UTC +0000 Z Z Z"), ("'at' h 'o''clock' ''", "at 3 o'clock '"), ("", ""), ("…年 – 日", "…年 – 日"),
    ])
  func letters(_ pattern: String, _ expected: String) throws { #expect(try text(pattern, at: Self.moment + 0.5) == expected) }

  @Test("patterns in other languages and zones") func otherLanguages() throws {
    #expect(try text("EEEE d MMMM", "pl") == "czwartek 5 listopada")
    #expect(try text("LLLL", "pl") == "listopad")
    #expect(try text("LLLL", "de") == "November")
    #expect(try text("EEE d MMM", "fi") == "to 5 marrask.")
    #expect(try text("HH:mm z Z X XXX", "en", "Europe/Berlin") == "16:04 CET +0100 +0100 +01:00")
    #expect(try text("HH:mm z XXX", "en", "Asia/Kolkata") == "20:34 IST +05:30")
  }

  @Test("texts that are not patterns") func badPatterns() {
    #expect(throws: DatePatternError.unknownLetter("Y")) { try DatePattern("YYYY-MM-dd") }
    #expect(throws: DatePatternError.openQuote) { try DatePattern("h 'o clock") }
    #expect(throws: DatePatternError.openQuote) { try DatePattern("h 'o''") }
    #expect(throws: DatePatternError.unknownLetter("y")) { try DatePattern("yyyyyyyyyyyy") }
    #expect(throws: DatePatternError.tooLong) { try DatePattern(String(repeating: " ", count: 201)) }
  }

  @Test("the calendar covers the years 1 to 9999") func ends() throws {
    #expect(try text("yyyy-MM-dd HH:mm:ss", at: -62_135_596_800) == "0001-01-01 00:00:00")
    #expect(try text("yyyy-MM-dd HH:mm:ss", at: 253_402_300_799) == "9999-12-31 23:59:59")
    for moment in [-62_135_596_801, 253_402_300_800, 1e300, -1e300, Double.nan, .infinity] {
      #expect(try text("y", at: moment) == nil)
    }
    // The last hour of the last year is another year east of UTC.
    #expect(try text("y", "en", "Europe/Berlin", at: 253_402_300_799) == nil)
  }
}
