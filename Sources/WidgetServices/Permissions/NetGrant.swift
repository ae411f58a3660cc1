/// One host that a widget may reach: `api.example.com`, `api.example.com:8443`, `192.168.1.10:8080`, `[::1]:8080`, or `*` for any
/// public host.
///
/// A grant without a port covers 443 and 80 and nothing else. Hosts match exactly: no grant covers subdomains.
public struct NetGrant: Sendable, Hashable {
  /// The hosts that a grant covers.
  public enum Scope: Sendable, Hashable {
    /// Any host with a public address; never a private one.
    case anyPublic
    case host(WebHost)
  }

  public let scope: Scope
  /// nil: 443 and 80.
  public let port: Int?

  /// Nil for anything but the forms above: a URL, a path, a wildcard inside a name, text outside ASCII.
  public init?(_ text: String) {
    let (host, port) = WebAddress.splitPort(text[...])
    do {
      self.port = if let port { try WebAddress.port(port) } else { nil }
      scope = host == "*" ? .anyPublic : .host(try WebHost(parsing: host))
    } catch {
      return nil
    }
  }

  /// Whether the grant names this host and port. `*` names every host; that the address is public is checked after resolving.
  func covers(_ host: WebHost, port: Int) -> Bool {
    guard coversPort(port) else { return false }
    return switch scope {
    case .anyPublic: true
    case .host(let granted): granted == host
    }
  }

  /// Whether the grant names this very address and port. `localhost` names 127.0.0.1 and ::1; `*` names none.
  func coversLiterally(_ address: IPAddress, port: Int) -> Bool {
    guard coversPort(port), case .host(let granted) = scope else { return false }
    if case .address(let literal) = granted { return literal.unmapped == address.unmapped }
    return granted.isLocalhost && (address == .loopback4 || address == .loopback6)
  }

  private func coversPort(_ port: Int) -> Bool {
    if let granted = self.port { granted == port } else { port == 443 || port == 80 }
  }
}

extension NetGrant: CustomStringConvertible {
  /// The canonical text: as a manifest would have it.
  public var description: String {
    let host =
      switch scope {
      case .anyPublic: "*"
      case .host(let host): host.description
      }
    return port.map { "\(host):\($0)" } ?? host
  }
}
