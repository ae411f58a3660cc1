import Testing
import WidgetModel

@testable import WidgetServices

/// Network connections, as far as luawidget believes what services say.
@Suite struct NetworkTests {
  private static let manager = Network.path
  private static let active = "\(manager)/ActiveConnection/1"

  private func machine(_ connection: [String: LuaValue], point: [String: LuaValue] = [:]) -> Network {
    let services = MemoryMachineServices()
    services.set(
      Self.manager, Network.service,
      ["ActiveConnections": [.string(Self.active), "/elsewhere/1", 7, .string("\(Network.path)/ActiveConnection/9")]])
    services.set(
      Self.active, "\(Network.service).Connection.Active",
      [
        "Id": "Home", "Type": "802-11-wireless", "State": 2, "Default": true, "Devices": [.string("\(Self.manager)/Devices/2")],
        "SpecificObject": .string("\(Self.manager)/AccessPoint/3"),
      ].merging(connection) { $1 })
    services.set("\(Self.manager)/Devices/2", "\(Network.service).Device", ["Interface": "wlan0"])
    services.set(
      "\(Self.manager)/AccessPoint/3", "\(Network.service).AccessPoint",
      ["Ssid": .array("café".utf8.map { .integer(Int64($0)) }), "Strength": 83].merging(point) { $1 })
    return Network(services, FixedDevice())
  }

  @Test("a Wi-Fi connection has the network's name and strength; objects elsewhere aren't asked")
  func wifi() async throws {
    var expected = NetworkConnection(name: "Home", kind: .wifi, isDefault: true)
    (expected.interface, expected.ssid, expected.strength) = ("wlan0", "café", 0.83)
    #expect(try await machine([:]).connections() == [expected])
  }

  @Test(
    "absurd values are left out",
    arguments: [LuaValue.number(.nan), .integer(-1), .integer(.max), .integer(.min), .null, [], "/", ["a": 1]])
  func absurd(_ value: LuaValue) async throws {
    #expect(try await machine(["State": value]).connections() == [])
    #expect(try await machine(["Type": value]).connections().first?.kind != .wifi)
    #expect(try await machine(["Devices": value]).connections().first?.interface == nil)
    #expect(try await machine(["SpecificObject": value]).connections().first?.ssid == nil)
    #expect(try await machine([:], point: ["Strength": value]).connections().first?.strength == nil)
    #expect(try await machine([:], point: ["Ssid": value]).connections().first?.ssid == nil)
  }

  @Test("names are one line without control characters")
  func names() async throws {
    let evil = "\n<script>\u{1B}[2J\u{202E}"
    #expect(try await machine(["Id": .string(evil)]).connections().first?.name == "<script>[2J")
    #expect(try await machine(["Id": ""]).connections().first?.name == "wifi")
    let bytes = LuaValue.array(Array(evil.utf8).map { .integer(Int64($0)) })
    #expect(try await machine([:], point: ["Ssid": bytes]).connections().first?.ssid == "<script>[2J")
    #expect(NetworkConnection.ssid(Array(repeating: 65, count: 33)) == nil)
    #expect(NetworkConnection.ssid([0xFF, 0x41]) == "\u{FFFD}A")
  }

  @Test("the kinds and states of NetworkManager have names, and what has ended isn't listed")
  func kinds() {
    for (type, kind) in [
      ("802-3-ethernet", NetworkConnection.Kind.ethernet), ("gsm", .mobile), ("wireguard", .vpn), ("vpn", .vpn),
      ("bluetooth", .bluetooth), ("bridge", .other),
    ] {
      #expect(NetworkConnection(wire: ["Type": .string(type), "State": 1])?.kind == kind)
    }
    #expect(NetworkConnection(wire: ["Type": "vpn", "State": 1])?.state == .connecting)
    for state in [0, 4] { #expect(NetworkConnection(wire: ["Type": "vpn", "State": .integer(Int64(state))]) == nil) }
    #expect(NetworkConnection(wire: ["Type": "loopback", "State": 2]) == nil)
  }

  @Test("without NetworkManager the kernel's links count; one that doesn't reply is an error")
  func fallback() async throws {
    let services = MemoryMachineServices()
    var expected = NetworkConnection(name: "eth0", kind: .other)
    expected.interface = "eth0"
    #expect(try await Network(services, FixedDevice()).connections() == [expected])
    services.fail(.failed(reason: "it did not reply"))
    await #expect(throws: ServiceError.failed(reason: "it did not reply")) {
      try await Network(services, FixedDevice()).connections()
    }
  }

  @Test("the kernel's names of kinds")
  func uevent() {
    for (text, kind) in [
      ("DEVTYPE=wlan\nINTERFACE=wlan0\n", NetworkConnection.Kind.wifi), ("INTERFACE=eth0\n", .ethernet),
      ("DEVTYPE=wireguard", .vpn),
      ("DEVTYPE=wwan\n", .mobile), ("DEVTYPE=bridge", .other),
    ] {
      #expect(NetworkConnection.Kind(uevent: text, isEthernet: true) == kind)
    }
    #expect(NetworkConnection.Kind(uevent: "INTERFACE=tun0", isEthernet: false) == .other)
  }

  #if os(Linux)
    /// A generic netlink message with attributes.
    private func message(_ attributes: [(UInt16, [UInt8])], type: UInt16 = 30) -> [UInt8] {
      NetlinkMessage.request(family: type, command: 1, attributes, isList: false)
    }

    @Test("an interface and a station of nl80211 are read, whatever is around them")
    func netlink() throws {
      let bytes =
        message([(3, NetlinkMessage.bytes(of: UInt32(7))), (4, Array("wlan0".utf8) + [0]), (52, Array("Home".utf8))])
        + message([(0x8015, [5, 0, 7, 0, 0xC4, 0, 0, 0])]) + message([], type: 3)
      let (messages, isLast) = NetlinkMessage.messages(bytes)
      #expect(messages.count == 2 && isLast)
      let interface = try #require(WifiLinks.interface(messages[0]))
      #expect(interface == (7, "wlan0", "Home"))
      #expect(WifiLinks.signal(messages[1]) == -60)
      for (decibels, strength) in [(-20, 1.0), (-90, 0.3), (-128, 0.0), (127, 1.0)] {
        #expect(abs(WifiLinks.strength(decibels) - strength) < 0.15, "\(decibels)")
      }
    }

    @Test("damaged messages are nothing, and trap nobody")
    func damagedNetlink() {
      let good = message([(3, NetlinkMessage.bytes(of: UInt32(7))), (4, Array("wlan0".utf8) + [0]), (52, Array("Home".utf8))])
      for index in good.indices {
        for byte in [UInt8(0), 0xFF, 0x80] {
          var bad = good
          bad[index] = byte
          for message in NetlinkMessage.messages(bad).messages { _ = WifiLinks.interface(message) }
          _ = NetlinkMessage.messages(Array(bad.prefix(index)))
        }
      }
    }

    @Test("this machine's links can be read") func links() throws {
      for link in try SystemDevice().links() { #expect(!link.interface.isEmpty && link.interface != "lo") }
    }
  #endif
}
