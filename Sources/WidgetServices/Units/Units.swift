import WidgetModel

/// Units of systemd: the user's, and the state of the system's.
///
/// A name can be another name of a unit, an alias. So each operation asks systemd which unit a name means, and goes on only if that one
/// is allowed too.
public struct Units: Sendable {
  package static let service = "org.freedesktop.systemd1"
  package static let manager = "/org/freedesktop/systemd1"
  package static let managerInterface = "org.freedesktop.systemd1.Manager"
  package static let unitInterface = "org.freedesktop.systemd1.Unit"
  /// The mode of a job: it replaces an earlier one for the same unit.
  package static let mode = "replace"

  private let bus: any ServiceBus
  private let names: [String]

  /// - Parameter names: The units that may be reached.
  public init(_ services: any MachineServices, names: [String]) {
    bus = services.units(names)
    self.names = names
  }

  /// The state of the user's unit with a name, or else of the system's.
  public func state(_ name: String) async throws(ServiceError) -> UnitState {
    var problem: ServiceError?
    for (bus, scope) in [(BusCall.Bus.session, UnitState.Scope.user), (.system, .system)] {
      do throws(ServiceError) {
        if let (id, properties) = try await find(name, on: bus) {
          guard let state = UnitState(wire: properties, name: id, scope: scope) else {
            throw .failed(reason: "systemd says nothing about \(name)")
          }
          return state
        }
      } catch {
        guard error.isUnavailable else { throw error }
        problem = error
      }
    }
    throw problem ?? Self.missing(name)
  }

  /// Controls a unit of the user's.
  public func control(_ name: String, _ command: UnitCommand) async throws(ServiceError) {
    guard let (id, _) = try await find(name, on: .session) else { throw Self.missing("\(name) among the user's") }
    _ = try await bus.call(
      BusCall(.session, Self.service, UnitName.path(id), Self.unitInterface, command.method, .text(Self.mode)))
  }

  /// - Returns: The unit's own name and its properties; nil if there's no such unit.
  private func find(_ name: String, on bus: BusCall.Bus) async throws(ServiceError) -> (id: String, properties: LuaValue)? {
    guard names.contains(name) else { throw Self.notAllowed(name) }
    let loaded = try await self.bus.call(
      BusCall(bus, Self.service, Self.manager, Self.managerInterface, "LoadUnit", .text(name)))
    guard let path = loaded.first?.string, let id = names.first(where: { UnitName.path($0) == path }) else {
      throw .failed(reason: "\(name) is another name of a unit that isn't in permissions.units")
    }
    let properties =
      try await self.bus.call(.properties(bus, Self.service, path, of: Self.unitInterface)).first ?? .null
    guard properties["Id"].string == id else { throw Self.notAllowed(id) }
    return properties["LoadState"].string == "not-found" ? nil : (id, properties)
  }

  private static func missing(_ name: String) -> ServiceError { .unavailable(reason: "there's no unit \(name)") }

  private static func notAllowed(_ name: String) -> ServiceError {
    .failed(reason: "\(name) isn't in permissions.units, or is another name of a unit")
  }
}
