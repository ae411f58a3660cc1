import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// `network` through the real worker and broker, with services in memory.
@Suite struct NetworkWidgetTests {
  static func machine() -> MemoryMachineServices {
    let machine = MemoryMachineServices()
    let active = "\(Network.path)/ActiveConnection/1"
    machine.set(Network.path, Network.service, ["ActiveConnections": [.string(active)]])
    machine.set(
      active, "\(Network.service).Connection.Active",
      [
        "Id": "Home", "Type": "802-11-wireless", "State": 2, "Default": true,
        "SpecificObject": .string("\(Network.path)/AccessPoint/3"),
      ])
    machine.set(
      "\(Network.path)/AccessPoint/3", "\(Network.service).AccessPoint",
      ["Ssid": .array("cafe".utf8.map { .integer(Int64($0)) }), "Strength": 80])
    return machine
  }

  private func printed(_ update: String, _ machine: MemoryMachineServices, manifest: String = "network = { 'read' }") async
    -> String
  {
    let widget = TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function perform_update() \(update) return update_result.new_data end
      """, machine: machine)
    if let failure = await widget.failure() { return "failed: \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "" }
    return text
  }

  @Test("a script gets the connections, or nil and an error")
  func connections() async {
    let machine = Self.machine()
    let text = await printed(
      """
      local c = assert(network.connections())[1]
      print(c.name, c.type, c.state, c.default, c.interface, c.ssid, c.strength)
      """, machine)
    #expect(text == "Home\twifi\tconnected\ttrue\tnil\tcafe\t0.8")
    machine.fail(.failed(reason: "it did not reply"))
    #expect(await printed("local list, err = network.connections() print(list, err.kind)", machine) == "nil\tconnect")
  }

  @Test("it needs its permission, which is asked for if the widget can send anything, and can't be controlled")
  func permissions() async {
    #expect(
      await printed("network.connections()", Self.machine(), manifest: "").contains("network \"read\" (not in the manifest)"))
    let asking = await printed("network.connections()", Self.machine(), manifest: "network = true, net = { 'a.example' }")
    #expect(asking.contains("network \"read\" (not allowed yet)"), "\(asking)")
    #expect(await printed("", Self.machine(), manifest: "network = { 'control' }").contains("must be \"read\""))
    #expect(
      PermissionText.description(of: .service(.network, "read"))
        == "reading your network connections, with the names of Wi-Fi networks")
  }

  @Test("changes arrive as events")
  func events() async throws {
    let folder = TestFolder()
    let machine = Self.machine()
    let test = try TestBoard(
      [
        "a.lua": """
        widget { permissions = { network = { 'read' } } }
        function perform_update() assert(subscribe { network = true }) return update_result.new_data end
        function on_event(events) defaults.set("seen", events[1].source .. " " .. events[1].data) return update_result.new_data end
        function content() return ui.text { defaults.get "seen" or "nothing" } end
        """
      ], file: "[[widget]]\nfile = \"\(folder("a.lua"))\"\n", folder: folder, machine: machine)
    await test.start()
    #expect(await eventually { machine.watchers(of: .network) == 1 })
    machine.set(Network.path, Network.service, ["ActiveConnections": []], .network, "connections")
    #expect(await test.shows("network connections", "a"))
    await test.board.close()
    #expect(machine.watchers(of: .network) == 0)
  }
}
