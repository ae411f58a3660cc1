import Foundation
import Testing
import WidgetTesting

@testable import WidgetServices

/// The brightness of the screen: the kernel's files, and what logind is told.
@Suite struct BacklightTests {
  #if os(Linux)
    private func backlight(_ devices: [String: [String: String]]) throws -> Backlight? {
      let folder = TestFolder()
      for (name, fields) in devices {
        try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: true)
        for (field, text) in fields { try Data((text + "\n").utf8).write(to: URL(filePath: folder("\(name)/\(field)"))) }
      }
      var found = SystemDevice().backlight(devices: folder(""))
      found?.files = []
      return found
    }

    @Test("firmware's backlight counts before the platform's and the raw one, as the kernel advises")
    func order() throws {
      let raw = ["type": "raw", "max_brightness": "200", "actual_brightness": "50"]
      let firmware = ["type": "firmware", "max_brightness": "10", "actual_brightness": "5"]
      #expect(try backlight(["intel": raw, "acpi": firmware]) == Backlight(name: "acpi", value: 5, maximum: 10))
      #expect(try backlight(["intel": raw])?.level == 0.25)
      #expect(try backlight(["a": ["max_brightness": "4", "brightness": "1"]])?.level == 0.25, "an old kernel")
    }

    @Test(
      "a device with absurd values is none",
      arguments: ["0", "-1", "9223372036854775808", "1e3", "NaN", "", "lots", "<script>"])
    func absurd(_ text: String) throws {
      #expect(try backlight(["a": ["type": "raw", "max_brightness": text, "actual_brightness": "1"]]) == nil)
      guard text != "0" else { return }
      #expect(try backlight(["a": ["type": "raw", "max_brightness": "9", "actual_brightness": text, "brightness": text]]) == nil)
    }

    @Test("more than the maximum is the maximum, and without devices there's no brightness") func bounds() throws {
      #expect(try backlight(["a": ["max_brightness": "9", "actual_brightness": "4000000000"]])?.level == 1)
      #expect(try backlight([:]) == nil)
      #expect(SystemDevice().backlight(devices: "/nowhere") == nil)
    }
  #endif

  @Test("logind is told a whole number, which is never dark", arguments: [(0.0, 1), (0.001, 1), (0.5, 48), (1, 96)])
  func setting(_ level: Double, _ value: UInt32) async throws {
    let services = MemoryMachineServices()
    var device = FixedDevice()
    await #expect(throws: ServiceError.self) { try await Display(services, device).setBrightness(level) }
    #expect(throws: ServiceError.self) { try Display(services, device).brightness() }
    device.screen = Backlight(name: "intel_backlight", value: 24, maximum: 96)
    #expect(try Display(services, device).brightness() == 0.25)
    try await Display(services, device).setBrightness(level)
    #expect(services.calls == ["SetBrightness backlight intel_backlight \(value)"])
  }
}
