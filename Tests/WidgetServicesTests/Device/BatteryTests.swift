#if os(Linux)
  import Foundation
  import Testing
  import WidgetTesting

  @testable import WidgetServices

  @Suite struct BatteryTests {
    private func charge(_ supplies: [String: [String: String]]) throws -> BatteryCharge? {
      let folder = FileManager.default.temporaryDirectory.appending(path: "supplies-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      for (name, fields) in supplies {
        let supply = folder.appending(path: name)
        try FileManager.default.createDirectory(at: supply, withIntermediateDirectories: true)
        for (field, text) in fields { try Data((text + "\n").utf8).write(to: supply.appending(path: field)) }
      }
      return SystemDevice().battery(supplies: folder.path)
    }

    @Test("batteries of the machine count together; a mouse, the mains and an unreadable one are ignored")
    func together() throws {
      let mains = ["type": "Mains", "online": "1"]
      let mouse = ["type": "Battery", "scope": "Device", "capacity": "5"]
      let first = ["type": "Battery", "capacity": "40", "status": "Discharging"]
      let second = ["type": "Battery", "capacity": "60", "status": "Charging"]
      #expect(try charge(["AC": mains, "hid": mouse, "BAT0": first]) == BatteryCharge(level: 0.4, state: .discharging))
      #expect(try charge(["BAT0": first, "BAT1": second]) == BatteryCharge(level: 0.5, state: .charging))
      #expect(try charge(["AC": mains, "hid": mouse, "BAT0": ["type": "Battery", "capacity": "lots"]]) == nil)
      #expect(try charge([:]) == nil)
    }
  }
#endif
