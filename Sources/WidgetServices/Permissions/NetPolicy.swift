/// The hosts a widget may reach. Checked inside the fetch: on the parsed URL, on every resolved address, and again at each
/// redirect.
public struct NetPolicy: Sendable, Equatable {
  /// Hosts the widget may reach at public addresses only.
  public var grants: [NetGrant]
  /// Literal addresses, `localhost` and names under it that the user allowed although they aren't public. Each is also a grant, for
  /// just that address or name.
  public var privateGrants: [NetGrant]
  /// Addresses requested by the manifest that aren't public and haven't been allowed by the user.
  public var requestedPrivate: [NetGrant] = []
  /// The hosts of URLs that the user has set.
  public var fromSettings: [NetGrant] = []
  /// Ports refused on every host, whatever is granted: the one this program serves on.
  public var refusedPorts: Set<Int>
  /// The user's own rules, which no grant overrides.
  public var rules = DenyRules.none
  /// The file that a remedy names: `flight.lua`.
  public var scriptName: String?

  public init(
    grants: [NetGrant] = [], privateGrants: [NetGrant] = [], refusedPorts: Set<Int> = [], scriptName: String? = nil
  ) {
    self.grants = grants
    self.privateGrants = privateGrants
    self.refusedPorts = refusedPorts
    self.scriptName = scriptName
  }

  /// Whether the widget may ask for this URL at all. The addresses its host resolves to are checked later, one by one.
  ///
  /// - Throws: A ``FetchError`` of kind `denied`.
  public func check(_ address: WebAddress) throws(FetchError) {
    guard !refusedPorts.contains(address.port) else { throw FetchError(.ownPort, target: address.target) }
    let isPrivate = literals(of: address.host).contains { $0.isSpecialPurpose }
    guard !rules.denies(address.host, isPrivate: isPrivate) else { throw ruledOut(address) }
    let granted =
      grants.contains { $0.covers(address.host, port: address.port) }
      || privateGrants.contains { $0.scope != .anyPublic && $0.covers(address.host, port: address.port) }
      || isOpenedLiterally(address.host, port: address.port)
    guard granted else { throw FetchError(.notGranted, target: address.target, remedy: remedy(for: address)) }
    if case .address(let literal) = address.host { try check(literal, for: address) }
  }

  /// Whether a connection for `address` may go to `resolved`: to a public address, or one the user opened literally.
  ///
  /// - Throws: A ``FetchError`` of kind `denied`.
  public func check(_ resolved: IPAddress, for address: WebAddress) throws(FetchError) {
    let isPrivate = resolved.isSpecialPurpose
    guard !rules.denies(.address(resolved), isPrivate: isPrivate), !rules.denies(address.host, isPrivate: isPrivate) else {
      throw ruledOut(address)
    }
    guard !resolved.isSpecialPurpose || isOpened(resolved, for: address) else {
      throw FetchError(.privateAddress(resolved), target: address.target, remedy: remedy(for: resolved, of: address))
    }
  }

  private func ruledOut(_ address: WebAddress) -> FetchError {
    FetchError(.ruledOut, target: address.target, remedy: DenyRules.remedy)
  }

  /// Whether the user opened an address, whatever name led to it, or the loopback name that leads to it. `localhost` opens neither
  /// 127.0.0.1 in a URL nor other names under it.
  private func isOpened(_ resolved: IPAddress, for address: WebAddress) -> Bool {
    privateGrants.contains { grant in
      grant.coversLiterally(resolved, port: address.port)
        || address.host.isLocalhost && (resolved == .loopback4 || resolved == .loopback6) && grant.scope == .host(address.host)
          && grant.covers(address.host, port: address.port)
    }
  }

  /// Whether the user opened this address, perhaps written in another way (`::ffff:127.0.0.1`).
  private func isOpenedLiterally(_ host: WebHost, port: Int) -> Bool {
    guard case .address(let address) = host else { return false }
    return privateGrants.contains { $0.coversLiterally(address, port: port) }
  }

