import Synchronization
import WidgetModel

/// The cache in memory: for tests, and for a run that must leave nothing behind.
public final class MemoryCacheStore: CacheStore {
  public let limits: StoreLimits
  private let shelves = Mutex<[String: CacheShelf]>([:])

  public init(limits: StoreLimits = StoreLimits()) { self.limits = limits }

  public func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try limits.check(name: instance)
    try limits.check(key: key)
    return shelves.withLock { shelves in
      guard let shelf = shelves[instance], !shelf.isExpired(key, at: now) else { return nil }
      return shelf[key]
    }
  }

  public func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError) {
    try limits.check(name: instance)
    let encoded = try EncodedCacheChange.encode(changes, limits: limits)
    shelves.withLock { shelves in
      var shelf = shelves.removeValue(forKey: instance) ?? CacheShelf()
      for change in encoded {
        switch change {
        case .set(let key, let value, let expiresAt): shelf.set(key, value, expiresAt: expiresAt, at: now)
        case .remove(let key): shelf.remove(key)
        case .clear: shelf = CacheShelf()
        }
      }
      shelf.evict(to: limits.total, at: now)
      if !shelf.entries.isEmpty { shelves[instance] = shelf }
    }
  }

  public func list(of instance: String) throws(StoreError) -> [CacheEntry] {
    try limits.check(name: instance)
    guard let shelf = shelves.withLock({ $0[instance] }) else { return [] }
    return shelf.entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap { shelf[$0] }
  }

  public func instances() throws(StoreError) -> [String] { shelves.withLock { $0.keys.sorted() } }
}
