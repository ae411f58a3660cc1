public import WidgetModel
public import WidgetServices

/// The permissions of a widget that the user has not decided about.
public struct PermissionRequest: Sendable, Equatable {
  public var widget: WidgetIdentity
  /// The manifest's name, else the file's.
  public var name: String
  public var permissions: [Permission]
  /// For each requested program, the file that would be run.
  public var programs: [String: String]
  /// For each requested group, the other widgets that use it.
  public var groupUsers: [String: [String]]
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
