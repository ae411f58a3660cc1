import WidgetModel

/// A connection of the machine to a network.
public struct NetworkConnection: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable { case wifi, ethernet, mobile, vpn, bluetooth, other }
  public enum State: String, Sendable, CaseIterable { case connecting, connected, disconnecting }

  /// The name the user knows it by: that of the connection's settings, else of the Wi-Fi network, else of the interface.
  public var name: String
  public var kind: Kind
  public var state: State
  /// Whether other machines are reached through it.
  public var isDefault: Bool
  /// `wlan0`
  public var interface: String?
  /// The name of the Wi-Fi network.
  public var ssid: String?
  /// The strength of the Wi-Fi signal, 0...1.
  public var strength: Double?

  /// The most connections that are asked for.
  static let limit = 16

  public init(name: String, kind: Kind, state: State = .connected, isDefault: Bool = false) {
    self.name = name
    self.kind = kind
    self.state = state
    self.isDefault = isDefault
  }

  /// Reads an active connection of NetworkManager, without its device and access point.
  ///
  /// - Returns: nil for one that has ended, and for the machine's connection to itself.
  init?(wire: LuaValue) {
    let states: [Int64: State] = [1: .connecting, 2: .connected, 3: .disconnecting]
    guard let state = wire["State"].integer.flatMap({ states[$0] }), let type = wire["Type"].string, type != "loopback" else {
      return nil
    }
    let kind: Kind =
      switch type {
      case "802-11-wireless": .wifi
      case "802-3-ethernet": .ethernet
      case "gsm", "cdma": .mobile
      case "vpn", "wireguard": .vpn
      case "bluetooth": .bluetooth
      default: wire["Vpn"].boolean == true ? .vpn : .other
      }
    self.init(
      name: wire["Id"].string.flatMap { ServiceText.cleaned($0, limit: 100) } ?? kind.rawValue, kind: kind, state: state,
      isDefault: wire["Default"].boolean == true || wire["Default6"].boolean == true)
  }

  init(_ link: NetworkLink) {
    self.init(name: link.ssid ?? link.interface, kind: link.kind, isDefault: link.isDefault)
    (interface, ssid, strength) = (link.interface, link.ssid, link.strength)
  }

  /// The name of a Wi-Fi network, which can be any 32 bytes.
  static func ssid(_ bytes: [UInt8]) -> String? {
    bytes.count <= 32 ? ServiceText.cleaned(String(decoding: bytes, as: UTF8.self), limit: 100) : nil
  }
}
