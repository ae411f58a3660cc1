import Testing
import WidgetTesting

/// Arguments longer than a message.
@Suite struct LongArgumentTests {
  @Test(
    "a call that fails in the worker leaves nothing of its long argument to later calls",
    arguments: [
      #"cache.set("a", 1)"#, #"assert(hash.sha256("k") == hash.sha256("k"))"#,
      #"assert(#hash.hmac_sha256("k", "x") == 64 and hash.hmac_sha256("k", "x") == hash.hmac_sha256("k", "x"))"#,
    ])
  func failedCall(_ next: String) async throws {
    let widget = TestWidget(
      """
      function perform_update()
        local ok, message = pcall(hash.hmac_sha256, ("k"):rep(2000000), ("x"):rep(2000000))
        assert(not ok, "it must fail")
        \(next)
        return update_result.new_data
      end
      function content() return ui.text { "done" } end
      """, budgets: .withoutHurry())
    #expect(await widget.failure() == nil)
  }
}
