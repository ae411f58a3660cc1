/// An enabled interface with a link, as the kernel knows it.
public struct NetworkLink: Sendable, Equatable {
  public var interface: String
  public var kind: NetworkConnection.Kind
  /// Whether other machines are reached through it.
  public var isDefault: Bool
  /// The name of the Wi-Fi network.
  public var ssid: String?
  /// 0...1.
  public var strength: Double?

  public init(
    interface: String, kind: NetworkConnection.Kind, isDefault: Bool = false, ssid: String? = nil, strength: Double? = nil
  ) {
    self.interface = interface
    self.kind = kind
    self.isDefault = isDefault
    self.ssid = ssid
    self.strength = strength
  }
}

extension DeviceReader {
  /// The links of a machine that says no more about them.
  public func links() throws(DeviceError) -> [NetworkLink] {
    try network().filter(\.isUp).map { NetworkLink(interface: $0.name, kind: .other) }
  }
}

extension NetworkConnection.Kind {
  /// - Parameter uevent: The text of an interface's `uevent` in sysfs: `DEVTYPE=wlan`. An Ethernet interface has no such line.
  init(uevent: String, isEthernet: Bool) {
    let type = uevent.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }?.dropFirst("DEVTYPE=".count)
    switch type {
    case "wlan": self = .wifi
    case "wwan": self = .mobile
    case "wireguard": self = .vpn
    case nil: self = isEthernet ? .ethernet : .other
    default: self = .other
    }
  }
}
