/// A service of the machine that a widget can read or control, by its name in `permissions`.
public enum MachineService: String, Sendable, CaseIterable {
  case media, audio, power, network, brightness

  /// The access a widget can request.
  public var levels: [AccessLevel] { self == .network ? [.read] : AccessLevel.allCases }
}

/// A widget's access to a service of the machine: the values of a list in `permissions`.
public enum AccessLevel: String, Sendable, CaseIterable { case read, control }

/// A service, and what a widget requests of it.
public struct ServiceAccess: Sendable, Hashable {
  public var service: MachineService
  public var level: AccessLevel

  public init(_ service: MachineService, _ level: AccessLevel) {
    self.service = service
    self.level = level
  }
}
