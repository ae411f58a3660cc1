/// Where a secret's value comes from, as given in `--set NAME=...`.
public enum SecretSource: Sendable, Equatable {
  case environment(String)
  case file(String)

  /// Parses `env:VARIABLE` or `file:PATH`.
  ///
  /// - Throws: ``SecretError/plain`` for anything else.
  public init(_ text: String) throws(SecretError) {
    if text.hasPrefix("env:"), text.utf8.count > 4 {
      self = .environment(String(text.dropFirst(4)))
    } else if text.hasPrefix("file:"), text.utf8.count > 5 {
      self = .file(String(text.dropFirst(5)))
    } else {
      throw .plain
    }
  }

  /// The current value: the first line without its line ending.
  public func value(environment: [String: String]) throws(SecretError) -> String {
    switch self {
    case .environment(let name):
      guard let text = environment[name] else { throw .noVariable(name) }
      return try SecretRules.value(from: text.utf8)
    case .file(let path):
      guard let value = try SecretFile.read(path) else { throw SecretFile.unavailable(path, "no such file") }
      return value
    }
  }
}
