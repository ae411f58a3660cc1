import Foundation
import Testing
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem
import WidgetTesting

/// Controls whose worker has ended.
@Suite struct RestartTests {
  private static let counter = """
    local n, updates = 0, 0
    function perform_update() updates = updates + 1 return update_result.new_data end
    function content()
      return ui.vstack { ui.text { "pressed " .. n .. " updated " .. updates },
        ui.button { "More", action = function() n = n + 1 end },
        ui.button { "Loop", action = function() while true do end end } }
    end
    """

  private static let budgets = Budgets(cpuMilliseconds: [.load: 500, .update: 500, .tap: 100, .content: 100])

  private func action(_ label: String, _ widget: TestWidget) async throws -> Int {
    func find(_ node: ViewNode) -> Int? {
      if case .button(label, _) = node.content { return node.action }
      return node.children.lazy.compactMap(find).first
    }
    return try #require(await widget.session.snapshot?.view.flatMap(find))
  }

  /// Kills a worker and waits until it's been reaped.
  private func hasEnded(_ process: pid_t) async -> Bool {
    kill(process, SIGKILL)
    return await eventually { kill(process, 0) != 0 && errno == ESRCH }
  }

  private func press(_ label: String, _ widget: TestWidget) async throws {
    try await widget.press(try await action(label, widget))
  }

  @Test("after a handler exceeds its limit, the next press restarts the widget and runs its handler")
  func limit() async throws {
    let widget = TestWidget(Self.counter, budgets: Self.budgets)
    await widget.update()
    try await press("More", widget)
    for _ in 0..<2 {
      await #expect { try await press("Loop", widget) } throws: { ($0 as? Failure)?.kind == .killedTime }
    }
    try await press("More", widget)
    #expect(await widget.text().contains("pressed 1 updated 1"), "the variables start again")
    try await press("More", widget)
    #expect(await widget.text().contains("pressed 2 updated 1"))
  }

  @Test("a worker that died between two presses is replaced, and the handler runs")
  func death() async throws {
    let widget = TestWidget(Self.counter)
    await widget.update()
    let first = try #require(await widget.session.workerProcess)
    #expect(await hasEnded(first))
    try await press("More", widget)
    #expect(await widget.text().contains("pressed 1 updated 1"))
    #expect(await widget.session.workerProcess != first)
  }

  @Test("an update after the worker died needs no second attempt")
  func updateAfterDeath() async throws {
    let widget = TestWidget(Self.counter)
    await widget.update()
    #expect(await hasEnded(try #require(await widget.session.workerProcess)))
    #expect(await widget.update().result == .newData)
  }

  @Test("a control of a stored snapshot works in a new session")
  func stored() async throws {
    let snapshots = MemorySnapshotStore()
    let first = TestWidget(Self.counter, snapshots: snapshots)
    await first.update()
    await first.session.close()
    let second = TestWidget(Self.counter, snapshots: snapshots)
    try await second.session.loadStored(for: TestWidget.context())
    try await press("More", second)
    #expect(await second.text().contains("pressed 1 updated 1"))
  }

  @Test(
    "the handler runs if its control is in the new view, by id, else by label and position; otherwise the new view is reported",
    arguments: [
      // An id finds a control that has moved and has another label.
      ("ui.button { 'A', id = 'x', action = press }", "ui.text { 'new' }, ui.button { 'B', id = 'x', action = press }", true),
      ("ui.button { 'A', id = 'x', action = press }", "ui.button { 'A', id = 'y', action = press }", false),
      ("ui.button { 'A', action = press }", "ui.button { 'A', action = press }", true),
      ("ui.button { 'A', action = press }", "ui.button { 'B', action = press }", false),
      ("ui.button { 'A 9', action = press }", "ui.button { 'A 10', action = press }", false),
      ("ui.button { 'A', action = press }", "ui.text { 'new' }, ui.button { 'A', action = press }", false),
      ("ui.button { 'A', action = press }", "ui.text { 'A' }", false),
      ("ui.vstack { ui.text { 'A' }, on_tap = press }", "ui.vstack { ui.text { 'A' }, on_tap = press }", true),
      ("ui.vstack { ui.text { 'A' }, on_tap = press }", "ui.vstack { ui.text { 'B' }, on_tap = press }", false),
    ])
  func matching(_ before: String, _ after: String, _ runs: Bool) async throws {
    let widget = TestWidget(
      """
      local pressed = false
      local function press() pressed = true end
      function perform_update() defaults.set("starts", (defaults.get("starts") or 0) + 1) return update_result.new_data end
      function content()
        local status = ui.text { pressed and "it ran" or "not yet" }
        if defaults.get("starts") > 1 then return ui.vstack { status, \(after) } end
        return ui.vstack { status, \(before) }
      end
      """)
    await widget.update()
    let view = try #require(await widget.session.snapshot?.view)
    let action = try #require(view.children.compactMap(\.action).first)
    #expect(await hasEnded(try #require(await widget.session.workerProcess)))
    #expect(try await widget.press(action) == runs)
    await widget.session.close()
    #expect(await widget.text().contains("it ran") == runs)
  }

  @Test(
    "the worker that has the view runs the handler also when only numbers in its label have changed since",
    arguments: [
      ("ui.button { 'A 9', action = press }", "ui.button { 'A 10', action = press }", true),
      ("ui.button { 'A 9', action = press }", "ui.button { 'B 10', action = press }", false),
      (
        "ui.button { 'A 1', action = press }, ui.button { 'A 2', action = press }",
        "ui.button { 'A 2', action = press }, ui.button { 'A 1', action = press }", false
      ),
      ("ui.button { 'A 1', action = press }, ui.button { 'B', action = press }", "ui.button { 'A 2', action = press }", false),
    ])
  func newNumbers(_ before: String, _ after: String, _ runs: Bool) async throws {
    let widget = TestWidget(
      """
      local updates, pressed = 0, false
      local function press() pressed = true end
      function perform_update() updates = updates + 1 return update_result.new_data end
      function content()
        local status = ui.text { pressed and "it ran" or "not yet" }
        if updates > 1 then return ui.vstack { status, \(after) } end
        return ui.vstack { status, \(before) }
      end
      """)
    await widget.update()
    let seen = try #require(await widget.session.snapshot?.view)
    let control = try #require(seen.children.compactMap(\.action).first.flatMap { seen.control(action: $0) })
    await widget.update(.schedule)
    try await widget.session.act(on: control, context: TestWidget.context(.action))
    #expect(await widget.text().contains("it ran") == runs)
    await widget.session.close()
  }
}
