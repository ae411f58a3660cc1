import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// Long arguments are sent in parts; a secret that spans two parts must be masked too.
@Suite struct SecretBoundaryTests {
  private static let secret = "p4ss/w+rd-3f9a"
  /// Bytes of one part, as the prelude cuts them.
  private static let part = 512 * 1024

  @Test(
    "a secret in a long file is masked at any position",
    arguments: [0, part - 13, part - 7, part - 1, part, 2 * part - 7, 3 * part])
  func containerWrite(offset: Int) async throws {
    let widget = TestWidget(
      """
      widget { settings = { token = { type = "secret" } }, permissions = { groups = { "group.x" } } }
      function perform_update()
        local before = string.rep("x", \(offset))
        container("group.x"):write("a.txt", before .. settings.token .. string.rep("y", 3 * \(Self.part) + 100 - \(offset)))
        return update_result.new_data
      end
      function content() return ui.text { "done" } end
      """, budgets: .withoutHurry(), settings: ["token": "env:TOKEN"], environment: ["TOKEN": Self.secret])
    #expect(await widget.update().result == .newData)
    let bytes = try #require(try widget.containers.read("a.txt", in: "group.x"))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(Self.secret), "at \(offset)")
    #expect(text.contains(SecretMask.mark))
  }

  @Test("what is said of a stream has no secrets")
  func streamProblem() async throws {
    let widget = TestWidget(
      """
      widget { settings = { token = { type = "secret" } } }
      function content() return ui.text { settings.token } end
      """, settings: ["token": "env:TOKEN"], environment: ["TOKEN": Self.secret])
    #expect(await widget.update().result == .newData)
    let events = widget.session.events.stream()
    await widget.session.warn(aboutStream: "https://a.example/?key=\(Self.secret): events were left out")
    for await event in events {
      guard case .console(let line) = event else { continue }
      #expect(line.text == "https://a.example/?key=\(SecretMask.mark): events were left out")
      break
    }
  }

  /// A value of 19 bytes.
  private static let token = "S3cr3tVALUE99\"abcd"

  @Test(
    "no message shows the beginning of a secret that a limit cuts",
    arguments: [
      (#"print(("x"):rep(1010) .. t)"#, String(repeating: "x", count: 1010) + "•••"),
      (#"print(("x"):rep(1020) .. t)"#, String(repeating: "x", count: 1020) + "•"),
      (#"print(("x"):rep(1023) .. t)"#, String(repeating: "x", count: 1023)),
      (#"error(("e"):rep(487) .. t, 0)"#, String(repeating: "e", count: 487) + "•••"),
      (#"error(("e"):rep(499) .. t, 0)"#, String(repeating: "e", count: 499)),
      (#"error({ [t .. t .. t] = print })"#, "(error object is a table value)"),
      (#"cache.set("k", { [("k"):rep(30) .. t] = print })"#, "kkkkkkkkkk•••"),
      (#"json.encode({ [("k"):rep(30) .. t] = print })"#, "•••"),
      (#"fetch(t, { timeout = ("k"):rep(30) .. t })"#, "•••"),
      (#"ui.text { "a", spacing = ("k"):rep(30) .. t }"#, ""),
      (#"load("error('x')", "=" .. ("k"):rep(40) .. t .. t)()"#, ""),
      (#"print(pcall(load("error('x')", "@" .. ("k"):rep(40) .. t .. t)))"#, "kkkk•••...:1: x"),
      (#"load("error('x')", "=" .. ("k"):rep(240) .. t)()"#, ""),
      (#"refresh_after(t .. ("x"):rep(40))"#, "•••"),
    ])
  func truncatedMessages(_ statement: String, _ shown: String) async throws {
    let widget = TestWidget(
      """
      widget { settings = { token = { type = "secret" } } }
      function perform_update() local t = settings.token \(statement) return update_result.new_data end
      function content() return ui.text { "done" } end
      """, settings: ["token": "env:TOKEN"], environment: ["TOKEN": Self.token])
    let events = widget.session.events.stream()
    let update = await widget.update()
    await widget.session.close()
    var lines: [String] = []
    for await event in events { if case .console(let line) = event { lines.append(line.text) } }
    let all = "\(lines) \(update)"
    #expect(!all.contains("S3cr"), "\(all)")
    #expect(all.contains(shown.replacing("\"", with: "\\\"")) || all.contains(shown), "\(all)")
  }
}
