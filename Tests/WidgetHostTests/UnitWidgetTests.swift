import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost
@testable import WidgetRuntime

/// `units` through the real worker and broker, with systemd in memory.
@Suite struct UnitWidgetTests {
  private static let manifest = "units = { 'a.service' }"

  private static func machine() -> MemoryMachineServices {
    let machine = MemoryMachineServices()
    machine.set(
      UnitName.path("a.service"), Units.unitInterface,
      ["Id": "a.service", "LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Description": "A"], on: .session
    )
    return machine
  }

  private func printed(
    _ update: String, _ machine: MemoryMachineServices, manifest: String = manifest, allow: [String] = ["units=a.service"]
  ) async -> String {
    let widget = TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function perform_update() \(update) return update_result.new_data end
      """, allow: allow, machine: machine)
    if let failure = await widget.failure() { return "failed: \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "" }
    return text
  }

  @Test("a script gets a unit's state, and controls it")
  func state() async {
    let machine = Self.machine()
    let text = await printed(
      """
      local u = assert(units.state "a.service")
      print(u.name, u.state, u.detail, u.description, u.scope, u.enabled, u.since)
      assert(units.start "a.service") assert(units.stop "a.service") assert(units.restart "a.service")
      """, machine)
    #expect(text == "a.service\tactive\trunning\tA\tuser\tfalse\tnil")
    #expect(machine.calls.filter { $0.hasSuffix("replace") } == ["Start replace", "Stop replace", "Restart replace"])
    machine.fail(.unavailable(reason: "there is no D-Bus session"))
    #expect(await printed("local u, err = units.state 'a.service' print(u, err.kind)", machine) == "nil\tunavailable")
  }

  @Test("units that a setting names are asked about one by one, at most 16; anything else works as little as before")
  func settings() async {
    let many = (0..<20).map { "unit\($0).service" }
    for (type, text, allowed, expected) in [
      ("type = 'list', of = 'string'", #"["a.service", "b.service"]"#, ["units=a.service"], "active\tb.service not allowed yet"),
      ("type = 'string'", "a.service", ["units=a.service"], "active\tb.service not in the manifest"),
      ("type = 'string'", "*.service", ["units=*.service"], "a.service not in the manifest\tb.service not in the manifest"),
      ("type = 'string', default = 'a.service'", nil, [], "a.service not allowed yet\tb.service not in the manifest"),
      (
        "type = 'list', of = 'string'", #"["\#(many.joined(separator: #"",""#))"]"#, many.map { "units=\($0)" },
        "a.service not in the manifest\tb.service not in the manifest"
      ),
    ] as [(String, String?, [String], String)] {
      let widget = TestWidget(
        """
        widget { settings = { names = { \(type) } }, permissions = { units = { { setting = "names" } } } }
        local function state(name)
          local is_allowed, unit = pcall(units.state, name)
          return is_allowed and unit.state or name .. " " .. unit:match "%((.-)%)"
        end
        function perform_update() print(state "a.service", state "b.service") return update_result.new_data end
        """, settings: text.map { ["names": $0] } ?? [:], allow: allowed,
        machine: Self.machine())
      let failure = await widget.failure()
      #expect(failure == nil, "\(type)")
      guard case .text(let shown) = await widget.session.snapshot?.view?.content else { return }
      #expect(shown == expected, "\(type) \(text ?? "")")
    }
    for (setting, problem) in [
      ("other = { type = 'string' }", "there is no setting \"names\""), ("names = { type = 'boolean' }", "of type \"string\""),
      ("names = { type = 'list', of = 'url' }", "no list of strings"),
    ] {
      let widget = TestWidget("widget { settings = { \(setting) }, permissions = { units = { { setting = 'names' } } } }")
      #expect(await widget.failure()?.message.contains(problem) == true, "\(setting)")
    }
  }

  @Test("only the exact names of the manifest work, and the user is always asked")
  func permissions() async {
    let machine = Self.machine()
    for name in ["b.service", "a", "a.service ", "A.service", "", "*"] {
      let text = await printed("units.stop '\(name)'", machine)
      #expect(text.contains("(not in the manifest)"), "\(name): \(text)")
    }
    let asking = await printed("units.state 'a.service'", machine, allow: [])
    #expect(asking.contains("units \"a.service\" (not allowed yet)"), "\(asking)")
    for wrong in ["'*.service'", "'a@.service'", "'a'", "'/etc/x.service'"] {
      #expect(await printed("", machine, manifest: "units = { \(wrong) }").contains("is not the name of a unit"), "\(wrong)")
    }
    #expect(machine.calls == [])
    let request = PermissionRequest(
      widget: await TestWidget("").session.identity, manifest: [], name: "A", permissions: [], programs: [:], groupUsers: [:],
      waysOut: [.net("a.example")])
    #expect(
      PermissionText.question(.unit("a.service"), in: request)
        == "seeing the state of the unit \"a.service\", starting and stopping it\n  The widget could pass on what it reads by "
        + "fetching from \"a.example\"")
  }

  @Test("a tap from a browser on another machine controls nothing")
  func remote() async throws {
    let machine = Self.machine()
    let widget = TestWidget(
      """
      widget { permissions = { \(Self.manifest) } }
      function perform_update() return update_result.new_data end
      function content()
        return ui.button { "Stop", id = "stop", action = function()
          local done, err = units.stop "a.service"
          defaults.set("result", done and "done" or err.kind)
        end }
      end
      """, allow: ["units=a.service"], machine: machine)
    await widget.update()
    var control = try #require(await widget.session.snapshot?.view?.control(action: 1))
    control.isRemote = true
    _ = try await widget.session.act(on: control, context: TestWidget.context(.action))
    #expect(try widget.defaults.value("result", in: await widget.session.identity.id)?.string == "denied")
    #expect(machine.calls == [])
  }

  @Test("changes of allowed units arrive as events with their names; without a unit there's nothing to subscribe to")
  func events() async throws {
    let folder = TestFolder()
    let machine = Self.machine()
    let test = try TestBoard(
      [
        "a.lua": """
        widget { permissions = { \(Self.manifest) } }
        function perform_update() assert(subscribe { units = true }) return update_result.new_data end
        function on_event(events) defaults.set("seen", events[1].source .. " " .. events[1].data) return update_result.new_data end
        function content() return ui.text { defaults.get "seen" or "nothing" } end
        """
      ], file: "[[widget]]\nfile = \"\(folder("a.lua"))\"\nallow = [\"units=a.service\"]\n", folder: folder, machine: machine)
    await test.start()
    #expect(await eventually { machine.watchers(of: .units) == 1 })
    machine.set(UnitName.path("a.service"), Units.unitInterface, [:], .units, "a.service")
    #expect(await test.shows("units a.service", "a"))
    await test.board.close()
    #expect(machine.watchers(of: .units) == 0)
    let denied = await printed("subscribe { units = true }", Self.machine(), manifest: "")
    #expect(denied.contains("permissions.units names no unit"), "\(denied)")
    let unasked = await printed("subscribe { units = true }", Self.machine(), allow: [])
    #expect(unasked.contains("units \"a.service\" (not allowed yet)"), "\(unasked)")
  }
}
