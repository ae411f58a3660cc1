import Synchronization
import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetTesting

/// Decisions that another process changes while a widget's worker is running.
@Suite struct PermissionChangeTests {
  private static let source = """
    widget { permissions = { run = { "git" }, env = { "HOME" }, notify = true, net = { "a.example" } } }
    local line = "-"
    function content()
      return ui.vstack {
        ui.text { line },
        ui.button { "Run", action = function()
          local ok, result = pcall(run, { "git" })
          local read = pcall(env.get, "HOME")
          local reply, problem = fetch("https://a.example/", { cache = "no-store" })
          line = table.concat({ ok and "ran" or "refused", read and "read" or "refused", reply and "fetched" or problem.kind }, " ")
        end },
      }
    end
    """

  private func widget(
    _ source: String = source, allow: [String] = [], grants: MemoryGrantStore = MemoryGrantStore(),
    rules: any DenyRulesSource = DenyRules.none
  ) -> TestWidget {
    let fetcher = FakeFetcher()
    fetcher.on("https://a.example/", text: "hello")
    let widget = TestWidget(
      source, allow: allow, fetcher: fetcher, environment: ["HOME": "/home/me"], grants: grants, rules: rules)
    widget.programs.program("/usr/bin/git", "done")
    return widget
  }

  private func tap(_ widget: TestWidget) async throws -> String? {
    try await widget.press()
    guard case .text(let text) = await widget.session.snapshot?.view?.children.first?.content else { return nil }
    return text
  }

  private func decisions(_ widget: TestWidget) throws -> [String] {
    try widget.audit.events().filter { $0.kind != .used && $0.kind != .refused }.map { "\($0.kind.rawValue) \($0.permission)" }
  }

  @Test("what --allow gave ends with a revocation, in the same worker, and a restarted one doesn't store it again")
  func revoked() async throws {
    let widget = widget(allow: ["run=git", "env=HOME"])
    await widget.update()
    #expect(try await tap(widget) == "ran read fetched")
    let id = await widget.session.identity.id
    #expect(try widget.grants.revoke(.run("git"), of: id) == 1)
    #expect(try await tap(widget) == "refused read fetched")
    await widget.session.retire()
    await widget.update()
    #expect(try await tap(widget) == "refused read fetched")
    #expect(try widget.grants.list().map(\.record.permission) == [.env("HOME")])
    #expect(try decisions(widget) == ["allowed env=HOME", "allowed run=git"])
    #expect(widget.programs.calls.count == 1)
  }

  @Test("what another process allows counts at the next tap")
  func allowed() async throws {
    let widget = widget()
    await widget.update()
    #expect(try await tap(widget) == "refused refused fetched")
    let other = self.widget(allow: ["run=git", "env=HOME"], grants: widget.grants)
    await other.update()
    #expect(try await tap(widget) == "ran read fetched")
    #expect(try decisions(widget) == [], "the other process recorded it")
  }

  @Test("rules of config.toml that change count at the next tap, and end nothing for good")
  func rules() async throws {
    let rules = ChangingRules()
    let widget = widget(allow: ["run=git", "env=HOME"], rules: rules)
    await widget.update()
    #expect(try await tap(widget) == "ran read fetched")
    rules.change {
      $0.deny(.run)
      _ = $0.deny(.net, "a.example")
    }
    #expect(try await tap(widget) == "refused read denied")
    rules.change { $0 = .none }
    #expect(try await tap(widget) == "ran read fetched")
  }

  @Test("once you revoke a group, its first user is asked about it too")
  func group() async throws {
    let source = """
      widget { permissions = { groups = { "group.x" } } }
      local line = "-"
      function content()
        return ui.vstack { ui.text { line }, ui.button { "Go", action = function()
          line = pcall(function() return defaults.suite("group.x").get("a") end) and "shared" or "refused"
        end } }
      end
      """
    let widget = widget(source)
    await widget.update()
    #expect(try await tap(widget) == "shared")
    #expect(try widget.grants.revoke(nil, of: nil) == 1)
    #expect(try await tap(widget) == "refused")
    await widget.session.retire()
    await widget.update()
    #expect(try await tap(widget) == "refused")
    #expect(try widget.grants.list() == [] && decisions(widget) == ["allowed group=group.x"])
  }
}

/// Rules that a test changes.
private final class ChangingRules: DenyRulesSource {
  private let rules = Mutex(DenyRules())

  var current: DenyRules { rules.withLock { $0 } }

  func change(_ change: (inout DenyRules) -> Void) { rules.withLock { change(&$0) } }
}
