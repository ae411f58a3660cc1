/// A URL's host in canonical form: a name in lowercase without a trailing dot, or a literal address.
public enum WebHost: Sendable, Hashable {
  case name(String)
  case address(IPAddress)

  /// Parses a URL's host. IPv6 addresses are in brackets.
  ///
  /// - Throws: What's wrong with it. Forms of IPv4 that only some readers understand (`127.1`, `0x7f000001`, `2130706433`,
  ///   `0177.0.0.1`) are refused, so we connect to exactly what we checked.
  public init(parsing text: some StringProtocol) throws(WebAddress.Refusal) {
    guard !text.isEmpty else { throw .emptyHost }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .nonASCIIHost }
    if text.utf8.first == UInt8(ascii: "[") {
      guard text.hasSuffix("]") else { throw .host }
      let inside = text.dropFirst().dropLast()
      guard !inside.contains("%") else { throw .zone }
      guard let address = IPAddress(ipv6: inside) else { throw .host }
      self = .address(address)
      return
    }
    var name = text.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    guard (1...253).contains(name.utf8.count) else { throw .host }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    for label in labels {
      guard (1...63).contains(label.utf8.count),
        label.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
      else { throw .host }
    }
    if let last = labels.last, last.utf8.allSatisfy(isDigit) || last.hasPrefix("0x") {
      guard let address = IPAddress(ipv4: name) else { throw .numericHost }
      self = .address(address)
    } else {
      self = .name(name)
    }
  }

  /// Whether it's `localhost` or below it: this machine, whatever a name server returns (RFC 6761 section 6.3).
  public var isLocalhost: Bool {
    guard case .name(let name) = self else { return false }
    return name == "localhost" || name.hasSuffix(".localhost")
  }

  /// Whether it's this machine wherever you are, so every server here has it.
  public var isThisMachine: Bool {
    guard case .address(let address) = self else { return isLocalhost }
    return address.isLoopback
  }
}

extension WebHost: CustomStringConvertible {
  /// The host as in a URL: IPv6 in brackets.
  public var description: String {
    switch self {
    case .name(let name): name
    case .address(let address): address.isIPv4 ? address.description : "[\(address)]"
    }
  }
}
