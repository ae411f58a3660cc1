/// Hosts that are connected to directly: an entry of `no_proxy`.
///
/// `example.com` and `.example.com` match that name and its subdomains, `*` every host, `192.0.2.0/24` and `192.0.2.1` literal
/// addresses. Any other text matches nothing.
public struct ProxyException: Sendable, Equatable {
  private enum Extent: Equatable {
    case all
    case domain(String)
    case addresses(IPAddressBlock)
  }

  private let extent: Extent

  /// Whether a text can match anything.
  public static func isValid(_ text: String) -> Bool {
    switch ProxyException(text).extent {
    case .all, .addresses: true
    case .domain(let name): if case .name? = try? WebHost(parsing: name) { true } else { false }
    }
  }

  public init(_ text: some StringProtocol) {
    if text == "*" {
      extent = .all
    } else if let block = IPAddressBlock(String(text.filter { $0 != "[" && $0 != "]" })) {
      extent = .addresses(block)
    } else {
      var name = text.lowercased()[...]
      if name.hasPrefix("*.") { name = name.dropFirst(2) } else if name.hasPrefix(".") { name = name.dropFirst() }
      if name.hasSuffix(".") { name.removeLast() }
      extent = .domain(String(name))
    }
  }

  func covers(_ host: WebHost) -> Bool {
    switch (extent, host) {
    case (.all, _): true
    case (.domain(let domain), .name(let name)): name == domain || name.hasSuffix("." + domain)
    case (.addresses(let block), .address(let address)): block.contains(address)
    default: false
    }
  }
}
