/// An error in `widget { ... }`, with its path.
public struct ManifestError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Inside the table: `settings.count.default`, `permissions.net[2]`; empty for the table itself.
  public var path: String
  public var message: String

  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
