import Synchronization

/// A cache that continues in memory once its store fails: cached values may be lost at any time, so an update need not fail. The
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

  /// An invalid key or value is invalid in memory too. After a failure of the store everything stays in memory: going back would
  /// bring old values back.
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
