extension IPAddress {
  /// Whether the address is anything but an ordinary public one: this machine, a private or local network, multicast,
  /// documentation, a transition mechanism, unassigned space (RFC 6890 and its successors).
  ///
  /// An IPv6 address that carries an IPv4 one (mapped, NAT64) is classified by that one.
  public var isSpecialPurpose: Bool {
    if let carried = embeddedIPv4 { return carried.isSpecialPurpose }
    if isIPv4 { return Self.special4.contains { $0.contains(self) } }
    // Only 2000::/3 has ever been given out: this covers loopback, fc00::/7, fe80::/10, ff00::/8, 100::/64, 64:ff9b:1::/48.
    guard bytes[0] & 0xE0 == 0x20 else { return true }
    return Self.special6.contains { $0.contains(self) }
  }

  /// The IPv4 address inside `::ffff:0:0/96` and `64:ff9b::/96`.
  public var embeddedIPv4: IPAddress? {
    guard !isIPv4, isMapped || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) else { return nil }
    return IPAddress(bytes: Array(bytes[12...]))
  }

  /// For comparison with a grant: the IPv4 address of an IPv4-mapped one.
  var unmapped: IPAddress { isMapped ? embeddedIPv4 ?? self : self }

  private var isMapped: Bool { bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) }

  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
  ].compactMap(IPAddressBlock.init)

  private static let special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].compactMap(IPAddressBlock.init)
}
