import WidgetModel

/// A unit of systemd, as it is now.
public struct UnitState: Sendable, Equatable {
  public enum Activity: String, Sendable, CaseIterable {
    case active, reloading, inactive, failed, activating, deactivating, maintenance
  }
  public enum Scope: String, Sendable, CaseIterable { case user, system }

  public var name: String
  public var activity: Activity
  /// systemd's finer state, such as `running` or `exited`.
  public var detail: String?
  public var description: String?
  public var scope: Scope
  /// When its state last changed, in seconds since 1970.
  public var since: Double?
  /// Whether it's started with the session or the machine.
  public var isEnabled: Bool

  public init(name: String, activity: Activity, scope: Scope, isEnabled: Bool = false) {
    self.name = name
    self.activity = activity
    self.scope = scope
    self.isEnabled = isEnabled
  }

  /// Reads the properties of a unit's object.
  ///
  /// - Returns: nil if its state can't be right.
  init?(wire: LuaValue, name: String, scope: Scope) {
    guard let activity = wire["ActiveState"].string.flatMap(Activity.init) else { return nil }
    self.init(name: name, activity: activity, scope: scope, isEnabled: wire["UnitFileState"].string?.hasPrefix("enabled") == true)
    detail = wire["SubState"].string.flatMap { ServiceText.cleaned($0, limit: 40) }
    description = wire["Description"].string.flatMap { ServiceText.cleaned($0, limit: 200) }
    // Microseconds; 0 if it never changed. The year 9999 is the last one that dates know.
    since = ServiceText.number(wire["StateChangeTimestamp"].double.map { $0 / 1_000_000 }, in: 1...253_000_000_000)
  }
}

/// An order to systemd about a unit.
public enum UnitCommand: String, Sendable, CaseIterable {
  case start, stop, restart

  package var method: String {
    switch self {
    case .start: "Start"
    case .stop: "Stop"
    case .restart: "Restart"
    }
  }
}
