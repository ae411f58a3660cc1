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
    let parts = try URLParts(parsing: Self.query("a=1&"))
    #expect(parts.query?["a"]?.array?.count == QueryFields.maximumFields)
  }

  @Test("a query with more fields than the limit is an error that names the limit", arguments: ["a&", "a=1&", "a=b;c&&"])
  func manyFields(_ field: String) throws {
    #expect(throws: Never.self) { try URLParts(parsing: Self.query(field)) }
    #expect(throws: URLParts.Problem.tooManyFields) { try URLParts(parsing: Self.query(field) + Array("z".utf8)) }
    #expect(URLParts.Problem.tooManyFields.text == "the query has more than 10000 fields")
  }

  /// A URL with as many fields as a query may have.
  private static func query(_ field: String) -> [UInt8] {
    Array(("http://h/?" + String(repeating: field, count: QueryFields.maximumFields)).utf8)
  }

  @Test(
    "a long URL gives parts, and the parts give an equal URL",
    arguments: [
      query("a&"), text("http://h/", "/"), text("http://h/", "%2F"),
      text("", ":"), text("#", "#"), text("?", "="), text("?", "?"), text("a", "a", ":b"),
    ])
  func urls(_ text: [UInt8]) throws {
    let parts = try URLParts(parsing: text)
    #expect(try URLParts(parsing: Array(URLParts.build(parts.luaValue).utf8)) == parts)
  }

  @Test("a long host of odd characters is read at once", arguments: ["[", ":"])
  func hosts(_ repeated: String) throws {
    #expect(try URLParts(parsing: Self.text("http://", repeated)).host?.utf8.count ?? 0 >= Self.size - 1)
  }

  @Test("a long URL without a host, or with an incomplete escape, is refused")
  func malformedURLs() {
    #expect(throws: URLParts.Problem.noHost) { try URLParts(parsing: Self.text("http://", "@")) }
    #expect(throws: URLParts.Problem.escape(offset: 10)) { try URLParts(parsing: Self.text("http://h/?", "%")) }
  }

  private struct User: LocalMoment {
    let locale = "en"
    let timeZone = "UTC"
    func now() -> Double { 0 }
  }

  @Test(
    "functions of format and date refuse long names of zones, patterns and dates", arguments: ["y", "'", "\u{301}", "M ", "9"])
  func words(_ repeated: String) throws {
    let long = LuaValue(stringBytes: Self.text("", repeated))
    func call(_ arguments: LuaValue...) -> HostCall { HostCall(name: "date.f", arguments: arguments) }
    let user = User()
    let refusals: [() throws -> LuaValue] = [
      { try call("9", long).parseDate(user) },
      { try call("9", "yyyy", long).parseDate(user) },
      { try call(0, long).formatDate(user) }, { try call(0, "yyyy", long).formatDate(user) },
      { try call(0, long).dateComponents(user) },
      { try call(0, ["days": 1], long).addToDate(user) },
    ]
    for (index, refusal) in refusals.enumerated() {
      #expect(throws: HostError.self, "\(index)") { try refusal() }
    }
    #expect(try call(long).parseDate(user)["error"]["message"].string != nil)
    #expect(try call(0, .table([long.string ?? "": 1])).addToDate(user) == 0, "an unknown unit adds nothing")
  }

  @Test("a long list has all its texts")
  func list() {
    let long = String(decoding: Self.text("", "y"), as: UTF8.self)
    let text = ListText.text(Array(repeating: "a", count: 100_000) + [long], LocaleData("en"))
    #expect(text.utf8.count == 3 * 100_000 + "and ".utf8.count + Self.size)
  }
}
