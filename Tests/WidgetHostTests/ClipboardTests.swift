import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// `clipboard.write`: of a tap, once, with the user's permission.
@Suite struct ClipboardTests {
  private static func widget(_ handler: String, clipboard: FakeClipboard = FakeClipboard(), allow: [String] = ["clipboard"])
    -> TestWidget
  {
    TestWidget(
      """
      widget { permissions = { clipboard = true } }
      local result = "nothing"
      function content()
        return ui.vstack { ui.text { result }, ui.button { "Copy", action = function() \(handler) end } }
      end
      """, allow: allow, clipboard: clipboard)
  }

  private func tap(_ widget: TestWidget) async throws -> String {
    await widget.update()
    try await widget.press()
    return await widget.words()
  }

  @Test("a tap puts a text onto the clipboard, once")
  func writes() async throws {
    let widget = Self.widget("result = tostring(clipboard.write('a\\tb\\nü'))")
    #expect(try await tap(widget).contains("true"))
    #expect(widget.clipboard.written == ["a\tb\nü"])
    let twice = Self.widget("clipboard.write 'a' local _, e = pcall(clipboard.write, 'b') result = e")
    #expect(try await tap(twice).contains("clipboard.write writes once a tap"))
    #expect(twice.clipboard.written == ["a"])
  }

  @Test(
    "what can't be seen, or is too long, isn't copied",
    arguments: [
      ("'a\\27[31m'", "no control characters"), ("'a\\r'", "no control characters"), ("'a\\0'", "no control characters"),
      ("'a\\u{200B}'", "no control characters"), ("'\\u{202E}txt'", "no control characters"),
      ("('x'):rep(65537)", "the limit is 65536"), ("{}", "must be a string"),
    ])
  func refuses(text: String, message: String) async throws {
    let widget = Self.widget("local _, e = pcall(clipboard.write, \(text)) result = e")
    #expect(try await tap(widget).contains(message))
    #expect(widget.clipboard.written == [])
  }

  @Test("only a tap copies, and only with the permission")
  func needsTap() async throws {
    let widget = TestWidget(
      """
      widget { permissions = { clipboard = true } }
      local _, e = pcall(clipboard.write, "x")
      function content() return ui.text { e } end
      """, allow: ["clipboard"])
    await widget.update()
    #expect(await widget.words().contains("clipboard.write works only in the handler of a tap"))
    let asked = Self.widget("local _, e = pcall(clipboard.write, 'x') result = e", allow: [])
    #expect(try await tap(asked).contains("permission denied: clipboard (not allowed yet)"))
    #expect(asked.clipboard.written == [])
  }

  @Test("where there's no clipboard, the script gets an error of kind unavailable")
  func unavailable() async throws {
    let widget = Self.widget(
      "local ok, err = clipboard.write 'x' result = tostring(ok) .. ' ' .. err.kind .. ': ' .. err.message",
      clipboard: FakeClipboard(problem: ClipboardProblem("this terminal has no clipboard")))
    #expect(try await tap(widget).contains("nil unavailable: "))
  }

  @Test("a widget with a clipboard has a way out: reading the machine becomes a question")
  func isWayOut() {
    let set = PermissionSet(requesting: [.device("disk"), .clipboard])
    #expect(Grants(declared: set, records: []).pending == [.device("disk"), .clipboard])
  }
}
