import Testing
import WidgetModel

@Suite struct InternetDateTests {
  private func seconds(_ text: String, _ leniency: InternetDate.Leniency = .standard) -> Double? {
    InternetDate(text, leniency)?.seconds()
  }

  @Test(
    "RFC 3339, RFC 9110 and RFC 5322 name one moment",
    arguments: [
      "2026-11-21T12:00:00Z", "2026-11-21t13:00:00+01:00", "2026-11-21 12:00:00.000Z", "20261121T120000Z", "2026-W47-6T12Z",
      "2026-325T12:00Z", "Sat, 21 Nov 2026 12:00:00 GMT", "Saturday, 21-Nov-26 12:00:00 GMT", "Sat Nov 21 12:00:00 2026",
      "21 Nov 2026 07:00 EST", " 21 November 2026 12:00:00 +0000\n", "November 21, 2026 12:00", "Sat, 21 Nov 2026 13:00:00+0100",
    ])
  func forms(_ text: String) { #expect(seconds(text) == 1_795_262_400) }

  @Test(
    "only feeds are read leniently",
    arguments: [
      "2026", "21 Nov 2026 12:00 CEST", "21 Nov 2026 12:00 A", "Nov 21, 2026 12:00 pm", "Sat, 21 Nov 2026 13:00:00 +0100 (CET)",
      "Samedi, 21 Nov 2026 12:00:00 GMT",
    ])
  func lenient(_ text: String) {
    #expect(seconds(text) == nil)
    #expect(seconds(text, .feed) != nil)
  }

  @Test("a time without a zone is placed by the caller")
  func localTime() throws {
    let date = try #require(InternetDate("2026-11-21T12:00:00"))
    #expect(date.utcOffset == nil && date.hasTime)
    #expect(date.seconds { $0 - 3600 } == 1_795_258_800)
    #expect(try #require(InternetDate("2026-11-21")).hasTime == false)
  }

  @Test("leap seconds and 24:00 are the following moment", arguments: ["2016-12-31T23:59:60Z", "2016-12-31T24:00:00Z"])
  func edges(_ text: String) { #expect(seconds(text) == 1_483_228_800) }

  @Test(
    "dates that do not exist are parsed and have no time",
    arguments: ["2026-02-29", "2026-13-01", "31 Feb 2026", "2026-11-05T24:00:01Z", "0000-01-01", "9999-12-31T23:59:59-01:00"])
  func nonexistent(_ text: String) {
    #expect(InternetDate(text) != nil)
    #expect(seconds(text) == nil)
  }

  @Test("every written date is parsed back, in all years")
  func roundTrip() {
    for days in stride(from: -719_162, through: 2_932_896, by: 97) {
      let date = CalendarDate(days: days)
      func padded(_ number: Int, _ width: Int) -> String { String(String(number + 10_000).suffix(width)) }
      let day = "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      if seconds(day) != Double(days * 86_400) { Issue.record("\(day)") }
      let http = HTTPDate.text(Double(days * 86_400))
      if seconds(http) != Double(days * 86_400) || HTTPDate.seconds(http, now: 0) != Double(days * 86_400) {
        Issue.record("\(http)")
      }
    }
  }

  @Test("truncated and mutated dates never trap, and stay within the years 1 to 9999")
  func mutations() {
    var generator = SystemRandomNumberGenerator()
    let seeds = [
      "2026-11-21T13:00:00.25+01:00", "2026-W47-6", "Sat, 21 Nov 2026 12:00:00 GMT", "Sat Nov 21 12:00:00 2026",
      "21-Nov-26 1:2 pm",
    ]
    for text in seeds {
      for length in 0...text.utf8.count { _ = InternetDate(String(text.prefix(length)), .feed)?.seconds() }
      for _ in 0..<4000 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          let index = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[index] = "0199:-+TZ ,JFMé".utf8.randomElement(using: &generator) ?? 0
        }
        let mutated = String(decoding: bytes, as: UTF8.self)
        for leniency in [InternetDate.Leniency.standard, .feed] {
          guard let seconds = InternetDate(mutated, leniency)?.seconds() else { continue }
          if !CalendarDate.moments.contains(seconds) { Issue.record("\(mutated)") }
        }
        _ = HTTPDate.seconds(mutated, now: 0)
      }
    }
  }
}
