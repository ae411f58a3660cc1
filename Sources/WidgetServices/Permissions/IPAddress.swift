import WidgetSystem

/// An IPv4 or IPv6 address: sixteen or four bytes in network order, without port or zone.
public struct IPAddress: Sendable, Hashable {
  /// Four bytes, or sixteen.
  public let bytes: [UInt8]

  public var isIPv4: Bool { bytes.count == 4 }

  public static let loopback4 = IPAddress(bytes: [127, 0, 0, 1])
  public static let loopback6 = IPAddress(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])

  /// The caller guarantees the count.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  /// Four plain decimal octets: no `0x`, no leading zero, no short form, because parsers disagree about those.
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

  /// The text forms of RFC 4291 section 2.2, without brackets and without a zone.
  public init?(ipv6 text: some StringProtocol) {
    guard text.utf8.count <= 45, text.utf8.allSatisfy({ isHexDigit($0) || $0 == 0x3A || $0 == 0x2E }) else { return nil }
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
    bytes = withUnsafeBytes(of: &address) { Array($0) }
  }

  /// Either form, for text from a grant or a resolver.
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
