import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct NumberTextTests {
  private func number(_ value: Double, _ locale: String, min: Int = 0, max: Int = 3) throws -> String {
    NumberText(LocaleData(locale)).number(try #require(DecimalNumber(value)), minimumPlaces: min, maximumPlaces: max)
  }

  @Test(
    "separators follow the language",
    arguments: [
      ("en-US", "-1,234,567.891"), ("en-GB", "-1,234,567.891"), ("en-IN", "-12,34,567.891"), ("de-DE", "-1.234.567,891"),
      ("de-AT", "-1\u{A0}234\u{A0}567,891"), ("de-CH", "-1’234’567.891"), ("fr-FR", "-1\u{202F}234\u{202F}567,891"),
      ("es", "-1.234.567,891"), ("es-MX", "-1,234,567.891"), ("pt-BR", "-1.234.567,891"), ("pt-PT", "-1\u{A0}234\u{A0}567,891"),
      ("sv", "−1\u{A0}234\u{A0}567,891"), ("no", "−1\u{A0}234\u{A0}567,891"), ("pl", "-1\u{A0}234\u{A0}567,891"),
      ("ru", "-1\u{A0}234\u{A0}567,891"), ("ja", "-1,234,567.891"),
      ("hi", "-12,34,567.891"), ("fa", "\u{200E}−۱٬۲۳۴٬۵۶۷٫۸۹۱"), ("he", "\u{200E}-1,234,567.891"), ("xx", "-1,234,567.891"),
    ])
  func separators(_ locale: String, _ text: String) throws { #expect(try number(-1_234_567.891, locale) == text) }

  @Test("four digits are not grouped where that is the convention") func fourDigits() throws {
    #expect(try number(1234.5, "es") == "1234,5")
    #expect(try number(12345, "es") == "12.345")
    #expect(try number(1234.5, "pl") == "1234,5")
    #expect(try number(1234.5, "de") == "1.234,5")
  }

  @Test("the digits that are written are rounded, half away from zero") func rounding() throws {
    #expect(try number(0.1 + 0.2, "en") == "0.3")
    #expect(try number(1.005, "en", max: 2) == "1.01")
    #expect(try number(2.5, "en", max: 0) == "3")
    #expect(try number(-2.5, "en", max: 0) == "-3")
    #expect(try number(999.9996, "en") == "1,000")
    #expect(try number(0.0004, "en") == "0")
    #expect(try number(-0.0004, "en") == "0")
    #expect(try number(-0.0, "en") == "0")
    #expect(try number(0.05, "en", max: 1) == "0.1")
    #expect(try number(0.05, "en", max: 0) == "0")
    #expect(try number(5, "en", min: 2) == "5.00")
    #expect(try number(1.5e-7, "en", max: 20) == "0.00000015")
    #expect(try number(1e21, "en") == "1,000,000,000,000,000,000,000")
    #expect(try number(.greatestFiniteMagnitude, "en").utf8.count == 309 + 102)
    #expect(try number(.leastNonzeroMagnitude, "en", max: 20) == "0")
  }

  @Test("integers beyond 2^53 are exact") func integers() {
    let writer = NumberText(LocaleData("en"))
    #expect(writer.number(DecimalNumber(.max)) == "9,223,372,036,854,775,807")
    #expect(writer.number(DecimalNumber(.min)) == "-9,223,372,036,854,775,808")
    #expect(writer.number(DecimalNumber(0)) == "0")
  }

  @Test("infinity and NaN have no digits") func noNumber() {
    for value in [Double.nan, .infinity, -.infinity] { #expect(DecimalNumber(value) == nil) }
  }

  @Test(
    "the position of the percent sign follows the language",
    arguments: [
      ("en", "81%"), ("de", "81\u{A0}%"), ("fr", "81\u{A0}%"), ("it", "81%"), ("tr", "%81"), ("ja", "81%"),
      ("ar", "٨١٪\u{61C}"), ("ar-MA", "81\u{200E}%\u{200E}"),
    ])
  func percent(_ locale: String, _ text: String) throws {
    #expect(NumberText(LocaleData(locale)).percent(try #require(DecimalNumber(0.813))) == text)
  }

  @Test(
    "the sign comes first, also before a percent sign",
    arguments: [
      ("en", -0.0198, SignDisplay.auto, "-1.98%"), ("tr", -0.0198, .auto, "-%1,98"), ("tr", 0.0198, .always, "+%1,98"),
      ("de", 0.0198, .exceptZero, "+1,98\u{A0}%"), ("en", 0, .exceptZero, "0%"), ("en", 0, .always, "+0%"),
      ("en", -0.00001, .auto, "0%"), ("en", -0.00001, .exceptZero, "0%"), ("en", -0.5, .never, "50%"),
    ])
  func signs(_ locale: String, _ value: Double, _ sign: SignDisplay, _ text: String) throws {
    let number = try #require(DecimalNumber(value))
    #expect(NumberText(LocaleData(locale)).percent(number, maximumPlaces: 2, sign: sign) == text)
  }

  @Test(
    "amounts of money have the symbol, its place and the decimals of language and currency",
    arguments: [
      ("en-US", 1234.5, "USD", "$1,234.50"), ("en-US", -0.75, "USD", "-$0.75"), ("en-GB", 1234.5, "USD", "US$1,234.50"),
      ("de", 1234.5, "EUR", "1.234,50\u{A0}€"), ("de-AT", 1234.5, "EUR", "€\u{A0}1.234,50"), ("de-CH", -5, "CHF", "CHF-5.00"),
      ("fr-CH", 1234.5, "CHF", "1\u{202F}234.50\u{A0}CHF"), ("tr", 5, "TRY", "₺5,00"), ("ja", 1234.4, "JPY", "￥1,234"),
      ("en", 5, "CHF", "CHF\u{A0}5.00"), ("en", 5, "KWD", "KWD\u{A0}5.000"), ("sv", -5, "SEK", "−5,00\u{A0}kr"),
      ("en", 5, "xyz", "XYZ\u{A0}5.00"), ("he", -5, "ILS", "\u{200F}\u{200E}-5.00\u{A0}₪"),
    ])
  func money(_ locale: String, _ value: Double, _ code: String, _ text: String) throws {
    let currency = try #require(MoneyText.Currency(code))
    #expect(MoneyText(LocaleData(locale)).text(try #require(DecimalNumber(value)), currency) == text)
  }

  @Test("a currency is three letters", arguments: ["", "EU", "EURO", "E1R", "€", "ÄÖÜ"]) func noCurrency(_ text: String) {
    #expect(MoneyText.Currency(text) == nil)
  }

  @Test("percent is exact") func exactPercent() throws {
    let writer = NumberText(LocaleData("en"))
    #expect(writer.percent(try #require(DecimalNumber(0.815)), maximumPlaces: 0) == "82%")
    #expect(writer.percent(try #require(DecimalNumber(0.0725)), maximumPlaces: 2) == "7.25%")
    #expect(writer.percent(try #require(DecimalNumber(1.1)), maximumPlaces: 3) == "110%")
    #expect(writer.percent(DecimalNumber(12)) == "1,200%")
  }

  @Test(
    "abbreviations of compact numbers follow the language",
    arguments: [
      ("en-US", 999, "999"), ("en-US", 1234, "1.2K"), ("en-US", 12_345, "12K"), ("en-US", 123_456, "123K"),
      ("en-US", 999_949, "1M"), ("en-US", 999_499, "999K"), ("en-US", 1e6, "1M"), ("en-US", 3.45e9, "3.5B"),
      ("en-US", 5e12, "5T"),
      ("en-US", 7e15, "7000T"), ("en-US", -1234, "-1.2K"), ("en-US", 0, "0"), ("en-US", 9.96, "10"), ("en-GB", 3.4e9, "3.4B"),
      ("en-IN", 250_000, "2.5L"), ("de", 12_345, "12.345"), ("de", 1.2e6, "1,2\u{A0}Mio."), ("fr", 3.4e9, "3,4\u{A0}Md"),
      ("es", 3.4e9, "3400\u{A0}M"), ("es", 3.4e10, "34\u{A0}mil\u{A0}M"), ("ja", 12_345, "1.2万"), ("ja", 1234, "1234"),
      ("zh", 5e12, "5万亿"), ("zh-Hant", 3e8, "3億"),
      ("ru", 1234, "1,2\u{A0}тыс."),
    ] as [(String, Double, String)])
  func compact(_ locale: String, _ value: Double, _ text: String) throws {
    #expect(NumberText(LocaleData(locale)).compact(try #require(DecimalNumber(value))) == text)
  }

  @Test(
    "amounts of data",
    arguments: [
      ("en", 0, .decimal, "0 B"), ("en", 1, .decimal, "1 B"), ("en", 999, .decimal, "999 B"), ("en", 1000, .decimal, "1 kB"),
      ("en", 1234, .decimal, "1.2 kB"), ("en", 12_345, .decimal, "12.3 kB"), ("en", 123_456, .decimal, "123 kB"),
      ("en", 999_949, .decimal, "1 MB"), ("en", 999_499, .decimal, "999 kB"), ("en", 1.2e9, .decimal, "1.2 GB"),
      ("en", -1.2e9, .decimal, "-1.2 GB"), ("en", 9.2e18, .decimal, "9.2 EB"), ("en", 5e21, .decimal, "5,000 EB"),
      ("en", 1024, .binary, "1 KiB"), ("en", 1536, .binary, "1.5 KiB"), ("en", 1023, .binary, "1,023 B"),
      ("en", 1_073_741_824, .binary, "1 GiB"), ("en", 1_073_741_823, .binary, "1 GiB"), ("en", 1_073_741_824, .memory, "1 GB"),
      ("en", 2048, .memory, "2 KB"), ("fr", 1.2e9, .decimal, "1,2\u{202F}Go"), ("fr", 5, .decimal, "5\u{202F}o"),
      ("fr", 2048, .binary, "2\u{202F}Kio"), ("de", 1.2e9, .decimal, "1,2\u{A0}GB"), ("ru", 1.2e9, .decimal, "1,2 ГБ"),
      ("ru", 2048, .binary, "2 КиБ"), ("fi", 1.2e6, .decimal, "1,2 Mt"), ("ko", 1.2e6, .decimal, "1.2MB"),
      ("ja", 1.2e6, .decimal, "1.2 MB"), ("en", .nan, .decimal, ""),
    ] as [(String, Double, ByteText.Style, String)])
  func bytes(_ locale: String, _ value: Double, _ style: ByteText.Style, _ text: String) {
    #expect(ByteText(LocaleData(locale)).bytes(value, style: style) == text)
  }

  @Test(
    "ranks",
    arguments: [
      ("en", 1, "1st"), ("en", 2, "2nd"), ("en", 3, "3rd"), ("en", 4, "4th"), ("en", 11, "11th"), ("en", 12, "12th"),
      ("en", 13, "13th"), ("en", 21, "21st"), ("en", 111, "111th"), ("en", 1001, "1,001st"), ("en", 0, "0th"), ("en", -1, "-1st"),
      ("en", .min, "-9,223,372,036,854,775,808th"), ("de", 3, "3."), ("fr", 1, "1er"), ("fr", 2, "2e"), ("es", 1, "1.º"),
      ("sv", 2, "2:a"), ("sv", 12, "12:e"), ("sv", 3, "3:e"), ("ja", 3, "第3"), ("he", 3, "3."), ("xx", 3, "3rd"), ("hi", 2, "2रा"),
      ("af", 21, "21ste"), ("af", 12, "12de"),
    ] as [(String, Int64, String)])
  func ordinals(_ locale: String, _ number: Int64, _ text: String) {
    #expect(OrdinalText.text(number, LocaleData(locale)) == text)
  }

  @Test(
    "lists",
    arguments: [
      ("en", [], ""), ("en", ["a"], "a"), ("en", ["a", "b"], "a and b"), ("en", ["a", "b", "c"], "a, b, and c"),
      ("en-GB", ["a", "b", "c"], "a, b and c"),
      ("de", ["a", "b", "c"], "a, b und c"), ("es", ["padre", "hijo"], "padre e hijo"),
      ("es", ["agua", "hielo"], "agua y hielo"),
      ("es", ["a", "isla"], "a e isla"), ("ja", ["a", "b", "c"], "a、b、c"), ("zh", ["a", "b", "c"], "a、b和c"),
      ("he", ["a", "b"], "a ו-b"), ("he", ["א", "ב"], "א וב"), ("ar", ["أ", "ب", "ج"], "أ وب وج"),
      ("cs", ["a", "b"], "a a b"),
    ] as [(String, [String], String)])
  func lists(_ locale: String, _ elements: [String], _ text: String) {
    #expect(ListText.text(elements, LocaleData(locale)) == text)
  }
}
