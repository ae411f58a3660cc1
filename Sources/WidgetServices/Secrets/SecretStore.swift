/// Stores secrets by widget id and setting name.
///
/// Implementations may block; none is called while a script runs.
public protocol SecretStore: Sendable {
  /// Where secrets are stored, as shown to the user: `the Secret Service`, a folder.
  var place: String { get }

  /// - Returns: nil if not set.
  func value(_ name: String, of widget: String) throws(SecretError) -> String?

  /// - Returns: Where it was stored.
  @discardableResult
  func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> String

  /// - Returns: Whether it was set.
  @discardableResult
  func clear(_ name: String, of widget: String) throws(SecretError) -> Bool

  /// The names of the stored secrets by widget id. Empty for a keyring, which cannot be searched without showing its secrets.
  func names() throws(SecretError) -> [String: [String]]
}

/// Restrictions on secrets.
public enum SecretRules {
  /// Maximum size of a value in bytes.
  public static let limit = 4096

  /// The first line of the input, without its line ending.
  ///
  /// - Throws: ``SecretError`` if it is empty, too long, or not text.
  public static func value(from bytes: some Collection<UInt8>) throws(SecretError) -> String {
    let line = bytes.prefix { $0 != 0x0A }
    var value = Array(line)
    if value.last == 0x0D { value.removeLast() }
    guard !value.isEmpty else { throw .empty }
    guard value.count <= limit else { throw .tooLong }
    guard !value.contains(0) else { throw .zeroByte }
    guard let text = String(validating: value, as: UTF8.self) else { throw .notText }
    return text
  }
}

/// Why a secret could not be read or stored. Never contains one.
public enum SecretError: Error, Sendable, Equatable {
  case empty
  case tooLong
  /// Not UTF-8.
  case notText
  case zeroByte
  /// `--set NAME=env:VARIABLE`, but the variable is not set.
  case noVariable(String)
  /// `--set NAME=text`, with neither `env:` nor `file:`.
  case plain
  case unreadable(path: String, reason: String)
  case notRegular(path: String)
  case notOwned(path: String)
  /// Readable by other users.
  case readable(path: String)
  case unwritable(path: String, reason: String)
  /// The desktop's secret store failed.
  case service(name: String, reason: String)
  case noHome(variable: String)
}

extension SecretError: CustomStringConvertible {
  /// One clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong: "it exceeds \(SecretRules.limit) bytes"
    case .notText: "it is not valid UTF-8"
    case .zeroByte: "it contains NUL"
    case .noVariable(let name): "the environment variable \(name) is not set"
    case .plain: "a secret must not be given on the command line, where other users can see it"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .notRegular(let path): "\(path) is not a regular file"
    case .notOwned(let path): "\(path) belongs to another user"
    case .readable(let path): "\(path) is readable by other users"
    case .unwritable(let path, let reason): "\(path): \(reason)"
    case .service(let name, let reason): "\(name): \(reason)"
    case .noHome(let variable): "no home folder is known; set HOME or \(variable)"
    }
  }

  /// A suggestion, if there is one.
  public var remedy: String? {
    switch self {
    case .plain: "use env:VARIABLE or file:PATH, or store it with `luawidget secret set`"
    case .readable(let path):
      SystemFolder.contains(path) ? "copy it to your own file with mode 600" : "chmod 600 \(ShellWord.quoted(path))"
    case .notOwned: "copy it to your own file with mode 600"
    default: nil
    }
  }
}

/// A word of a shell command.
public enum ShellWord {
  /// Unchanged if that is safe, otherwise in single quotes (POSIX 2.2.2).
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-./,:+@%".utf8.contains($0) }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
