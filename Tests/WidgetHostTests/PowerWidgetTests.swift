import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost
@testable import WidgetRuntime

/// `power` through the real worker and broker, with services in memory.
@Suite struct PowerWidgetTests {
  private static let all = "power = { 'read', 'control' }"

  private static func machine() -> MemoryMachineServices {
    let machine = MemoryMachineServices()
    machine.set(
      Power.displayDevice, Power.deviceInterface,
      ["IsPresent": true, "Percentage": .number(40), "State": 2, "TimeToEmpty": 3600, "EnergyRate": .number(7.5)])
    machine.set(
      "/net/hadess/PowerProfiles", "net.hadess.PowerProfiles",
      ["ActiveProfile": "balanced", "Profiles": [["Profile": "power-saver"], ["Profile": "balanced"]]])
    machine.set(Power.logindPath, Power.logindInterface, ["IdleHint": false])
    return machine
  }

  private func printed(_ update: String, _ machine: MemoryMachineServices, manifest: String = all) async -> String {
    let widget = TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function perform_update() \(update) return update_result.new_data end
      """, machine: machine)
    if let failure = await widget.failure() { return "failed: \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "" }
    return text
  }

  @Test("a script gets the battery and the profile, and sets one")
  func reading() async {
    let machine = Self.machine()
    let text = await printed(
      """
      local b = assert(power.battery())
      print(b.level, b.charging, b.state, b.time_to_empty, b.time_to_full, b.power)
      print(power.profile(), table.concat(power.profiles(), " "))
      assert(power.set_profile "power-saver") print(power.profile())
      local done, err = power.set_profile "warp" print(done, err.kind, err)
      """, machine)
    #expect(
      text == """
        0.4\tfalse\tdischarging\t3600.0\tnil\t7.5
        balanced\tpower-saver balanced
        power-saver
        nil\tunavailable\tpower.set_profile: there is no power profile "warp"; this machine has power-saver, balanced
        """)
  }

  @Test("a missing service is nil and an error of kind unavailable; one that refuses is of kind connect")
  func unavailable() async {
    let machine = MemoryMachineServices()
    for call in ["battery()", "profile()", "profiles()", "set_profile 'balanced'", "inhibit 'x'"] {
      let text = await printed("local value, err = power.\(call) print(value, err.kind)", machine)
      #expect(text == "nil\tunavailable", "\(call): \(text)")
    }
    machine.fail(.failed(reason: "org.freedesktop.UPower did not reply"))
    #expect(await printed("local value, err = power.battery() print(value, err.kind)", machine) == "nil\tconnect")
  }

  @Test("reading and controlling are two permissions, and true is both")
  func permissions() async {
    #expect(await printed("print(power.profile())", Self.machine(), manifest: "power = true") == "balanced")
    #expect(await printed("print(power.set_profile 'balanced')", Self.machine(), manifest: "power = true") == "true")
    let machine = Self.machine()
    for call in ["set_profile 'balanced'", "inhibit 'x'"] {
      let denied = await printed("power.\(call)", machine, manifest: "power = { 'read' }")
      #expect(denied.contains("power \"control\" (not in the manifest)"), "\(denied)")
    }
    #expect(machine.calls == [] && machine.inhibitions == [])
    let unread = await printed("power.battery()", machine, manifest: "power = { 'control' }")
    #expect(unread.contains("power \"read\" (not in the manifest)"), "\(unread)")
    #expect(
      await printed("power.battery()", machine, manifest: "power = { 'write' }").contains("must be \"read\" or \"control\""))
  }

  @Test("the user is asked if the widget can send anything, and the question names both")
  func question() async throws {
    let asking = await printed("power.battery()", Self.machine(), manifest: "power = { 'read' }, net = { 'a.example' }")
    #expect(asking.contains("power \"read\" (not allowed yet)"), "\(asking)")
    let request = PermissionRequest(
      widget: await TestWidget("").session.identity, manifest: [], name: "A", permissions: [], programs: [:], groupUsers: [:],
      waysOut: [.net("a.example")])
    #expect(
      PermissionText.question(.service(.power, "read"), in: request)
        == "reading the state of your batteries and the power profile\n  The widget could pass on what it reads by fetching from "
        + "\"a.example\"")
    #expect(
      PermissionText.description(of: .service(.power, "control"))
        == "changing the power profile and keeping this machine awake")
  }

  @Test("a tap from a browser on another machine sets no profile, unless the board allows it")
  func remote() async throws {
    let machine = Self.machine()
    let widget = TestWidget(
      """
      widget { permissions = { power = true } }
      function perform_update() return update_result.new_data end
      function content()
        return ui.button { "Save", id = "save", action = function()
          local kept = power.inhibit "here"
          local done, err = power.set_profile "power-saver"
          defaults.set("result", (done and "done" or err.kind) .. " " .. tostring(kept))
        end }
      end
      """, machine: machine)
    await widget.update()
    var control = try #require(await widget.session.snapshot?.view?.control(action: 1))
    control.isRemote = true
    _ = try await widget.session.act(on: control, context: TestWidget.context(.action))
    #expect(machine.calls == [])
    #expect(try widget.defaults.value("result", in: await widget.session.identity.id)?.string == "denied nil")
    control.isRemote = false
    _ = try await widget.session.act(on: control, context: TestWidget.context(.action))
    #expect(machine.calls == ["Set net.hadess.PowerProfiles ActiveProfile power-saver"])
  }

  @Test("the machine stays awake while the widget is shown and its updates say so; the reason names the widget")
  func inhibit() async throws {
    let folder = TestFolder()
    let machine = Self.machine()
    let test = try TestBoard(
      [
        "a.lua": """
        widget { name = "Movie", permissions = { power = true } }
        function perform_update(context)
          assert(power.inhibit "A film\\n\\27[2J")
          return update_result.new_data
        end
        function content() return ui.text { "on" } end
        """
      ], file: "[[widget]]\nfile = \"\(folder("a.lua"))\"\n", folder: folder, machine: machine)
    await test.start()
    #expect(await eventually { machine.inhibitions == ["Movie: A film [2J"] })
    await test.board.present([:], on: Board.SurfaceID("test"))
    #expect(await eventually { machine.inhibitions == [] })
    await test.present([TestBoard.terminal])
    #expect(await eventually { machine.inhibitions.count == 1 })
    await test.board.close()
    #expect(machine.inhibitions == [])
  }

  @Test("a tap keeps the machine awake at once, and another lets it sleep")
  func inhibitByTap() async throws {
    let machine = Self.machine()
    let widget = TestWidget(
      """
      widget { name = "Movie", permissions = { power = true } }
      function perform_update() return update_result.new_data end
      function content() return ui.vstack {
        ui.button { "Stay", id = "stay", action = function() assert(power.inhibit "Tap") end },
        ui.button { "Sleep", id = "sleep", action = function() power.release() end },
      } end
      """, machine: machine)
    await widget.update()
    try await widget.press(1)
    #expect(await widget.session.streams == [.awake(reason: "Movie: Tap")])
    try await widget.press(2)
    #expect(await widget.session.streams == [])
    try await widget.press(1)
    await widget.update()
    #expect(await widget.session.streams == [], "an update that doesn't ask for it ends it")
  }

  @Test("changes of the battery arrive as events")
  func events() async throws {
    let folder = TestFolder()
    let machine = Self.machine()
    let test = try TestBoard(
      [
        "a.lua": """
        widget { permissions = { power = { 'read' } } }
        local seen = "nothing"
        function perform_update() assert(subscribe { power = true }) return update_result.new_data end
        function on_event(events) defaults.set("seen", events[1].source .. " " .. events[1].data) return update_result.new_data end
        function content() return ui.text { defaults.get "seen" or "nothing" } end
        """
      ], file: "[[widget]]\nfile = \"\(folder("a.lua"))\"\n", folder: folder, machine: machine)
    await test.start()
    #expect(await eventually { machine.watchers(of: .power) == 1 })
    machine.set(Power.displayDevice, Power.deviceInterface, ["Percentage": .number(39)], .power, "battery")
    #expect(await test.shows("power battery", "a"))
    await test.board.close()
    #expect(machine.watchers(of: .power) == 0)
  }
}
