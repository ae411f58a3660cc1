public import WidgetModel
public import WidgetServices

/// The permissions of a widget that the user has not decided about.
public struct PermissionRequest: Sendable, Equatable {
  public var widget: WidgetIdentity
  /// The whole manifest that requests them, encoded, as in ``GrantStore``.
  public var manifest: [UInt8]
  /// The manifest's name, else the file's.
  public var name: String
  public var permissions: [Permission]
  /// For each requested program, the file that would be run.
  public var programs: [String: String]
  /// For each requested group, the other widgets that use it.
  public var groupUsers: [String: [String]]

  /// One question for each permission, in order.
  public var questions: [PermissionQuestion] { permissions.map(question) }

  public func question(_ permission: Permission) -> PermissionQuestion {
    PermissionQuestion(instance: widget.instance, manifest: manifest, permission: permission)
  }
}

/// The identity of a question. A decision belongs to the question the user saw: to no other permission, manifest or instance.
public struct PermissionQuestion: Sendable, Hashable {
  public var instance: String
  public var manifest: [UInt8]
  public var permission: Permission
}

/// The user's decision about one permission.
public enum PermissionDecision: Sendable, Equatable {
  /// Allowed, and remembered.
  case always
  /// Allowed for this run.
  case once
  /// Denied for this run; asked again the next time.
  case notNow
  /// Denied, and remembered.
  case never
}

/// Asks the user and returns the decisions.
public typealias PermissionPrompt = @Sendable (PermissionRequest) -> [Permission: PermissionDecision]
