import Testing
import WidgetModel

@testable import WidgetServices

/// Batteries and power profiles, as far as luawidget believes what services say.
@Suite struct PowerTests {
  private func battery(_ fields: [String: LuaValue]) -> Battery? {
    Battery(
      wire: .table(["IsPresent": true, "Percentage": .number(40), "State": 2, "TimeToEmpty": 3600].merging(fields) { $1 }))
  }

  @Test("UPower's numbers become a level from 0 to 1, a state and the time that belongs to it")
  func good() {
    var expected = Battery(level: 0.4, state: .discharging)
    expected.timeToEmpty = 3600
    #expect(battery([:]) == expected)
    #expect(battery(["State": 1, "TimeToFull": 60])?.timeToFull == 60)
    #expect(battery(["State": 1])?.timeToEmpty == nil)
    #expect(battery(["TimeToEmpty": 0])?.timeToEmpty == nil, "0 is not known")
    for (number, state) in [(0, Battery.State.unknown), (3, .empty), (4, .full), (5, .waiting), (6, .waiting)] {
      #expect(battery(["State": .integer(Int64(number))])?.state == state)
    }
  }

  @Test(
    "absurd values are no battery, an unknown state, or nil",
    arguments: [LuaValue.number(.nan), .number(.infinity), .integer(-1), .integer(.max), .integer(.min), "<script>", .null, []])
  func absurd(_ value: LuaValue) {
    #expect(battery(["Percentage": value]) == nil)
    #expect(battery(["IsPresent": value]) == nil)
    #expect(battery(["State": value])?.state == .unknown)
    #expect(battery(["TimeToEmpty": value])?.timeToEmpty == nil)
    #expect(battery(["EnergyRate": value])?.power == nil)
  }

  private static let profiles: [String: LuaValue] = [
    "ActiveProfile": "balanced",
    "Profiles": [["Profile": "power-saver"], ["Profile": "balanced"], ["Profile": "\n<script>"], ["Profile": 7], "x"],
  ]

  @Test("profiles are found under both names, and strange ones left out", arguments: Power.profileServices.map(\.path))
  func profiles(_ path: String) async throws {
    let services = MemoryMachineServices()
    let name = String(path.dropFirst()).replacing("/", with: ".")
    services.set(path, name, Self.profiles)
    let power = Power(services, FixedDevice())
    let found = try await power.profiles()
    #expect(found.active == "balanced" && found.all == ["power-saver", "balanced"])
    try await power.setProfile("power-saver")
    #expect(services.calls == ["Set \(name) ActiveProfile power-saver"])
    for wrong in ["fast", "", "\n<script>", "balanced\n"] {
      await #expect(throws: ServiceError.self) { try await power.setProfile(wrong) }
    }
    #expect(services.calls.count == 1)
    services.set(path, name, ["ActiveProfile": "elsewhere"])
    await #expect(throws: ServiceError.failed(reason: "\(name) says nothing about its profiles")) { try await power.profiles() }
  }

  @Test("without UPower the kernel's battery counts; without either there's none")
  func fallback() async throws {
    let services = MemoryMachineServices()
    let kernel = FixedDevice(battery: BatteryCharge(level: 0.25, state: .discharging))
    #expect(try await Power(services, kernel).battery() == Battery(level: 0.25, state: .discharging))
    await #expect(throws: ServiceError.unavailable(reason: "\(Power.upower) isn't running")) {
      try await Power(services, FixedDevice()).battery()
    }
    services.set(Power.displayDevice, Power.deviceInterface, ["IsPresent": false])
    await #expect(throws: ServiceError.unavailable(reason: "this machine has no battery")) {
      try await Power(services, kernel).battery()
    }
  }
}
