import Synchronization

/// A cache that goes on in memory once its file cannot be used: what widgets keep may vanish at any time, so that is no reason for an
/// update to fail. It is told once.
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

  /// What is wrong with a key or a value is wrong in memory too; only the file's own failures lead there, and from then on everything
  /// stays there: half of it here and half there would bring old values back.
  private func either<Result>(_ operation: (any CacheStore) throws(StoreError) -> Result) throws(StoreError) -> Result {
    if !hasFailed.withLock({ $0 }) {
      do { return try operation(store) } catch {
        guard error.isAboutTheFile else { throw error }
        let isFirst = hasFailed.withLock { failed in
          defer { failed = true }
          return !failed
        }
        if isFirst { onNotice(.valuesNotKept(error)) }
      }
    }
    return try operation(memory)
  }
}
