import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct DurationTextTests {
  @Test(
    "text and numbers are seconds",
    arguments: [
      ("500ms", 0.5), ("30s", 30), ("5m", 300), ("1h", 3600), ("1d", 86_400), ("1w", 604_800), ("1.5h", 5400), ("0s", 0),
      (30, 30),
      (0.25, 0.25),
    ] as [(LuaValue, Double)])
  func good(_ value: LuaValue, _ seconds: Double) throws { #expect(try DurationText.seconds(value) == seconds) }

  @Test(
    "anything else is an error",
    arguments: [
      ("", .unreadable("\"\"")), ("30", .unreadable("\"30\"")), ("m", .unreadable("\"m\"")), ("5 m", .unreadable("\"5 m\"")),
      ("5M", .unreadable("\"5M\"")), ("-5m", .unreadable("\"-5m\"")), (".5m", .unreadable("\".5m\"")),
      ("5.m", .unreadable("\"5.m\"")), ("1.2.3s", .unreadable("\"1.2.3s\"")), ("٣s", .unreadable("\"٣s\"")),
      ("5parsecs", .unreadable("\"5parsecs\"")), (-1, .negative("number -1")), (true, .wrongType("boolean true")),
      (.number(.nan), .unreadable("number nan")), (.number(.infinity), .unreadable("number inf")),
      ("999999999999w", .tooLong("\"999999999999w\"")), (["a": 1], .wrongType("table")),
    ] as [(LuaValue, DurationError)])
  func bad(_ value: LuaValue, _ problem: DurationError) { #expect(throws: problem) { try DurationText.seconds(value) } }

  @Test("the message shows what to write") func message() {
    #expect(
      DurationError.unreadable("\"5 m\"").description
        == #""5 m" is not a duration; write "30s", "5m", "1h", "1d", "1w" or a number of seconds"#)
  }
}
