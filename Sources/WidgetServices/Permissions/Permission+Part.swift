import WidgetSystem

extension Permission {
  /// The parts of a widget's requests granted by allowing this one: those of its own kind. If the widget requests the host by the
  /// other kind only, `net` and `private_net` mean the same.
  public func parts(of requested: [Permission]) -> [Permission] {
    let parts = requested.compactMap(part)
    let own = parts.filter { $0.kind == kind }
    return own.isEmpty ? parts : own
  }

  /// The part of a requested permission granted by allowing this one: all of it, or the narrower permission the user wrote.
  ///
  /// A host can be written in several ways: `localhost` and its addresses are the same, and `net` and `private_net` mean the host
  /// the widget requests in either.
  ///
  /// - Returns: nil if the widget doesn't request this by the other permission.
  public func part(of requested: Permission) -> Permission? {
    if self == requested { return requested }
    switch (self, requested) {
    case (.device("*"), .device): return requested
    case (.device, .device("*")): return self
    // A folder's request names the folder itself; the user may have typed a link to it, or a slash at the end.
    case (.files(let allowed, let path), .files(let wanted, let folder)) where allowed == wanted:
      return ChosenFolder.withoutLinks(AbsolutePath.of(path)) == folder ? requested : nil
    case (.net(let text), .net(let other)), (.net(let text), .privateNet(let other)), (.privateNet(let text), .net(let other)),
      (.privateNet(let text), .privateNet(let other)):
      guard let grant = NetGrant(text), let wanted = NetGrant(other), let part = grant.part(of: wanted) else { return nil }
      return Permission(requested.kind, part.description)
    default: return nil
    }
  }
}

extension NetGrant {
  fileprivate func part(of requested: NetGrant) -> NetGrant? {
    switch (scope, requested.scope) {
    case (.host(let host), .host(let wanted)):
      guard host.isSame(as: wanted) else { return nil }
      return Self.isNarrower(port, than: requested.port)
        ? with(wanted) : Self.isNarrower(requested.port, than: port) ? requested : nil
    // Any public host. A private one has to be requested by name.
    case (.host(let host), .anyPublic): return host.isPrivate || !Self.isNarrower(port, than: requested.port) ? nil : self
    case (.anyPublic, .host(let wanted)):
      return wanted.isPrivate || !Self.isNarrower(requested.port, than: port) ? nil : requested
    case (.anyPublic, .anyPublic): return nil
    }
  }

  /// Whether one port, or the two usual ones, are among those of another grant.
  private static func isNarrower(_ port: Int?, than other: Int?) -> Bool {
    port == other || (other == nil && (port == 443 || port == 80))
  }

  private func with(_ host: WebHost) -> NetGrant? { NetGrant(port.map { "\(host):\($0)" } ?? "\(host)") }
}

extension NetGrant {
  /// Whether it names an address that isn't public, or this machine.
  public var isPrivate: Bool { if case .host(let host) = scope { host.isPrivate } else { false } }
}

extension WebHost {
  fileprivate var isPrivate: Bool {
    switch self {
    case .name: isLocalhost
    case .address(let address): address.isSpecialPurpose
    }
  }

  /// Whether both are the same host, or this machine.
  fileprivate func isSame(as other: WebHost) -> Bool {
    switch (self, other) {
    case (.address(let address), .address(let other)): address.unmapped == other.unmapped
    case (.address(let address), .name), (.name, .address(let address)):
      (self.isPlainLocalhost || other.isPlainLocalhost) && (address == .loopback4 || address == .loopback6)
    default: self == other
    }
  }

  private var isPlainLocalhost: Bool { self == .name("localhost") }
}
