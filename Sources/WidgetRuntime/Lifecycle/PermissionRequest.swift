public import WidgetModel
public import WidgetServices

/// What a widget asks for and nobody has decided.
public struct PermissionRequest: Sendable, Equatable {
  public var widget: WidgetIdentity
  /// The manifest's name, else the file's.
  public var name: String
  public var permissions: [Permission]
  /// For each program that is asked for: the file that would be run.
  public var programs: [String: String]
  /// For each group that is asked for: the other widgets that use it.
  public var groupUsers: [String: [String]]
}

/// A person's answer to one permission.
public enum PermissionAnswer: Sendable, Equatable {
  /// Now and later.
  case always
  /// For this run.
  case once
  /// Not now; asked again the next time.
  case notNow
  /// Not now, and not asked again.
  case never
}

public typealias PermissionPrompt = @Sendable (PermissionRequest) -> [Permission: PermissionAnswer]