  /// The addresses a host stands for without asking a name server.
  private func literals(of host: WebHost) -> [IPAddress] {
    switch host {
    case .address(let address): [address]
    case .name: host.isLocalhost ? [.loopback4, .loopback6] : []
    }
  }

  private func remedy(for address: WebAddress) -> String {
    let grant = text(address.host, address.port)
    let isPrivate = literals(of: address.host).contains { $0.isSpecialPurpose }
    if isPrivate { return privateRemedy(address.host, address.port) }
    return addition(grant, to: "net")
  }

  /// A name that the user has set opens no private address: whoever owns the name could make it any device of the user's network. The
  /// address itself does.
  private func remedy(for resolved: IPAddress, of address: WebAddress) -> String {
    if case .name = address.host, !address.host.isLocalhost,
      fromSettings.contains(where: { $0.covers(address.host, port: address.port) })
    {
      let literal = text(.address(resolved), address.port)
      return
        "if you trust it, write \(literal) in the setting instead of the name, or \(privateRemedy(.address(resolved), address.port))"
    }
    return privateRemedy(address.host.isLocalhost ? address.host : .address(resolved), address.port)
  }

  /// A private address has to be requested, and then allowed.
  private func privateRemedy(_ host: WebHost, _ port: Int) -> String {
    let grant = text(host, port)
    // An address requested in `net`, or the default of a setting, opens with this option too.
    let requested = requestedPrivate + grants.filter { $0.scope != .anyPublic }
    if requested.contains(where: { $0.covers(host, port: port) }) { return "allow it with --allow private_net=\(grant)" }
    return addition(grant, to: "private_net") + ", and allow it with --allow private_net=\(grant)"
  }

  private func addition(_ grant: String, to list: String) -> String {
    "add \"\(grant)\" to permissions.\(list)" + (scriptName.map { " in \($0)" } ?? "")
  }

  private func text(_ host: WebHost, _ port: Int) -> String {
    port == 443 || port == 80 ? host.description : "\(host):\(port)"
  }
}

/// One host a widget may reach: `api.example.com`, `api.example.com:8443`, `192.168.1.10:8080`, `[::1]:8080`, or `*` for any
/// public host.
///
/// A grant without a port covers just 443 and 80. Hosts match exactly: no grant covers subdomains.
public struct NetGrant: Sendable, Hashable {
  /// The hosts covered by a grant.
  public enum Scope: Sendable, Hashable {
    /// Any host with a public address; never a private one.
    case anyPublic
    case host(WebHost)
  }

  public let scope: Scope
  /// nil means 443 and 80.
  public let port: Int?

  /// nil for anything but the forms above: a URL, a path, a wildcard inside a name, text outside ASCII.
  public init?(_ text: String) {
    let (host, port) = WebAddress.splitPort(text[...])
    do {
      self.port = if let port { try WebAddress.port(port) } else { nil }
      scope = host == "*" ? .anyPublic : .host(try WebHost(parsing: host))
    } catch {
      return nil
    }
  }

  /// Whether the grant names this host and port. `*` names every host; whether the address is public is checked after resolving.
  func covers(_ host: WebHost, port: Int) -> Bool {
    guard coversPort(port) else { return false }
    return switch scope {
    case .anyPublic: true
    case .host(let granted): granted == host
    }
  }

  /// Whether the grant is for this very address and port, not for a name.
  func coversLiterally(_ address: IPAddress, port: Int) -> Bool {
    guard coversPort(port), case .host(.address(let literal)) = scope else { return false }
    return literal.unmapped == address.unmapped
  }

  private func coversPort(_ port: Int) -> Bool {
    if let granted = self.port { granted == port } else { port == 443 || port == 80 }
  }
}

extension NetGrant: CustomStringConvertible {
  /// The canonical text, as a manifest would have it.
  public var description: String {
    let host =
      switch scope {
      case .anyPublic: "*"
      case .host(let host): host.description
      }
    return port.map { "\(host):\($0)" } ?? host
  }
}
