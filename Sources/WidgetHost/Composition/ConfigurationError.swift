/// Why config.toml cannot be used.
public struct ConfigurationError: Error, Sendable, Equatable {
  /// What is wrong with the file.
  public enum Problem: Sendable, Equatable {
    /// The file exists and cannot be read.
    case unreadable(reason: String)
    /// Not TOML.
    case syntax(message: String)
    case unknownSection(String)
    case unknownKey(section: String, key: String, known: [String])
    /// A value of the wrong type or out of range.
    case invalidValue(String)
    /// A proxy variable that `proxy = "environment"` reads.
    case invalidVariable(name: String, reason: String)
  }

  public var path: String
  /// nil if the problem is not at a line.
  public var line: Int?
  public var problem: Problem
}

extension ConfigurationError: CustomStringConvertible {
  /// One sentence without a full stop. It quotes the file: make it safe before it reaches a terminal.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return switch problem {
    case .unreadable(let reason), .invalidValue(let reason), .syntax(let reason): "\(place): \(reason)"
    case .unknownSection(let name): "\(place): unknown section \"\(name)\"; expected [limits], [network] or [terminal]"
    case .unknownKey(let section, let key, let known):
      "\(place): unknown key \"\(key)\" in [\(section)]; expected \(known.joined(separator: " or "))"
    case .invalidVariable(let name, let reason): "\(name), used by \(place): the proxy \(reason)"
    }
  }
}
