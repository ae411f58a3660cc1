import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

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
      """, settings: ["token": "env:TOKEN"], environment: ["TOKEN": Self.secret])
    #expect(await widget.update().result == .newData)
    let bytes = try #require(try widget.containers.read("a.txt", in: "group.x"))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains(Self.secret), "at \(offset)")
    #expect(text.contains(SecretMask.mark))
  }
}
