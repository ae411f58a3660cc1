import Testing
import WidgetModel

@testable import WidgetServices

/// Units of systemd: their names, and what luawidget believes about them.
@Suite struct UnitTests {
  @Test(
    "a name is that of one unit, of a known type",
    arguments: [
      ("syncthing.service", true), ("a@b.service", true), ("dev-sda.device", true), ("a.b.timer", true), ("x\\x2d.service", true),
      ("service", false), (".service", false), ("a", false), ("", false), ("a.exe", false), ("a@.service", false),
      ("*.service", false), ("a/b.service", false), ("a b.service", false), ("a.service\n", false), ("@a.service", false),
      ("ü.service", false), (String(repeating: "a", count: 250) + ".service", false),
    ])
  func names(_ name: String, _ isValid: Bool) { #expect(UnitName.isValid(name) == isValid) }

  @Test("an object's path is the name with escapes, as sd_bus_path_encode makes it")
  func path() {
    let folder = "/org/freedesktop/systemd1/unit/"
    #expect(UnitName.path("syncthing.service") == folder + "syncthing_2eservice")
    #expect(UnitName.path("3a_b@c-d.timer") == folder + "_33a_5fb_40c_2dd_2etimer")
  }

  private static func services(_ properties: [String: LuaValue], bus: BusCall.Bus = .session, id: String = "a.service")
    -> MemoryMachineServices
  {
    let services = MemoryMachineServices()
    for other in BusCall.Bus.allCases {
      services.set(UnitName.path(id), Units.unitInterface, ["Id": .string(id), "LoadState": "not-found"], on: other)
    }
    services.set(
      UnitName.path(id), Units.unitInterface,
      ["LoadState": "loaded", "ActiveState": "active", "SubState": "running", "Description": "A", "UnitFileState": "enabled"]
        .merging(properties) { $1 }, on: bus)
    return services
  }

  @Test("the user's unit counts before the system's, which can't be controlled")
  func scope() async throws {
    var expected = UnitState(name: "a.service", activity: .active, scope: .user, isEnabled: true)
    (expected.detail, expected.description, expected.since) = ("running", "A", 1_800_000_000)
    let user = Self.services(["StateChangeTimestamp": 1_800_000_000_000_000])
    #expect(try await Units(user, names: ["a.service"]).state("a.service") == expected)
    try await Units(user, names: ["a.service"]).control("a.service", .restart)
    #expect(user.calls.suffix(1) == ["Restart replace"])
    let system = Self.services([:], bus: .system)
    #expect(try await Units(system, names: ["a.service"]).state("a.service").scope == .system)
    for command in UnitCommand.allCases {
      await #expect(throws: ServiceError.unavailable(reason: "there's no unit a.service among the user's")) {
        try await Units(system, names: ["a.service"]).control("a.service", command)
      }
    }
    #expect(!system.calls.contains { $0.hasSuffix(Units.mode) })
  }

  @Test("an alias leads only to a unit that's listed too, and a unit with another id is refused")
  func aliases() async throws {
    let services = Self.services([:], id: "b.service")
    services.alias("a.service", of: "b.service")
    await #expect(throws: ServiceError.failed(reason: "a.service is another name of a unit that isn't in permissions.units")) {
      try await Units(services, names: ["a.service"]).state("a.service")
    }
    await #expect(throws: ServiceError.self) { try await Units(services, names: ["a.service"]).control("a.service", .stop) }
    #expect(!services.calls.contains("Stop replace"))
    #expect(try await Units(services, names: ["a.service", "b.service"]).state("a.service").name == "b.service")
    services.set(UnitName.path("b.service"), Units.unitInterface, ["Id": "c.service"], on: .session)
    await #expect(throws: ServiceError.self) { try await Units(services, names: ["b.service"]).control("b.service", .stop) }
    await #expect(throws: ServiceError.self) { try await Units(services, names: ["b.service"]).state("d.service") }
    #expect(!services.calls.contains("Stop replace") && !services.calls.contains("LoadUnit d.service"))
  }

  @Test(
    "absurd values are no state, or nil",
    arguments: [LuaValue.number(.nan), .integer(-1), .integer(.max), .null, [], "<script>"])
  func absurd(_ value: LuaValue) async throws {
    await #expect(throws: ServiceError.failed(reason: "systemd says nothing about a.service")) {
      try await Units(Self.services(["ActiveState": value]), names: ["a.service"]).state("a.service")
    }
    #expect(try await Units(Self.services(["StateChangeTimestamp": value]), names: ["a.service"]).state("a.service").since == nil)
    let evil = Self.services(["Description": "\n<script>\u{1B}[2J"])
    #expect(try await Units(evil, names: ["a.service"]).state("a.service").description == "<script>[2J")
  }
}
