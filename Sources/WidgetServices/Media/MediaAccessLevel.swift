/// A widget's access to media players: the values of `permissions.media`.
public enum MediaAccessLevel: String, Sendable, CaseIterable {
  case read, control

  public static let names = allCases.map(\.rawValue)
}
