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
  case set(key: String, value: LuaValue, expiresAt: Double?)
  case remove(key: String)
  case clear
}

/// Values worth keeping between updates, by instance; any of them may vanish at any time.
public protocol CacheStore: Sendable {
  var limits: StoreLimits { get }

  /// The entry of a key; nil when there is none, or its time is over.
  func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry?

  /// Makes changes, all or none. When there is no room, expired entries go first, then the oldest.
  func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError)

  /// Everything that an instance keeps, by key.
  func list(of instance: String) throws(StoreError) -> [CacheEntry]

  /// The instances that keep anything.
  func instances() throws(StoreError) -> [String]
}
