/// Addresses with a common prefix: `192.0.2.0/24` (RFC 4632, RFC 4291 section 2.3).
struct IPAddressBlock: Sendable, Equatable {
  let prefix: IPAddress
  /// How many of the prefix's bits count, from 0 to all of them.
  let bits: Int

  /// Reads an address with or without a length; nil for anything else.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let prefix = IPAddress(first) else { return nil }
    let width = prefix.bytes.count * 8
    guard let bits = parts.count > 1 ? Int(parts[1]) : width, (0...width).contains(bits) else { return nil }
    self.prefix = prefix
    self.bits = bits
  }

  func contains(_ address: IPAddress) -> Bool {
    guard prefix.bytes.count == address.bytes.count else { return false }
    let whole = bits / 8
    guard prefix.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    guard bits % 8 > 0 else { return true }
    return (prefix.bytes[whole] ^ address.bytes[whole]) >> (8 - bits % 8) == 0
  }
}
