import Foundation
import Testing
import WidgetModel

@testable import WidgetRuntime

/// Long texts that are hard to process: each call must end. Quadratic time would take minutes even at 64 KiB; `make fuzz` passes
/// a megabyte of each.
@Suite(.timeLimit(.minutes(5))) struct LargeCallTests {
  private static let size = ProcessInfo.processInfo.environment["LARGE_TEXT"].flatMap { Int($0) } ?? 64 << 10

  private static func text(_ head: String, _ repeated: String, _ tail: String = "") -> [UInt8] {
    Array((head + String(repeating: repeated, count: size / repeated.utf8.count) + tail).utf8)
  }

  @Test("a name that occurs thousands of times in a query becomes a list of that length")
  func repeatedName() throws {
    let parts = try URLParts(parsing: Self.text("http://h/?", "a=1&"))
    #expect(parts.query?["a"]?.array?.count == Self.size / 4)
  }

  @Test(
    "a long URL gives parts or an error, and the parts give the URL again",
    arguments: [
      text("http://h/?", "a&"), text("http://h/", "/"), text("http://h/", "%2F"), text("http://", "@"), text("http://", "["),
      text("http://", ":"), text("", ":"), text("#", "#"), text("?", "="), text("?", "?"), text("a", "a", ":b"),
      text("http://h/?", "%"),
    ])
  func urls(_ text: [UInt8]) {
    guard let parts = try? URLParts(parsing: text) else { return }
    _ = try? URLParts.build(parts.luaValue)
  }

  @Test(
    "every function of format and date accepts or refuses long names, patterns and texts",
    arguments: ["date.parse", "date.format", "date.components", "date.add", "format.date", "format.list", "format.number"])
  func words(_ name: String) {
    struct User: LocalMoment {
      let locale = "en"
      let timeZone = "UTC"
      func now() -> Double { 0 }
    }
    for repeated in ["y", "'", "\u{301}", "M ", "9"] {
      let long = LuaValue(stringBytes: Self.text("", repeated))
      let call = HostCall(name: name, arguments: [name == "date.parse" ? long : 0, long, long])
      switch name {
      case "date.parse": _ = try? call.parseDate(User())
      case "date.format", "format.date": _ = try? call.formatDate(User())
      case "date.components": _ = try? call.dateComponents(User())
      case "date.add": _ = try? HostCall(name: name, arguments: [0, .table([long.string ?? "": 1])]).addToDate(User())
      case "format.list":
        let list = LuaValue.array(Array(repeating: "a", count: 100_000) + [long])
        _ = ListText.text((list.array ?? []).compactMap(\.string), LocaleData("en"))
      default: _ = DecimalNumber(1e308)
      }
    }
  }
}
