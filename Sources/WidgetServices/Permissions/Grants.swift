public import WidgetModel

/// What a widget may do in this run, and what nobody has decided yet.
public struct Grants: Sendable, Equatable {
  public private(set) var allowed: [Permission: GrantSource] = [:]
  public private(set) var denied: Set<Permission> = []
  /// Declared and undecided, in the manifest's order: what a person would be asked.
  public private(set) var pending: [Permission] = []

  public init() {}

  /// - Parameters:
  ///   - declared: What the manifest asks for.
  ///   - records: What was decided for this very manifest before.
  ///   - given: What the user allows with this run, declared or not.
  ///   - isShared: Whether another widget uses a group already.
  public init(
    declared: PermissionSet, records: [GrantRecord], given: [Permission] = [], isShared: (String) -> Bool = { _ in false }
  ) {
    for permission in given { allowed[permission] = .given }
    for record in records where allowed[record.permission] == nil {
      if record.isAllowed { allowed[record.permission] = .remembered } else { denied.insert(record.permission) }
    }
    for permission in declared.list where allowed[permission] == nil && !denied.contains(permission) {
      if Self.isGrantedByRunning(permission, declared, isShared) {
        allowed[permission] = .running
      } else if !pending.contains(permission) {
        pending.append(permission)
      }
    }
  }

  public func isAllowed(_ permission: Permission) -> Bool { allowed[permission] != nil }

  /// Takes a person's answer to a pending permission.
  public mutating func decide(_ permission: Permission, isAllowed: Bool) {
    pending.removeAll { $0 == permission }
    if isAllowed { allowed[permission] = .given } else { denied.insert(permission) }
  }

  /// What needs no question, because no harm comes of it.
  private static func isGrantedByRunning(
    _ permission: Permission, _ declared: PermissionSet, _ isShared: (String) -> Bool
  ) -> Bool {
    switch permission {
    // Public hosts: a widget has nothing private to send.
    case .net: true
    // Figures of the machine: when they have nowhere to go.
    case .device: !declared.hasWayOut
    // A group belongs to the first widget that uses it; whoever comes later is asked for.
    case .group(let name): !isShared(name)
    // Opened by a tap only, in the person's own browser or mail program.
    case .openURL(let scheme): ["https", "http", "mailto"].contains(scheme)
    case .privateNet, .env, .run, .notify: false
    }
  }
}

/// Why a widget has a permission.
public enum GrantSource: String, Sendable, Equatable {
  /// Running it is enough.
  case running
  /// Allowed with this run: by an option, or by an answer.
  case given
  /// Allowed before, for this very manifest.
  case remembered
}
