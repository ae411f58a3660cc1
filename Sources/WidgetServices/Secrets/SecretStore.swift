/// Stores secrets by widget id and setting name.
///
/// Implementations may block; none is called while a script runs.
public protocol SecretStore: Sendable {
  /// - Returns: nil if not set.
  func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret?

  /// - Returns: Where it was stored.
  @discardableResult
  func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation

  /// - Returns: Whether it was set.
  @discardableResult
  func clear(_ name: String, of widget: String) throws(SecretError) -> Bool

  /// The names of the stored secrets by widget id. Empty for a keyring, which cannot be searched without showing its secrets.
  func names() throws(SecretError) -> [String: [String]]
}

extension SecretStore {
  /// - Returns: nil if not set.
  public func value(_ name: String, of widget: String) throws(SecretError) -> String? { try secret(name, of: widget)?.value }
}

/// A secret and where it is stored.
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
