import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// `display` through the real worker and broker, with a screen in memory.
@Suite struct BrightnessWidgetTests {
  private static var device: FixedDevice {
    var device = FixedDevice()
    device.screen = Backlight(name: "intel", value: 24, maximum: 96)
    return device
  }

  private func printed(
    _ update: String, _ machine: MemoryMachineServices = MemoryMachineServices(), device: FixedDevice = device,
    manifest: String = "brightness = true"
  ) async -> String {
    let widget = TestWidget(
      """
      widget { permissions = { \(manifest) } }
      function perform_update() \(update) return update_result.new_data end
      """, machine: machine, device: device)
    if let failure = await widget.failure() { return "failed: \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "" }
    return text
  }

  @Test("a script reads the brightness and sets it")
  func brightness() async {
    let machine = MemoryMachineServices()
    #expect(await printed("print(display.brightness(), display.set_brightness(0.5))", machine) == "0.25\ttrue")
    #expect(machine.calls == ["SetBrightness backlight intel 48"])
    for absurd in ["-1", "2", "0/0", "1e308", "2^63", "'bright'"] {
      let text = await printed("print(pcall(display.set_brightness, \(absurd)))", machine)
      #expect(text.hasPrefix("false"), "\(absurd): \(text)")
    }
    #expect(machine.calls.count == 1)
  }

  @Test("without such a screen, or without logind, it's nil and an error of kind unavailable")
  func unavailable() async {
    for call in ["brightness()", "set_brightness(1)"] {
      let text = await printed("local value, err = display.\(call) print(value, err.kind)", device: FixedDevice())
      #expect(text == "nil\tunavailable", "\(text)")
    }
    let machine = MemoryMachineServices()
    machine.fail(.unavailable(reason: "org.freedesktop.login1 isn't running"))
    #expect(await printed("local v, err = display.set_brightness(1) print(v, err.kind)", machine) == "nil\tunavailable")
  }

  @Test("reading and setting are two permissions, with their own words")
  func permissions() async {
    let read = await printed("display.set_brightness(1)", manifest: "brightness = { 'read' }")
    #expect(read.contains("brightness \"control\" (not in the manifest)"), "\(read)")
    let asking = await printed("display.brightness()", manifest: "brightness = true, net = { 'a.example' }")
    #expect(asking.contains("brightness \"read\" (not allowed yet)"), "\(asking)")
    #expect(PermissionText.description(of: .service(.brightness, "read")) == "reading the brightness of your screen")
    #expect(PermissionText.description(of: .service(.brightness, "control")) == "changing the brightness of your screen")
  }

  @Test("a change of the kernel's file arrives as an event")
  func events() async throws {
    let folder = TestFolder()
    let file = folder("actual_brightness")
    try Data("24\n".utf8).write(to: URL(filePath: file))
    var device = Self.device
    device.screen?.files = [file]
    let test = try TestBoard(
      [
        "a.lua": """
        widget { permissions = { brightness = { 'read' } } }
        function perform_update() assert(subscribe { brightness = true }) return update_result.new_data end
        function on_event(events) defaults.set("seen", events[1].source .. " " .. events[1].data) return update_result.new_data end
        function content() return ui.text { defaults.get "seen" or "nothing" } end
        """
      ], file: "[[widget]]\nfile = \"\(folder("a.lua"))\"\n", folder: folder, device: device)
    await test.start()
    #expect(await test.shows("nothing", "a"))
    // The watch may only just be starting.
    try await Task.sleep(for: .milliseconds(500))
    try Data("25\n".utf8).write(to: URL(filePath: file))
    #expect(await test.shows("brightness brightness", "a"))
    await test.board.close()
  }
}
