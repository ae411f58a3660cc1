import Testing
import WidgetServices
import WidgetSystem

@testable import luawidget_notifier

/// The way from a helper to a bus.
@Suite struct BusFilterTests {
  /// A call without arguments, or with one text.
  private static func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, kind: UInt8 = 1, flags: UInt8 = 2,
    text: String? = nil, texts: [String] = [], extra: [UInt8] = []
  ) -> [UInt8] {
    let texts = (text.map { [$0] } ?? []) + texts
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func string(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) + [0] }
    func padded(_ bytes: [UInt8], _ size: Int = 8) -> [UInt8] {
      bytes + Array(repeating: 0, count: (size - bytes.count % size) % size)
    }
    var fields: [UInt8] = []
    for (code, type, value) in [
      (UInt8(1), UInt8(ascii: "o"), path), (2, 115, interface), (3, 115, member), (6, 115, destination),
    ] {
      fields = padded(fields) + [code, 1, type, 0] + string(value)
    }
    if !texts.isEmpty {
      fields = padded(fields) + [8, 1, UInt8(ascii: "g"), 0, UInt8(texts.count)] + texts.map { _ in UInt8(ascii: "s") } + [0]
    }
    fields += extra.isEmpty ? [] : Array(padded(fields).dropFirst(fields.count)) + extra
    let body = texts.reduce([]) { padded($0, 4) + string($1) }
    return padded([UInt8(ascii: "l"), kind, flags, 1] + number(body.count) + number(1) + number(fields.count) + fields) + body
  }

  private static let player = "org.mpris.MediaPlayer2.mpv"
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = "org.mpris.MediaPlayer2.Player"
  private static let daemon = "org.freedesktop.DBus"

  private static func isAllowed(_ message: [UInt8], _ rules: BusRules = .media) -> Bool {
    var filter = BusFilter(rules: rules)
    guard filter.take(Array("\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n".utf8)) != nil else { return false }
    return filter.take(message) == message
  }

  @Test(
    "a call passes if its name, object, interface and method are listed, and if it starts no program",
    arguments: [
      (call(player, path, interface, "Play"), true),
      (call(player, path, "org.freedesktop.DBus.Properties", "GetAll", text: "x"), true),
      (call(daemon, "/org/freedesktop/DBus", daemon, "Hello", flags: 0), true),
      (call(player, path, interface, "Play", flags: 0), false),
      (call(player, path, interface, "OpenUri"), false),
      (call(player, path, "org.mpris.MediaPlayer2", "Quit"), false),
      (call(player, path, "org.freedesktop.DBus.Properties", "Set"), false),
      (call(player, "/org", interface, "Play"), false),
      (call("org.mpris.MediaPlayer2.", path, interface, "Play"), false),
      (call("org.mpris.MediaPlayer2x", path, interface, "Play"), false),
      (call(":1.5", path, interface, "Play"), false),
      (
        call("org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager", "StartTransientUnit"),
        false
      ),
      (call(daemon, "/org/freedesktop/DBus", daemon, "StartServiceByName"), false),
      (call(daemon, "/org/freedesktop/DBus", daemon, "RequestName"), false),
      (call(daemon, "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring", "BecomeMonitor"), false),
    ])
  func calls(_ message: [UInt8], _ isAllowed: Bool) { #expect(Self.isAllowed(message) == isAllowed) }

  @Test(
    "only signals of players, and of the names of players, can be asked for",
    arguments: [
      (MediaPlayerBus.ownerMatch, true),
      (MediaPlayerBus.signalMatches[0] + "1.5'", true),
      ("type='signal'", false),
      ("type='signal',sender='org.freedesktop.DBus'", false),
      (MediaPlayerBus.signalMatches[0] + "1.5',eavesdrop='true'", false),
      ("", false),
    ])
  func matches(_ rule: String, _ isAllowed: Bool) {
    let message = Self.call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "AddMatch", flags: 0, text: rule)
    #expect(Self.isAllowed(message) == isAllowed)
  }

  private static let upower = "org.freedesktop.UPower"
  private static let network = Network.service
  private static let profiles = "net.hadess.PowerProfiles"

  @Test(
    "properties are asked for, and set, only where the list says",
    arguments: [
      (call(upower, Power.displayDevice, BusCall.properties, "GetAll", texts: [Power.deviceInterface]), true),
      (call(upower, Power.displayDevice, BusCall.properties, "GetAll", texts: ["org.freedesktop.UPower"]), false),
      (call(upower, Power.displayDevice, BusCall.properties, "GetAll"), false),
      (call(upower, "/org/freedesktop/UPower", BusCall.properties, "GetAll", texts: [Power.deviceInterface]), false),
      (call(profiles, "/net/hadess/PowerProfiles", BusCall.properties, "GetAll", texts: [profiles]), true),
      (call(profiles, "/net/hadess/PowerProfiles", BusCall.properties, "Set", texts: [profiles, "ActiveProfile"]), true),
      (call(profiles, "/net/hadess/PowerProfiles", BusCall.properties, "Set", texts: [profiles, "Version"]), false),
      (call(profiles, "/net/hadess/PowerProfiles", BusCall.properties, "Set", texts: [profiles]), false),
      (call(Power.logind, Power.logindPath, Power.logindInterface, "PowerOff"), false),
      (call(Power.logind, Power.logindPath, Power.logindInterface, "Inhibit", texts: ["idle", "x"]), false),
      (call(player, path, interface, "Play"), false),
      (call(Power.logind, Display.session, Display.sessionInterface, "SetBrightness", texts: ["backlight", "intel"]), true),
      (call(Power.logind, Display.session, Display.sessionInterface, "SetBrightness", texts: ["leds", "x"]), false),
      (call(Power.logind, Display.session, Display.sessionInterface, "Lock"), false),
      (call(network, Network.path, BusCall.properties, "GetAll", texts: [network]), true),
      (call(network, "\(Network.path)/AccessPoint/3", BusCall.properties, "GetAll", texts: ["\(network).AccessPoint"]), true),
      (call(network, "\(Network.path)/AccessPoint/3/x", BusCall.properties, "GetAll", texts: ["\(network).AccessPoint"]), false),
      (call(network, "\(Network.path)/AccessPoint/", BusCall.properties, "GetAll", texts: ["\(network).AccessPoint"]), false),
      (call(network, "\(Network.path)/Settings/1", BusCall.properties, "GetAll", texts: ["\(network).Device"]), false),
      (call(network, "\(Network.path)/Settings/1", "\(network).Settings.Connection", "GetSecrets", texts: ["x"]), false),
    ])
  func machine(_ message: [UInt8], _ isAllowed: Bool) {
    #expect(Self.isAllowed(message, ServiceGroup.machine.rules(on: .system)) == isAllowed)
    #expect(!Self.isAllowed(message, ServiceGroup.machine.rules(on: .session)), "there's nothing on the session bus")
  }

  @Test(
    "of systemd, only the named units are read, and only the user's controlled",
    arguments: [
      (call(Units.service, Units.manager, Units.managerInterface, "LoadUnit", texts: ["a.service"]), true, true),
      (call(Units.service, Units.manager, Units.managerInterface, "LoadUnit", texts: ["b.service"]), false, false),
      (call(Units.service, Units.manager, Units.managerInterface, "StartUnit", texts: ["a.service", "replace"]), false, false),
      (call(Units.service, Units.manager, Units.managerInterface, "Subscribe"), true, true),
      (call(Units.service, UnitName.path("a.service"), BusCall.properties, "GetAll", texts: [Units.unitInterface]), true, true),
      (call(Units.service, UnitName.path("a.service"), Units.unitInterface, "Stop", texts: ["replace"]), true, false),
      (call(Units.service, UnitName.path("a.service"), Units.unitInterface, "Stop", texts: ["isolate"]), false, false),
      (call(Units.service, UnitName.path("a.service"), Units.unitInterface, "Kill", texts: ["all"]), false, false),
      (call(Units.service, UnitName.path("b.service"), Units.unitInterface, "Stop", texts: ["replace"]), false, false),
    ])
  func units(_ message: [UInt8], _ onSession: Bool, _ onSystem: Bool) {
    let group = ServiceGroup.units(["a.service"])
    #expect(Self.isAllowed(message, group.rules(on: .session)) == onSession)
    #expect(Self.isAllowed(message, group.rules(on: .system)) == onSystem)
  }

  @Test("a message that two readers could understand differently doesn't pass")
  func damaged() {
    let good = Self.call(Self.player, Self.path, Self.interface, "Play")
    #expect(Self.isAllowed(good))
    for (index, byte) in [(0, UInt8(ascii: "B")), (3, 2), (1, 9), (1, 4), (8, 0), (18, UInt8(ascii: "s"))] {
      var bad = good
      bad[index] = byte
      #expect(!Self.isAllowed(bad), "\(index)")
    }
    // A second destination, a sender, descriptors.
    for code in [UInt8(6), 7, 9] {
      let extra: [UInt8] = [code, 1, UInt8(ascii: "s"), 0, 1, 0, 0, 0, UInt8(ascii: "x"), 0]
      #expect(!Self.isAllowed(Self.call(Self.player, Self.path, Self.interface, "Play", extra: extra)))
    }
    for index in good.indices {
      var bad = good
      bad[index] ^= 0x41
      // Must not trap; a changed serial number is harmless.
      _ = Self.isAllowed(bad)
    }
  }

  @Test("messages may arrive in pieces, and only the allowed ones go on; replies are swallowed")
  func pieces() {
    var filter = BusFilter(rules: .media)
    let line = Array("\0AUTH EXTERNAL 31\r\nDATA\r\nBEGIN\r\n".utf8)
    let good = Self.call(Self.player, Self.path, Self.interface, "Play")
    let reply = Self.call(Self.player, Self.path, Self.interface, "Play", kind: 2)
    var passed: [UInt8] = []
    for byte in line + good + reply + good { passed += filter.take([byte]) ?? [] }
    #expect(passed == line + good + good)
  }

  @Test(
    "nothing but the user's own identity is offered to the bus",
    arguments: ["AUTH ANONYMOUS\r\n", "AUTH EXTERNAL\r\nNEGOTIATE_UNIX_FD\r\n", "BEGIN\n", "ERROR\r\n"])
  func authentication(_ text: String) {
    var filter = BusFilter(rules: .media)
    #expect(filter.take([0] + Array(text.utf8)) == nil)
  }

  @Test(
    "the address of a bus is that of its first local socket",
    arguments: [
      ("unix:path=/run/user/1000/bus", Array("/run/user/1000/bus".utf8)),
      ("unix:path=/a%20b,guid=12;unix:path=/c", Array("/a b".utf8)),
      ("tcp:host=localhost,port=1;unix:abstract=/tmp/x", [0] + Array("/tmp/x".utf8)),
      ("unix:tmpdir=/tmp", nil), ("", nil), ("unix:path=%0", nil), ("unix:path=%00", nil),
    ] as [(String, [UInt8]?)])
  func address(_ text: String, _ name: [UInt8]?) { #expect(BusAddress(text)?.name == name) }
}
