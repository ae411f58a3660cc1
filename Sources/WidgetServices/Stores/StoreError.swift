/// Why a store operation failed. What was stored before is unchanged.
public enum StoreError: Error, Sendable, Equatable, Hashable {
  // The store

  /// It cannot be opened, created or read.
  case unavailable(StoreLocation, reason: String)
  /// Its location is not configured.
  case notConfigured(reason: String)
  /// It can be read but not written.
  case readOnly(StoreLocation)
  /// There is no space left for it, or the user's quota is used up.
  case full(StoreLocation)
  /// Another process held its lock for longer than 5 s.
  case busy(StoreLocation)
  /// It is damaged and could not be replaced.
  case damaged(StoreLocation, reason: String)
  /// A newer luawidget wrote it. It is left unchanged.
  case newerVersion(StoreLocation, found: Int, supported: Int)

  /// Another process has taken over the lease under which the write was to happen.
  case leaseLost(instance: String)

  // The request

  /// A key that is empty or too long.
  case invalidKey(bytes: Int, limit: Int)
  /// A key that contains NUL.
  case zeroByte
  case valueTooLarge(bytes: Int, limit: Int)
  case valueTooDeep(limit: Int)
  /// Defaults only: a cache evicts entries instead.
  case quotaExceeded(suite: String, limit: Int)
}

/// Where a store is, as shown to the user. Only the implementation knows what the text means: a path, the address of a server.
public struct StoreLocation: Sendable, Equatable, Hashable, CustomStringConvertible {
  public let description: String
  /// How the user can replace a store that cannot be used.
  let replacement: String?
  /// How the user can make the store writable.
  let writeAccess: String?

  /// - Parameters:
  ///   - replacement: A suggestion for an unusable or damaged store.
  ///   - writeAccess: A suggestion for a store that is read-only.
  public init(_ description: String, replacement: String? = nil, writeAccess: String? = nil) {
    self.description = description
    self.replacement = replacement
    self.writeAccess = writeAccess
  }
}
