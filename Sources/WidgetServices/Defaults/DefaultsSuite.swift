/// Whose defaults they are. Widgets and groups have separate namespaces: no group can have the name of a widget's suite.
public enum DefaultsSuite: Sendable, Hashable {
  /// A widget's own, by id.
  case widget(String)
  /// Shared by the widgets of a group, by name.
  case group(String)

  /// Begins the names of groups' suites.
  public static let groupPrefix = "group:"

  /// The name under which a store keeps it. A widget's id has no colon.
  public var name: String {
    switch self {
    case .widget(let id): id
    case .group(let name): Self.groupPrefix + name
    }
  }
}
