/// The table of a TOML document, and the lines of its keys.
public struct TOMLDocument: Sendable, Equatable {
  public internal(set) var table: [String: TOMLValue] = [:]
  var lines: [[TOMLPathPart]: Int] = [:]

  /// The line of a key or of an element of an array, from 1; nil if there is no such value.
  public func line(of path: [TOMLPathPart]) -> Int? { lines[path] }
}

/// A step from a table or an array to a value in it.
public enum TOMLPathPart: Sendable, Hashable {
  case key(String)
  case index(Int)
}
