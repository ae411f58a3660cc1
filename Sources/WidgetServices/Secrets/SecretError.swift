/// Why a secret couldn't be read or stored. Never contains one.
public enum SecretError: Error, Sendable, Equatable {
  // The value

  case empty
  case tooLong
  /// Not UTF-8.
  case notText
  case zeroByte

  // The source of an assignment

  /// `--set NAME=env:VARIABLE`, but the variable isn't set.
  case noVariable(String)
  /// `--set NAME=text`, with neither `env:` nor `file:`.
  case plain

  // The store

  /// The store can't use this name.
  case invalidName
  /// It can't be read or written.
  case unavailable(StoreLocation, reason: String)
  /// Other users could read or replace the secret. The reason continues a sentence about the location.
  case unprotected(StoreLocation, reason: String, remedy: String?)
  /// The store's location isn't configured.
  case notConfigured(reason: String)
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
    case .invalidName: "a name may contain only letters, digits, _ and -"
    case .unavailable(let location, let reason): "\(location): \(reason)"
    case .unprotected(let location, let reason, _): "\(location) \(reason)"
    case .notConfigured(let reason): reason
    }
  }

  /// A suggestion, if any.
  public var remedy: String? {
    switch self {
    case .plain: "use env:VARIABLE or file:PATH, or store it with `luawidget secret set`"
    case .unprotected(_, _, let remedy): remedy
    case .empty, .tooLong, .notText, .zeroByte, .noVariable, .invalidName, .unavailable, .notConfigured: nil
    }
  }
}
