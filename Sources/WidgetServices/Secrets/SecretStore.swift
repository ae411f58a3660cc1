/// Keeps secrets for widgets, by a widget's id and the name of a setting.
///
/// Implementations block; none is asked while a script runs.
public protocol SecretStore: Sendable {
  /// Where secrets go, for a person: `the Secret Service`, a folder.
  var place: String { get }

  /// - Returns: nil when there is none.
  func value(_ name: String, of widget: String) throws(SecretError) -> String?

  /// - Returns: Where it is kept now.
  @discardableResult
  func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> String

  /// - Returns: Whether there was one.
  @discardableResult
  func clear(_ name: String, of widget: String) throws(SecretError) -> Bool
}

/// What a secret may be.
public enum SecretRules {
  /// Bytes of a value.
  public static let limit = 4096

  /// The first line of what a person or a file gave, without its end.
  ///
  /// - Throws: ``SecretError`` when nothing is left, or too much, or no text.
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

/// Why a secret could not be read or kept. Never holds one.
public enum SecretError: Error, Sendable, Equatable {
  case empty
  case tooLong
  /// No UTF-8.
  case notText
  case zeroByte
  /// `--set NAME=env:VARIABLE` without that variable.
  case noVariable(String)
  /// `--set NAME=text`: neither `env:` nor `file:`.
  case plain
  case unreadable(path: String, reason: String)
  case notRegular(path: String)
  case notOwned(path: String)
  /// Others may read it.
  case readable(path: String)
  case unwritable(path: String, reason: String)
  /// The program that keeps secrets said no, or nothing.
  case service(name: String, reason: String)
  case noHome(variable: String)
}

extension SecretError: CustomStringConvertible {
  /// One sentence without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .tooLong: "it has more than \(SecretRules.limit) bytes"
    case .notText: "it is no text in UTF-8"
    case .zeroByte: "it has a zero byte"
    case .noVariable(let name): "there is no environment variable \(name)"
    case .plain: "a secret is not given on the command line, where others can see it"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .notRegular(let path): "\(path) is not a regular file"
    case .notOwned(let path): "\(path) belongs to another user"
    case .readable(let path): "others may read \(path)"
    case .unwritable(let path, let reason): "\(path): \(reason)"
    case .service(let name, let reason): "\(name): \(reason)"
    case .noHome(let variable): "no home folder is known; set HOME or \(variable)"
    }
  }

  /// What to do next, when there is something.
  public var remedy: String? {
    switch self {
    case .plain: "use env:VARIABLE or file:PATH, or keep it with `luawidget secret set`"
    case .readable(let path):
      SystemFolder.contains(path) ? "copy it into a file of your own, mode 600" : "chmod 600 \(ShellWord.quoted(path))"
    case .notOwned: "copy it into a file of your own, mode 600"
    default: nil
    }
  }
}

/// A word for a shell's line.
public enum ShellWord {
  /// As it is where that is safe, else in single quotes (POSIX 2.2.2).
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-./,:+@%".utf8.contains($0) }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
