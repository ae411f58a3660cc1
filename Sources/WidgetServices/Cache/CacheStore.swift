public import WidgetModel

/// A cached value with its times, in seconds since 1970.
public struct CacheEntry: Sendable, Equatable {
  public var key: String
  public var value: LuaValue
  public var storedAt: Double
  /// nil: until it is evicted.
  public var expiresAt: Double?

  public init(key: String, value: LuaValue, storedAt: Double, expiresAt: Double? = nil) {
    self.key = key
    self.value = value
    self.storedAt = storedAt
    self.expiresAt = expiresAt
  }
}

/// A change to one instance's cache.
public enum CacheChange: Sendable, Equatable {
  /// - Parameter expiresAt: When the entry expires; nil and infinity: not until it is evicted.
  case set(key: String, value: LuaValue, expiresAt: Double?)
  /// Removing a key that does not exist is not an error.
  case remove(key: String)
  case clear
}

/// Values cached between updates, by instance. Any of them may be evicted at any time.
public protocol CacheStore: Sendable {
  var limits: StoreLimits { get }

  /// The entry of a key; nil if absent, expired or damaged.
  func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry?

  /// Applies changes in order, atomically. If space is needed, expired entries are evicted first, then the oldest ones.
  func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError)

  /// All entries of an instance, including expired ones, sorted by key.
  func list(of instance: String) throws(StoreError) -> [CacheEntry]

  /// The instances that have entries.
  func instances() throws(StoreError) -> [String]
}

extension CacheStore {
  /// Removes all entries of an instance.
  public func clear(of instance: String) throws(StoreError) { try apply([.clear], of: instance, at: 0) }
}
