public import WidgetModel

/// What a widget kept, and since when. Times are seconds since 1970.
public struct CacheEntry: Sendable, Equatable {
  public var key: String
  public var value: LuaValue
  public var storedAt: Double
  /// nil: until there is no room.
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
  /// - Parameter expiresAt: From this moment on there is no entry; nil and infinity: it stays until there is no room.
  case set(key: String, value: LuaValue, expiresAt: Double?)
  /// Removing what is not there is not an error.
  case remove(key: String)
  case clear
}

/// Values worth keeping between updates, by instance; any of them may vanish at any time.
public protocol CacheStore: Sendable {
  var limits: StoreLimits { get }

  /// The entry of a key; nil when there is none, its time is over, or its bytes are damaged.
  func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry?

  /// Makes changes in order, all or none. When there is no room, expired entries go first, then those stored longest ago.
  func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError)

  /// Everything that an instance keeps, expired or not, sorted by key.
  func list(of instance: String) throws(StoreError) -> [CacheEntry]

  /// The instances that keep anything.
  func instances() throws(StoreError) -> [String]
}

extension CacheStore {
  /// Forgets everything of an instance.
  public func clear(of instance: String) throws(StoreError) { try apply([.clear], of: instance, at: 0) }
}
