/// Why a board file cannot be used or changed.
public struct BoardFileError: Error, Sendable, Equatable {
  public enum Problem: Sendable, Equatable {
    /// The file exists and cannot be read.
    case unreadable(reason: String)
    case notWritten(reason: String)
    /// Not TOML, or not a board.
    case invalid(message: String)
    case unknownWidget(id: String)
  }

  public var path: String
  /// nil if the problem is not at a line.
  public var line: Int?
  public var problem: Problem

  public init(path: String, line: Int? = nil, _ problem: Problem) {
    self.path = path
    self.line = line
    self.problem = problem
  }
}

extension BoardFileError: CustomStringConvertible {
  /// One sentence without a full stop. It quotes the file: make it safe before it reaches a terminal.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return switch problem {
    case .unreadable(let reason): "\(place): \(reason)"
    case .notWritten(let reason): "\(place): cannot be written: \(reason)"
    case .invalid(let message): "\(place): \(message)"
    case .unknownWidget(let id): "\(place): no widget has the id \"\(id)\""
    }
  }
}
