import WidgetModel
import WidgetServices

extension HostModule {
  static let units = HostModule(
    "units",
    """
    Units of systemd, by the exact names in `permissions.units`: the user's, and the state of the system's. Changes arrive with \
    `subscribe { units = true }`. A name that's another one of a unit (an alias) works only if the unit's own name is listed too.
    """,
    [
      HostFunction(
        "units.state",
        """
        Returns the state of the user's unit with a name, or else of the system's. Returns nil and an error of kind `unavailable` \
        if there's no such unit, or no systemd.
        """,
        name, returns: [HostField("unit", .optional(.named("Unit"))), .error], requires: unit
      ).implemented(using: \.units) { call, units in units.state(call.text(0)) },
      command(.start, "Starts a unit of the user's."), command(.stop, "Stops a unit of the user's."),
      command(.restart, "Stops a unit of the user's, if it runs, and starts it."),
    ])

  private static let name = HostField("name", .string, "such as `\"syncthing.service\"`")

  private static let unit = HostRequirement.of(.units) { call in .unit(call.text(0)) }

  private static func command(_ command: UnitCommand, _ summary: String) -> HostFunction {
    HostFunction(
      "units.\(command.rawValue)",
      "\(summary) Returns true once systemd has accepted that, or nil and an error, of kind `unavailable` if there's no such unit and of "
        + "kind `denied` for a tap on a page in a browser elsewhere.",
      name, returns: [HostField("done", .optional(.boolean)), .error], requires: unit
    ).implemented(using: \.units) { call, units in units.control(call.name, call.text(0), command) }
  }
}

/// The units of systemd that the widget may reach.
struct UnitAccess {
  private let session: HostSession
  private let service: ServiceCaller

  init(_ session: HostSession) {
    self.session = session
    service = ServiceCaller(session, "units")
  }

  private var units: Units { Units(session.services.machine, names: session.allowedUnits) }

  func state(_ name: String) -> LuaValue {
    let units = units
    return service.read("units.state") { () throws(ServiceError) in
      try await units.state(name)
    } value: { unit in
      var fields: [String: LuaValue] = [
        "name": .string(unit.name), "state": .string(unit.activity.rawValue), "scope": .string(unit.scope.rawValue),
        "enabled": .boolean(unit.isEnabled),
      ]
      for case (let name, let text?) in ["detail": unit.detail, "description": unit.description] { fields[name] = .string(text) }
      if let since = unit.since { fields["since"] = .number(since) }
      return .table(fields)
    }
  }

  func control(_ function: String, _ name: String, _ command: UnitCommand) -> LuaValue {
    let units = units
    return service.control(function) { () throws(ServiceError) in try await units.control(name, command) }
  }
}

extension HostSession {
  /// The units that the user allows now.
  var allowedUnits: [String] {
    refreshGrants()
    return requestedUnits.filter { grants.isAllowed(.unit($0)) }
  }

  /// The units of the manifest, with those that its settings name.
  var requestedUnits: [String] {
    requested.compactMap { if case .unit(let name) = $0 { name } else { nil } }
  }
}
