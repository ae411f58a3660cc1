/// A line that a script printed or logged.
public struct ConsoleLine: Sendable, Equatable {
  /// How important a line is; `print` for lines of Lua's `print`.
  public enum Level: String, Sendable, Equatable, CaseIterable { case print, debug, info, warning, error }

  public var level: Level
  public var text: String

  public init(_ level: Level, _ text: String) {
    self.level = level
    self.text = text
  }
}
