import WidgetSystem

/// An IPv4 or IPv6 address: four or sixteen bytes in network order, without port or zone.
public struct IPAddress: Sendable, Hashable {
  /// Four bytes, or sixteen.
  public let bytes: [UInt8]

  public var isIPv4: Bool { bytes.count == 4 }

  public static let loopback4 = IPAddress(bytes: [127, 0, 0, 1])
  public static let loopback6 = IPAddress(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])

  /// The caller guarantees the count.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Parses four plain decimal octets: no `0x`, no leading zero, no short form, because parsers disagree about those.
  public init?(ipv4 text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy(isDigit), part == "0" || part.utf8.first != 0x30,
        let octet = UInt8(part)
      else { return nil }
      bytes.append(octet)
    }
    self.bytes = bytes
  }

  /// Parses the text forms of RFC 4291 section 2.2, without brackets and zone.
  public init?(ipv6 text: some StringProtocol) {
    guard text.utf8.count <= 45, text.utf8.allSatisfy({ isHexDigit($0) || $0 == 0x3A || $0 == 0x2E }) else { return nil }
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
    bytes = withUnsafeBytes(of: &address) { Array($0) }
  }

  /// Parses either form, for text from a grant or a resolver.
  public init?(_ text: some StringProtocol) {
    if let address = IPAddress(ipv4: text) ?? IPAddress(ipv6: text) { self = address } else { return nil }
  }
}

extension IPAddress: CustomStringConvertible {
  /// The canonical text (RFC 5952 for IPv6), without brackets.
  public var description: String {
    if isIPv4 { return bytes.map(String.init).joined(separator: ".") }
    var address = in6_addr()
    withUnsafeMutableBytes(of: &address) { $0.copyBytes(from: bytes) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      guard let start = text.baseAddress, let end = inet_ntop(AF_INET6, &address, start, socklen_t(text.count)) else { return "" }
      return String(cString: end)
    }
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66) }

func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

/// Addresses with a common prefix: `192.0.2.0/24` (RFC 4632, RFC 4291 section 2.3).
struct IPAddressBlock: Sendable, Equatable {
  let prefix: IPAddress
  /// How many bits of the prefix count, from 0 to all of them.
  let bits: Int

  /// Reads an address with or without a length; nil for anything else.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let prefix = IPAddress(first) else { return nil }
    let width = prefix.bytes.count * 8
    guard let bits = parts.count > 1 ? Int(parts[1]) : width, (0...width).contains(bits) else { return nil }
    // IPv4 in IPv6 is the same address.
    let isMapped = bits >= 96 && prefix.unmapped != prefix
    self.prefix = isMapped ? prefix.unmapped : prefix
    self.bits = isMapped ? bits - 96 : bits
  }

  func contains(_ address: IPAddress) -> Bool {
    guard prefix.bytes.count == address.bytes.count else { return false }
    let whole = bits / 8
    guard prefix.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (prefix.bytes[whole] ^ address.bytes[whole]) >> (8 - bits % 8) == 0
  }
}

extension IPAddress {
  /// Whether the address is anything but an ordinary public one: this machine, a private or local network, multicast,
  /// documentation, a transition mechanism, unassigned space (RFC 6890 and its successors).
  ///
  /// An IPv6 address carrying an IPv4 one (mapped, NAT64) is classified by that.
  public var isSpecialPurpose: Bool {
    if let carried = embeddedIPv4 { return carried.isSpecialPurpose }
    if isIPv4 { return Self.special4.contains { $0.contains(self) } }
    // Only 2000::/3 has ever been given out: this covers loopback, fc00::/7, fe80::/10, ff00::/8, 100::/64, 64:ff9b:1::/48.
    guard bytes[0] & 0xE0 == 0x20 else { return true }
    return Self.special6.contains { $0.contains(self) }
  }

  /// Whether connecting to it reaches this machine only: 127.0.0.0/8, ::1, and the unspecified addresses.
  var isLoopback: Bool {
    if isMapped, let carried = embeddedIPv4 { return carried.isLoopback }
    return isIPv4 ? bytes[0] == 127 || bytes == [0, 0, 0, 0] : self == .loopback6 || bytes.allSatisfy { $0 == 0 }
  }

  /// The addresses that a connection to this one may reach: itself, the IPv4 address it carries, and this machine if it's unspecified.
  var destinations: [IPAddress] {
    let known = [self] + [embeddedIPv4].compactMap(\.self)
    return known.contains { $0.bytes.allSatisfy { $0 == 0 } } ? known + [.loopback4, .loopback6] : known
  }

  /// The IPv4 address inside `::ffff:0:0/96` and `64:ff9b::/96`.
  public var embeddedIPv4: IPAddress? {
    guard !isIPv4, isMapped || bytes.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]) else { return nil }
    return IPAddress(bytes: Array(bytes[12...]))
  }

  /// The IPv4 address inside an IPv4-mapped one, else the address itself, for comparing grants.
  var unmapped: IPAddress { isMapped ? embeddedIPv4 ?? self : self }

  private var isMapped: Bool { bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) }

  private static let special4 = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
  ].compactMap(IPAddressBlock.init)

  private static let special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].compactMap(IPAddressBlock.init)
}
