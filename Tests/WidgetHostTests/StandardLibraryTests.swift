import Testing
import WidgetHost
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

/// The table of the standard library agrees with a running worker.
@Suite struct StandardLibraryTests {
  /// An expression's value as text; an update runs it.
  private func value(_ expression: String) async -> String? {
    let widget = TestWidget("function perform_update() print(\(expression)) return update_result.new_data end")
    await widget.update()
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return nil }
    return text
  }

  /// The names of Lua 5.4.4 (`for name in pairs(_G)`, `pairs(string)`, and so on) as its own interpreter prints them.
  private static let lua: [String: String] = [
    "": """
    _G _VERSION assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall print rawequal rawget rawlen \
    rawset require select setmetatable tonumber tostring type warn xpcall
    """,
    "string": "byte char dump find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper",
    "table": "concat insert move pack remove sort unpack",
    "math": """
    abs acos asin atan atan2 ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max maxinteger min mininteger modf pi pow rad \
    random randomseed sin sinh sqrt tan tanh tointeger type ult
    """,
    "utf8": "char charpattern codepoint codes len offset",
    "coroutine": "close create isyieldable resume running status wrap yield",
    "os": "clock date difftime execute exit getenv remove rename setlocale time tmpname",
    "io": "close flush input lines open output popen read stderr stdin stdout tmpfile type write",
    "debug": """
    debug gethook getinfo getlocal getmetatable getregistry getupvalue getuservalue setcstacklimit sethook setlocal setmetatable \
    setupvalue setuservalue traceback upvalueid upvaluejoin
    """,
    "package": "config cpath loaded loadlib path preload searchers searchpath",
  ]

  @Test("every name of Lua 5.4.4 is listed once", arguments: lua.keys.sorted())
  func complete(_ library: String) {
    let listed = StandardLibrary.names.filter { $0.library == library }.map { String($0.member) }
    #expect(listed.sorted() == Self.lua[library]?.split(separator: " ").map(String.init).sorted())
  }

  @Test("the worker has exactly the names that are not listed as missing", arguments: lua.keys.sorted())
  func names(_ library: String) async {
    let available = Set(StandardLibrary.names.filter { $0.library == library && !$0.isMissing }.map { String($0.member) })
    let text = await value(
      """
      (function() local n = {} for k in next, \(library.isEmpty ? "_G" : library) do n[#n + 1] = k end return table.concat(n, ' ') end)()
      """)
    var found = Set(text?.split(separator: " ").map(String.init) ?? [])
    if library.isEmpty {
      let ours = HostAPI.functions.map { String($0.name.prefix { $0 != "." && $0 != ":" }) }.filter { !available.contains($0) }
      found.subtract(StandardLibrary.libraries + ours + ["ui", "settings", "update_result", "widget", "perform_update"])
    }
    #expect(found == available)
  }

  @Test("what is present or changed behaves as listed")
  func behaviour() async throws {
    let available = Set(StandardLibrary.names.filter { !$0.isMissing }.map(\.name))
    #expect(Set(StandardLibraryBehaviour.expressions.keys) == available)
    let checks = StandardLibraryBehaviour.expressions.sorted { $0.key < $1.key }.map { name, expression in
      "  local ok, result = pcall(function() return \(expression) end)\n"
        + "  if not ok or result ~= true then failed[#failed + 1] = '\(name): ' .. tostring(result) end\n"
    }
    let source = """
      function perform_update()
        local failed = {}
      \(checks.map { " do\n\($0) end" }.joined(separator: "\n"))
        print(table.concat(failed, '\\n'))
        return update_result.new_data
      end
      """
    let widget = TestWidget(source)
    #expect(await widget.failure() == nil)
    // `print()` is one of the expressions.
    #expect(await widget.session.snapshot?.view?.content == .text("\n"))
  }

  @Test("a call of a missing name gets its remedy")
  func hints() async throws {
    for name in StandardLibrary.names where name.isMissing {
      let failure = try #require(await TestWidget("function perform_update()\n  \(name.name)()\nend").failure(), "\(name.name)")
      guard case .missing(let advice) = name.status else { continue }
      #expect(failure.remedy == "\(name.name) is not available in widgets; \(advice)")
      #expect(failure.location?.line == 2)
    }
    for (name, remedy) in StandardLibrary.formerNames {
      let failure = try #require(await TestWidget("function perform_update() \(name)() end").failure(), "\(name)")
      #expect(failure.remedy == remedy)
    }
  }

  @Test(
    "a field has a hint only after its library",
    arguments: [
      ("os.remove('x')", "os.remove is not available in widgets; use container(...)"),
      ("t.remove('x')", #"t has no field "remove""#),
      ("os.remove_all('x')", nil), ("x.os.remove('x')", #"x.os has no field "remove""#), ("io.remove('x')", "io has no remove"),
    ] as [(String, String?)])
  func fields(_ line: String, _ remedy: String?) {
    let message = "attempt to call a nil value (field 'remove')"
    #expect(ScriptHint.find(ErrorSite(message: message, line: 1, source: LuaSource(line), latestFailure: nil))?.remedy == remedy)
  }
}
