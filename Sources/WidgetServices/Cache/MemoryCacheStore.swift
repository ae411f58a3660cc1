import Synchronization
import WidgetModel

/// A cache in memory: for tests, and for runs that must leave nothing behind.
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
