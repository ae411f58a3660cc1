import WidgetModel
import WidgetRuntime

/// Why a board file cannot be used or changed.
public struct BoardFileError: Error, Sendable, Equatable {
  public enum Problem: Error, Sendable, Equatable {
    /// The file exists but can't be read.
    case unreadable(reason: String)
    /// The file is unchanged.
    case notWritten(reason: String)
    /// It's not TOML, or a value has the wrong type or is out of range.
    case invalid(message: String)
    case unknownKey(String, suggestion: String?, known: [String])
    /// - line: The line of the first entry with the id.
    case duplicateID(String, line: Int?)
    case tooManyWidgets(limit: Int)
    case unknownWidget(id: String, known: [String])
    /// - count: The number of widgets.
    case invalidPosition(Int, count: Int)
  }

  public var path: String
  /// nil if the problem isn't on a line.
  public var line: Int?
  public var problem: Problem

  public init(path: String, line: Int? = nil, _ problem: Problem) {
    self.path = path
    self.line = line
    self.problem = problem
  }
}

extension BoardFileError: CustomStringConvertible {
  /// One sentence without a full stop. It quotes the file, so make it safe before showing it on a terminal.
  public var description: String { (line.map { "\(path):\($0): " } ?? "\(path): ") + message }

  public static func noWidget(_ id: String) -> String { "no widget has the id \"\(id)\"" }

  /// The sentence about the board on the screen until the file is corrected.
  public static func meanwhile(hasWidgets: Bool) -> String {
    hasWidgets ? phrase("The last good board is shown.") : phrase("Its widgets appear once it's corrected.")
  }

  /// Without the file and the line.
  public var message: String {
    switch problem {
    case .unreadable(let reason): return reason
    case .notWritten(let reason): return "cannot be changed: \(reason)"
    case .invalid(let message): return message
    case .unknownKey(let key, let suggestion, let known):
      let hint = suggestion.map(NearestName.question) ?? "expected \(Self.alternatives(known))"
      return "unknown key \"\(key)\"; \(hint)"
    case .duplicateID(let id, let line):
      let user = line.map { "in line \($0)" } ?? "by another widget"
      return "the id \"\(id)\" is already used \(user); every widget needs its own"
    case .tooManyWidgets(let limit): return "more than \(limit) widgets"
    case .unknownWidget(let id, let known):
      return Self.noWidget(id) + (known.isEmpty ? "; the board is empty" : Self.hint(id, known))
    case .invalidPosition(let position, let count):
      return "there is no position \(position + 1); the board has \(count) widget\(count == 1 ? "" : "s")"
    }
  }
}
