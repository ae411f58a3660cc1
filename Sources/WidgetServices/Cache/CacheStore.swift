import Synchronization
public import WidgetModel

/// A cached value with its times, in seconds since 1970.
public struct CacheEntry: Sendable, Equatable {
  public var key: String
  public var value: LuaValue
  public var storedAt: Double
  /// nil keeps the entry until it's evicted.
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
  /// - Parameter expiresAt: When the entry expires; nil or infinity keeps it until it's evicted.
  case set(key: String, value: LuaValue, expiresAt: Double?)
  /// Removing a missing key isn't an error.
  case remove(key: String)
  case clear
}

/// Values cached between updates, by instance. Any of them can be evicted at any time.
public protocol CacheStore: Sendable {
  var limits: StoreLimits { get }

  /// The entry for a key; nil if absent, expired or damaged.
  func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry?

  /// Applies changes in order, atomically. To make space, expired entries are evicted first, then the oldest ones.
  func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError)

  /// All entries of an instance, including expired ones, sorted by key.
  func list(of instance: String) throws(StoreError) -> [CacheEntry]

  /// The instances with entries.
  func instances() throws(StoreError) -> [String]
}

extension CacheStore {
  /// Removes all entries of an instance.
  public func clear(of instance: String) throws(StoreError) { try apply([.clear], of: instance, at: 0) }
}

/// A cache in memory, for tests and for runs that must leave nothing behind.
public final class MemoryCacheStore: CacheStore {
  public let limits: StoreLimits
  private let caches = Mutex<[String: InstanceCache]>([:])

  public init(limits: StoreLimits = StoreLimits()) { self.limits = limits }

  public func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try limits.check(name: instance)
    try limits.check(key: key)
    return caches.withLock { caches in
      guard let cache = caches[instance], !cache.isExpired(key, at: now) else { return nil }
      return cache[key]
    }
  }

  public func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError) {
    try limits.check(name: instance)
    let encoded = try EncodedCacheChange.encode(changes, limits: limits)
    caches.withLock { caches in
      var cache = caches.removeValue(forKey: instance) ?? InstanceCache()
      for change in encoded {
        switch change {
        case .set(let key, let value, let expiresAt): cache.set(key, value, expiresAt: expiresAt, at: now)
        case .remove(let key): cache.remove(key)
        case .clear: cache = InstanceCache()
        }
      }
      cache.evict(to: limits.total, at: now)
      if !cache.entries.isEmpty { caches[instance] = cache }
    }
  }

  public func list(of instance: String) throws(StoreError) -> [CacheEntry] {
    try limits.check(name: instance)
    guard let cache = caches.withLock({ $0[instance] }) else { return [] }
    return cache.entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { cache[$0] }
  }

  public func instances() throws(StoreError) -> [String] { caches.withLock { $0.keys.sorted() } }
}

/// A cache that continues in memory once its store fails: cached values can get lost at any time, so an update needn't fail. The
/// failure is reported once.
public final class FallbackCacheStore: CacheStore {
  public let limits: StoreLimits
  private let store: any CacheStore
  private let memory: MemoryCacheStore
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let hasFailed = Mutex(false)

  public init(_ store: any CacheStore, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.store = store
    self.onNotice = onNotice
    limits = store.limits
    memory = MemoryCacheStore(limits: store.limits)
  }

  public func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try either { store throws(StoreError) in try store.entry(key, of: instance, at: now) }
  }

  public func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError) {
    try either { store throws(StoreError) in try store.apply(changes, of: instance, at: now) }
  }

  public func list(of instance: String) throws(StoreError) -> [CacheEntry] {
    try either { store throws(StoreError) in try store.list(of: instance) }
  }

  public func instances() throws(StoreError) -> [String] {
    try either { store throws(StoreError) in try store.instances() }
  }

  /// A key or value invalid in the store is invalid in memory too. After a store failure everything stays in memory: going back
  /// would resurrect old values.
  private func either<Result>(_ operation: (any CacheStore) throws(StoreError) -> Result) throws(StoreError) -> Result {
    if !hasFailed.withLock({ $0 }) {
      do { return try operation(store) } catch {
        guard error.isStoreFailure else { throw error }
        let isFirst = hasFailed.withLock { failed in
          defer { failed = true }
          return !failed
        }
        if isFirst { onNotice(.valuesNotStored(error)) }
      }
    }
    return try operation(memory)
  }
}
