import WidgetModel
import WidgetServices

extension HostModule {
  static let network = HostModule(
    "network",
    """
    The machine's network connections, on Linux those of NetworkManager, or else what the kernel knows. Changes arrive with \
    `subscribe { network = true }`. `docs/capabilities.md` says what this can tell about the user.
    """,
    [
      HostFunction(
        "network.connections",
        """
        Returns a list of the active connections, the one by which other machines are reached first. Without any it's empty. \
        Returns nil and an error if NetworkManager doesn't reply.
        """,
        returns: [HostField("connections", .optional(.list(.named("NetworkConnection")))), .error],
        requires: .service(.network, .read), limits: "16 connections"
      ).implemented(using: \.network) { _, network in network.connections() }
    ])
}

/// The machine's network connections.
struct NetworkAccess {
  private let service: ServiceCaller
  private let network: Network

  init(_ session: HostSession) {
    service = ServiceCaller(session, "network services")
    network = Network(session.services.machine, session.services.device)
  }

  func connections() -> LuaValue {
    let network = network
    return service.read("network.connections") { () throws(ServiceError) in
      try await network.connections()
    } value: {
      .array($0.map(value))
    }
  }

  private func value(_ connection: NetworkConnection) -> LuaValue {
    var fields: [String: LuaValue] = [
      "name": .string(connection.name), "type": .string(connection.kind.rawValue), "state": .string(connection.state.rawValue),
      "default": .boolean(connection.isDefault),
    ]
    for case (let name, let text?) in ["interface": connection.interface, "ssid": connection.ssid] {
      fields[name] = .string(text)
    }
    if let strength = connection.strength { fields["strength"] = .number(strength) }
    return .table(fields)
  }
}
