import Testing
import WidgetModel

@testable import WidgetServices

/// The trust that luawidget has in the program that speaks to the sound server.
@Suite struct AudioDeviceTests {
  private static let device = AudioDevice(.sink, name: "speakers", description: "Speakers", volume: 0.5, isDefault: true)

  private func reading(_ field: String, _ value: LuaValue) -> AudioDevice? {
    guard case .table(var fields) = Self.device.wire else { return nil }
    fields[field] = value
    return AudioDevice(wire: .table(fields))
  }

  @Test("a device is read as it was written")
  func whole() { #expect(AudioDevice(wire: Self.device.wire) == Self.device) }

  @Test("one that can't be right is left out", arguments: ["kind", "name", "volume", "muted", "default"])
  func wrong(_ field: String) {
    for value: LuaValue in [.null, .string(""), .string("\n"), .integer(-1), .number(.nan), .number(1e9), .array([])] {
      #expect(reading(field, value) == nil, "\(field) \(value)")
    }
  }

  @Test("its description is one short line, or else its name")
  func description() {
    #expect(reading("description", .null)?.description == "speakers")
    #expect(reading("description", .string("\u{1B}\u{202E}"))?.description == "speakers")
    #expect(reading("description", .string("Loud\n\u{7}speakers"))?.description == "Loud speakers")
    #expect(reading("description", .string(String(repeating: "x", count: 5_000)))?.description.count == 256)
  }

  @Test("an order arrives as it was sent, and no other does")
  func commands() {
    for command: AudioCommand in [.setVolume(0), .setVolume(1.5), .mute(true), .mute(false), .makeDefault] {
      let request = ServiceRequest.call(id: 1, .audio("a", command))
      #expect(try! ServiceRequest(decoding: request.encoded) == request)
    }
    for wire: [LuaValue] in [
      ["volume", .number(1.6)], ["volume", .number(.nan)], ["volume", "1"], ["mute", 1], ["exit", .null], [],
    ] {
      #expect(AudioCommand(wire: wire[...]) == nil, "\(wire)")
    }
  }
}
