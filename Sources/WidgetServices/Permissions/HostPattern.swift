/// Hosts as config.toml lists them, in `no_proxy` and in `[deny]`.
///
/// `example.com`, `*.example.com` and `.example.com` match that name and its subdomains, `*` every host, `192.0.2.0/24` and `192.0.2.1` literal
/// addresses. Any other text matches nothing. `localhost` also matches loopback addresses.
public struct HostPattern: Sendable, Equatable {
  private enum Extent: Equatable {
    case all
    case domain(String)
    case addresses(IPAddressBlock)
  }

  private let extent: Extent

  /// Whether a text can match anything.
  public static func isValid(_ text: String) -> Bool {
    switch HostPattern(text).extent {
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
    case (_, .address(let address)): covers(address)
    default: false
    }
  }

  /// Whether an address is one that the pattern lists, also if a name leads there.
  func covers(_ address: IPAddress) -> Bool {
    switch extent {
    case .all: true
    case .addresses(let block): address.destinations.contains { block.contains($0) || block.contains($0.unmapped) }
    case .domain(let name): name == "localhost" && address.destinations.contains(where: \.isLoopback)
    }
  }
}
