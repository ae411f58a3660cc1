import Synchronization

/// Stores secrets by widget id and setting name.
///
/// Implementations can block; none is called while a script runs.
public protocol SecretStore: Sendable {
  /// - Returns: nil if not set.
  func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret?

  /// - Returns: Where it was stored.
  @discardableResult
  func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation

  /// - Returns: Whether it was set.
  @discardableResult
  func clear(_ name: String, of widget: String) throws(SecretError) -> Bool

  /// The names of the stored secrets by widget id. Empty for a keyring, which can't be searched without revealing its secrets.
  func names() throws(SecretError) -> [String: [String]]
}

extension SecretStore {
  /// - Returns: nil if not set.
  public func value(_ name: String, of widget: String) throws(SecretError) -> String? { try secret(name, of: widget)?.value }
}

/// A secret and where it's stored.
public struct StoredSecret: Sendable, Equatable {
  public var value: String
  public var location: StoreLocation

  public init(_ value: String, in location: StoreLocation) {
    self.value = value
    self.location = location
  }
}

/// Restrictions on secrets.
public enum SecretRules {
  /// Maximum size of a value in bytes.
  public static let limit = 4096

  /// The first line of the input, without its line ending.
  ///
  /// - Throws: ``SecretError`` if it's empty, too long, or not text.
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

/// Secrets in memory.
public final class MemorySecretStore: SecretStore {
  private let values = Mutex<[String: [String: String]]>([:])

  public init() {}

  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    values.withLock { $0[widget]?[name] }.map { StoredSecret($0, in: Self.location) }
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    values.withLock { $0[widget, default: [:]][name] = value }
    return Self.location
  }

  private static let location = StoreLocation("memory")

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    values.withLock { $0[widget]?.removeValue(forKey: name) != nil }
  }

  public func names() throws(SecretError) -> [String: [String]] {
    values.withLock { $0.filter { !$0.value.isEmpty }.mapValues { $0.keys.sorted() } }
  }
}

/// The desktop's secret store if it works, otherwise another one.
public struct LayeredSecretStore: SecretStore {
  private let service: any SecretStore
  private let fallback: any SecretStore

  public init(service: any SecretStore, fallback: any SecretStore) {
    self.service = service
    self.fallback = fallback
  }

  /// Tries the fallback first: it has a secret only if the service didn't work when it was set, and reading it starts no program.
  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    if let secret = try fallback.secret(name, of: widget) { return secret }
    // A service that doesn't work now, for example without a desktop, counts as empty.
    return (try? service.secret(name, of: widget)) ?? nil
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    do throws(SecretError) {
      let location = try service.set(value, name, of: widget)
      // Read back: a service can accept a secret without storing it.
      if try service.value(name, of: widget) == value {
        _ = try fallback.clear(name, of: widget)
        return location
      }
    } catch {}
    return try fallback.set(value, name, of: widget)
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    let wasInFallback = try fallback.clear(name, of: widget)
    let wasInService = (try? service.clear(name, of: widget)) ?? false
    return wasInFallback || wasInService
  }

  public func names() throws(SecretError) -> [String: [String]] {
    try fallback.names().merging((try? service.names()) ?? [:]) { $0 + $1 }
  }
}
