import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetTesting

/// The record of what widgets with permissions do, and the rules of config.toml that keep them from it.
@Suite struct AuditTests {
  private static let source = """
    widget { permissions = { run = { "git" }, open_url = { "https", "myapp" }, device = { "disk" }, env = { "HOME" } } }
    local line = "-"
    function perform_update()
      local ok, result = pcall(run, { "git", "--token=hunter2" })
      line = ok and "ran" or "refused"
      pcall(env.get, "OTHER")
      pcall(env.get, "HOME")
      pcall(device.disk)
      return update_result.new_data
    end
    function content()
      return ui.vstack {
        ui.text { line }, ui.link { "Manual", url = "https://a.example/secret" },
        ui.button { "Open", action = function() open_url "https://a.example/path?key=hunter2" end },
      }
    end
    """

  private func events(_ widget: TestWidget) throws -> [String] {
    try widget.audit.events().map { "\($0.kind.rawValue) \($0.permission) \($0.detail)".trimming }
  }

  @Test("decisions and uses are recorded, without arguments, paths and queries")
  func recorded() async throws {
    let widget = TestWidget(Self.source, allow: ["run=git", "env=HOME"])
    widget.programs.program("/usr/bin/git", "done")
    await widget.update()
    try await widget.press()
    #expect(
      try events(widget) == [
        "allowed env=HOME", "allowed run=git /usr/bin/git", "used run=git /usr/bin/git", "refused env=OTHER", "used env=HOME",
        "refused device=disk", "used open_url=https https://a.example",
      ])
    #expect(try widget.audit.events().allSatisfy { !$0.detail.contains("hunter2") })
  }

  @Test("a rule of config.toml ends what was allowed: nothing runs, no URL opens, the reason names the file")
  func rules() async throws {
    var rules = DenyRules()
    rules.deny(.run)
    rules.deny(.openURL)
    let widget = TestWidget(Self.source, allow: ["run=git"], rules: rules)
    widget.programs.program("/usr/bin/git", "done")
    let events = widget.session.events.stream()
    await widget.update()
    #expect(await widget.text().contains("refused"))
    var failure: String?
    do throws(Failure) { try await widget.press() } catch { failure = error.message }
    #expect(failure?.contains("denied by config.toml") == true)
    #expect(widget.programs.calls.isEmpty && widget.opener.opened.isEmpty)
    #expect(
      await widget.session.snapshot?.view?.children.contains { if case .link = $0.content { true } else { false } } == false)
    await widget.session.close()
    var denials: [String] = []
    for await event in events { if case .denied(let text) = event { denials.append(text) } }
    #expect(denials.contains { $0.contains("run \"git\" (denied by config.toml); change [deny] in config.toml") })
  }
}

extension String {
  fileprivate var trimming: String { hasSuffix(" ") ? String(dropLast()) : self }
}
