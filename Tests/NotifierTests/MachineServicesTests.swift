import Foundation
import Synchronization
import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetServices
@testable import luawidget_notifier

/// Services of the system bus on a private one, through the real program, its filter and its sandbox.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: PrivateDesktop.daemon), "needs dbus"))
struct MachineServicesTests {
  static func services(_ desktop: PrivateDesktop) -> BusMachineServices {
    var environment = desktop.environment
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = environment["DBUS_SESSION_BUS_ADDRESS"]
    return BusMachineServices(executable: "\(PrivateDesktop.programs)/luawidget-notifier", environment: environment)
  }

  static func address(_ desktop: PrivateDesktop) -> String { desktop.environment["DBUS_SESSION_BUS_ADDRESS"] ?? "" }

  /// Changes, in the order of its arrival.
  final class Changes: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
    func clear() { names.withLock { $0 = [] } }
  }

  private static let battery: [String: FakeService.Value] = [
    "IsPresent": .flag(true), "Percentage": .number(40), "State": .integer(2), "TimeToEmpty": .integer(3600),
  ]

  private func upower(_ desktop: PrivateDesktop) async throws -> FakeService {
    try await FakeService(
      "org.freedesktop.UPower", address: Self.address(desktop),
      objects: [Power.displayDevice: [Power.deviceInterface: Self.battery]])
  }

  private func profiles(_ desktop: PrivateDesktop) async throws -> FakeService {
    try await FakeService(
      "net.hadess.PowerProfiles", address: Self.address(desktop),
      objects: [
        "/net/hadess/PowerProfiles": [
          "net.hadess.PowerProfiles": [
            "ActiveProfile": .text("balanced"),
            "Profiles": .tables([["Profile": .text("balanced")], ["Profile": .text("performance")]]),
          ]
        ]
      ])
  }

  @Test("the battery and the profiles are read, a profile is set, and a service that vanishes and returns is noticed")
  func power() async throws {
    let desktop = try await PrivateDesktop()
    let power = Power(Self.services(desktop), FixedDevice())
    await #expect(throws: ServiceError.unavailable(reason: "org.freedesktop.UPower isn't running")) { try await power.battery() }
    await #expect(throws: ServiceError.unavailable(reason: "this machine has no power profiles")) { try await power.profiles() }
    let upower = try await upower(desktop)
    defer { upower.stop() }
    var expected = Battery(level: 0.4, state: .discharging)
    expected.timeToEmpty = 3600
    #expect(try await power.battery() == expected)
    let profiles = try await profiles(desktop)
    #expect(try await power.profiles().all == ["balanced", "performance"])
    try await power.setProfile("performance")
    #expect(profiles.told == ["Set net.hadess.PowerProfiles ActiveProfile performance"])
    profiles.stop()
    try await eventually("it goes") { !profiles.isReady }
    await #expect(throws: ServiceError.unavailable(reason: "this machine has no power profiles")) { try await power.profiles() }
    let again = try await self.profiles(desktop)
    defer { again.stop() }
    #expect(try await power.profiles().active == "balanced")
  }

  @Test("network connections are read with their Wi-Fi, and their changes are told")
  func network() async throws {
    let desktop = try await PrivateDesktop()
    let services = Self.services(desktop)
    let network = Network(services, FixedDevice())
    let active = "\(Network.path)/ActiveConnection/1"
    let manager = try await FakeService(
      Network.service, address: Self.address(desktop),
      objects: [
        Network.path: [Network.service: ["ActiveConnections": .paths([active, "\(Network.path)/ActiveConnection/9"])]],
        active: [
          "\(Network.service).Connection.Active": [
            "Id": .text("Home"), "Type": .text("802-11-wireless"), "State": .integer(2), "Default": .flag(true),
            "Devices": .paths(["\(Network.path)/Devices/2"]), "SpecificObject": .path("\(Network.path)/AccessPoint/3"),
          ]
        ],
        "\(Network.path)/Devices/2": ["\(Network.service).Device": ["Interface": .text("wlan0")]],
        "\(Network.path)/AccessPoint/3": [
          "\(Network.service).AccessPoint": ["Ssid": .bytes(Array("cafe".utf8)), "Strength": .integer(80)]
        ],
      ])
    defer { manager.stop() }
    var expected = NetworkConnection(name: "Home", kind: .wifi, isDefault: true)
    (expected.interface, expected.ssid, expected.strength) = ("wlan0", "cafe", 0.8)
    #expect(try await network.connections() == [expected])
    let changes = Changes()
    let watch = services.watch(.network) { changes.add($0) }
    try await eventually("it listens") { changes.all == ["connections"] }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    manager.emit("\(Network.path)/AccessPoint/3", "\(Network.service).AccessPoint")
    manager.emit(Power.displayDevice, Power.deviceInterface)
    manager.emit(active, "\(Network.service).Connection.Active")
    try await eventually("a change arrives") { changes.all == ["connections"] }
    withExtendedLifetime(watch) {}
    manager.set(active, "\(Network.service).Connection.Active", "State", .integer(4))
    #expect(try await network.connections() == [])
  }

  @Test("logind is told the brightness")
  func brightness() async throws {
    let desktop = try await PrivateDesktop()
    var device = FixedDevice()
    device.screen = Backlight(name: "intel_backlight", value: 24, maximum: 96)
    let display = Display(Self.services(desktop), device)
    await #expect(throws: ServiceError.unavailable(reason: "\(Power.logind) isn't running")) {
      try await display.setBrightness(1)
    }
    let logind = try await FakeService(Power.logind, address: Self.address(desktop), objects: [:])
    defer { logind.stop() }
    try await display.setBrightness(0.5)
    #expect(logind.told == ["SetBrightness backlight intel_backlight 48"])
  }

  @Test("a unit is read and controlled, its changes are told, and another name of one that isn't listed leads nowhere")
  func units() async throws {
    let desktop = try await PrivateDesktop()
    let services = Self.services(desktop)
    let units = Units(services, names: ["a.service", "alias.service"])
    await #expect(throws: ServiceError.unavailable(reason: "\(Units.service) isn't running")) {
      try await units.state("a.service")
    }
    let path = UnitName.path("a.service")
    let systemd = try await FakeService(
      Units.service, address: Self.address(desktop),
      objects: [
        path: [
          Units.unitInterface: [
            "Id": .text("a.service"), "LoadState": .text("loaded"), "ActiveState": .text("active"), "SubState": .text("running"),
            "UnitFileState": .text("enabled"), "StateChangeTimestamp": .integer(1_800_000_000_000_000),
          ]
        ]
      ])
    defer { systemd.stop() }
    var expected = UnitState(name: "a.service", activity: .active, scope: .user, isEnabled: true)
    (expected.detail, expected.since) = ("running", 1_800_000_000)
    #expect(try await units.state("a.service") == expected)
    for command in UnitCommand.allCases { try await units.control("a.service", command) }
    #expect(systemd.told == ["Start replace", "Stop replace", "Restart replace"])
    await #expect(throws: ServiceError.failed(reason: "alias.service is another name of a unit that isn't in permissions.units"))
    {
      try await units.control("alias.service", .stop)
    }
    #expect(systemd.told.count == 3)
    let changes = Changes()
    let watch = services.units(["a.service"]).watch(.units) { changes.add($0) }
    try await eventually("it listens") { systemd.told.contains("Subscribe") && !changes.all.isEmpty }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    systemd.emit(UnitName.path("b.service"), Units.unitInterface)
    systemd.emit(path, Units.unitInterface)
    try await eventually("a change arrives") { changes.all.contains("a.service") }
    withExtendedLifetime(watch) {}
    await #expect(throws: ServiceError.self) {
      try await services.units(["a.service"]).call(
        BusCall(.session, Units.service, UnitName.path("b.service"), Units.unitInterface, "Stop", .text("replace")))
    }
    #expect(!systemd.told.dropFirst(3).contains("Stop replace"))
  }

  @Test("a reply that never comes is an error, and keeps nobody else waiting")
  func hanging() async throws {
    let desktop = try await PrivateDesktop()
    let power = Power(Self.services(desktop), FixedDevice())
    let (upower, profiles) = (try await upower(desktop), try await profiles(desktop))
    defer {
      upower.stop()
      profiles.stop()
    }
    upower.hang()
    let battery = Task { try await power.battery() }
    let start = ContinuousClock.now
    #expect(try await power.profiles().active == "balanced")
    #expect(start.duration(to: .now) < .seconds(4))
    await #expect(throws: ServiceError.failed(reason: "org.freedesktop.UPower did not reply")) { try await battery.value }
  }

  @Test("changes are told to who listens for them, services that come too, and a flood costs a few messages only")
  func changes() async throws {
    let desktop = try await PrivateDesktop()
    let services = Self.services(desktop)
    let changes = Changes()
    var watch: ServiceWatch? = services.watch(.power) { changes.add($0) }
    try await eventually("it listens") { Set(changes.all) == ["battery", "profile"] }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    let upower = try await upower(desktop)
    defer { upower.stop() }
    try await eventually("the service has come") { changes.all.contains("battery") }
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    upower.emit(Power.displayDevice, Power.deviceInterface)
    try await eventually("a change arrives") { changes.all == ["battery"] }
    upower.emit(Power.displayDevice, Power.deviceInterface, 20_000)
    try await eventually("the flood is over") { upower.hasEmitted }
    #expect(try await Power(services, FixedDevice()).battery().level == 0.4, "it still replies")
    #expect(changes.all.count < 40, "\(changes.all.count)")
    watch = nil
    _ = watch
    try await Task.sleep(for: .milliseconds(400))
    changes.clear()
    upower.emit(Power.displayDevice, Power.deviceInterface)
    try await Task.sleep(for: .milliseconds(500))
    #expect(changes.all == [])
  }

  @Test("what isn't in the list of the filter doesn't reach the bus, and ends only that program")
  func filtered() async throws {
    let desktop = try await PrivateDesktop()
    let services = Self.services(desktop)
    let service = try await FakeService(Power.logind, "org.freedesktop.UPower", address: Self.address(desktop), objects: [:])
    defer { service.stop() }
    // Before the calls that end the program: it couldn't say so while it ends.
    await #expect(throws: ServiceError.unavailable(reason: "there is no D-Bus session")) {
      try await services.call(BusCall(.session, Power.logind, Power.logindPath, Power.logindInterface, "PowerOff"))
    }
    for member in ["PowerOff", "Inhibit", "Set"] {
      await #expect(throws: ServiceError.self) {
        try await services.call(BusCall(.system, Power.logind, Power.logindPath, Power.logindInterface, member, .flag(false)))
      }
    }
    #expect(service.told == [])
    await #expect(throws: ServiceError.self) { try await Power(services, FixedDevice()).battery() }
  }

  @Test("the machine is kept awake until nobody wants it any more")
  func inhibition() async throws {
    let desktop = try await PrivateDesktop()
    let services = Self.services(desktop)
    await #expect(throws: ServiceError.unavailable(reason: "\(Power.logind) isn't running")) {
      try await services.inhibitSleep("nobody is there")
    }
    let logind = try await FakeService(Power.logind, address: Self.address(desktop), objects: [:])
    defer { logind.stop() }
    var first: (any SleepInhibition)? = try await services.inhibitSleep("A film")
    let second = try await services.inhibitSleep("Another")
    #expect(logind.told == ["Inhibit idle:sleep luawidget A film block", "Inhibit idle:sleep luawidget Another block"])
    #expect(logind.openLocks == 2 && first?.hasEnded == false)
    first = nil
    _ = first
    try await eventually("the first one ends") { logind.openLocks == 1 }
    #expect(!second.hasEnded)
    logind.hang()
    await #expect(throws: ServiceError.failed(reason: "\(Power.logind) did not reply")) { try await services.inhibitSleep("x") }
  }

  @Test("without a system bus every service is unavailable")
  func noBus() async throws {
    let folder = TestFolder()
    let services = BusMachineServices(
      executable: "\(PrivateDesktop.programs)/luawidget-notifier",
      environment: ["HOME": folder("home"), "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder("none"))"])
    await #expect(throws: ServiceError.unavailable(reason: "there is no D-Bus system")) {
      try await Power(services, FixedDevice()).battery()
    }
    await #expect(throws: ServiceError.unavailable(reason: "there is no D-Bus system")) { try await services.inhibitSleep("x") }
  }
}
