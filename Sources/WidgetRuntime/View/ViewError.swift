public import WidgetModel

/// A mistake in a view that a script returned, and its place.
public struct ViewError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Of the field, as an author counts: `content.children[3].spacing`.
  public var path: String
  /// The nearest enclosing view whose line is known.
  public var location: SourceLocation?
  public var message: String

  public init(path: String, location: SourceLocation? = nil, message: String) {
    self.path = path
    self.location = location
    self.message = message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
