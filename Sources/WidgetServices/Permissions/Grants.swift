public import WidgetModel

/// A widget's permissions in this run: allowed, denied and undecided.
public struct Grants: Sendable, Equatable {
  public private(set) var allowed: [Permission: GrantSource] = [:]
  public private(set) var denied: Set<Permission> = []
  /// Declared and undecided, in the order of asking the user.
  public private(set) var pending: [Permission] = []

  /// Permissions the user allows although the widget doesn't request them. They grant nothing.
  public private(set) var unrequested: [Permission] = []

  /// The user's own rules, which nothing overrides.
  public private(set) var rules = DenyRules.none

  public init() {}

  /// - Parameters:
  ///   - declared: Permissions the manifest requests.
  ///   - records: Earlier decisions for the same manifest.
  ///   - given: Permissions the user allows. What the widget doesn't request isn't granted.
  ///   - settings: Hosts of URLs the user set, which the manifest requests by the names of their settings.
  ///   - refused: Permissions the user denies for this run.
  ///   - rules: The user's rules; nobody is asked about what they deny.
  ///   - isShared: Whether to ask about a group: another widget already uses it, or the user revoked it.
  public init(
    declared: PermissionSet, records: [GrantRecord], given: [Permission] = [], settings: [Permission] = [],
    refused: [Permission] = [], rules: DenyRules = .none, isShared: (String) -> Bool = { _ in false }
  ) {
    self.rules = rules
    for permission in declared.list where rules.denies(permission) || refused.contains(permission) { denied.insert(permission) }
    let requested = declared.list + settings
    for permission in settings where !rules.denies(permission) { allowed[permission] = .given }
    for permission in given {
      let granted = permission.parts(of: requested)
      if granted.isEmpty { unrequested.append(permission) }
      for permission in granted where !rules.denies(permission) { allowed[permission] = .given }
    }
    for record in records where allowed[record.permission] == nil && !rules.denies(record.permission) {
      guard requested.contains(where: { record.permission.part(of: $0) == record.permission }) else { continue }
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

  /// `device = true` in a manifest, and `--allow device=*`, cover every metric.
  public func isAllowed(_ permission: Permission) -> Bool {
    guard !rules.denies(permission) else { return false }
    return allowed[permission] != nil || permission.kind == .device && allowed[.device("*")] != nil
  }

  /// Permissions that need no question because they do no harm.
  private static func isGrantedByRunning(
    _ permission: Permission, _ declared: PermissionSet, _ isShared: (String) -> Bool
  ) -> Bool {
    switch permission {
    // Public hosts: the widget has nothing private to send.
    case .net: true
    // System metrics and services of the machine, unless they could leave it.
    // So is a folder that the user has chosen.
    case .device, .service, .files(.read, _): !declared.hasWayOut
    // A group belongs to the first widget using it; the user is asked about every later one.
    case .group(let name): !isShared(name)
    // Opened by a tap only, in the user's own browser or mail program.
    case .openURL(let scheme): URLScheme.withoutQuestion.contains(scheme)
    // Stopping a unit can do harm without sending anything: a screen may not lock any more.
    // A text on the clipboard may be pasted into a shell.
    case .privateNet, .unit, .env, .run, .files, .clipboard, .notify: false
    }
  }
}

/// Why a widget has a permission.
public enum GrantSource: String, Sendable, Equatable {
  /// Running the widget is enough.
  case running
  /// Allowed for this run, by an option or at the prompt.
  case given
  /// Allowed earlier, for the same manifest.
  case remembered
}
