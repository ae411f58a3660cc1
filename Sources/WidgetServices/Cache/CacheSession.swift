/// One update's transaction on a cache: it reads its own writes, which are invisible to others until ``commit(at:)``.
///
/// Uncommitted writes are limited to the size of the cache.
public struct CacheSession: Sendable {
  private let store: any CacheStore
  private let instance: String
  private var written = InstanceCache()
  /// Stored keys removed by this session.
  private var removed: Set<String> = []
  private var isCleared = false
  /// Seconds. An entry from further in the future counts as absent: it was stored by a run with another clock (`--at`).
  private static let clockTolerance = 60.0

  public init(store: any CacheStore, instance: String) {
    self.store = store
    self.instance = instance
  }

  /// The entry as this update sees it, including its own changes.
  public func entry(_ key: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try store.limits.check(key: key)
    if let own = written[key] { return written.isExpired(key, at: now) ? nil : own }
    guard !isCleared, !removed.contains(key), let entry = try store.entry(key, of: instance, at: now) else { return nil }
    return entry.storedAt <= now + Self.clockTolerance ? entry : nil
  }

  /// - Throws: If the key or value can never be stored; nothing changes then.
  public mutating func apply(_ change: CacheChange, at now: Double) throws(StoreError) {
    switch try EncodedCacheChange(change, limits: store.limits) {
    case .set(let key, let value, let expiresAt):
      written.set(key, value, expiresAt: expiresAt, at: now)
      let limit = store.limits.total
      // Evict more than needed, so a script that keeps writing doesn't sort everything each time.
      if written.total > limit { for key in written.evict(to: limit - limit / 8, at: now) { try hide(key) } }
    case .remove(let key):
      written.remove(key)
      try hide(key)
    case .clear:
      discard()
      isCleared = true
    }
  }

  /// Stores the changes atomically. Without changes the store isn't touched.
  ///
  /// - Parameter now: The time of storage.
  /// - Throws: The changes stay pending; you can commit them again or discard them.
  public mutating func commit(at now: Double) throws(StoreError) {
    var changes: [CacheChange] = isCleared ? [.clear] : []
    changes += removed.sorted().map { .remove(key: $0) }
    for (key, entry) in written.entries.sorted(by: { $0.value.number < $1.value.number }) {
      guard let value = StoreLimits.decode(entry.value) else { continue }
      changes.append(.set(key: key, value: value, expiresAt: entry.expiresAt))
    }
    if !changes.isEmpty { try store.apply(changes, of: instance, at: now) }
    discard()
  }

  /// Drops this update's changes.
  public mutating func discard() {
    written = InstanceCache()
    removed = []
    isCleared = false
  }

  /// Keys missing from the store aren't recorded: a script could name any number of them.
  private mutating func hide(_ key: String) throws(StoreError) {
    guard !isCleared, !removed.contains(key) else { return }
    // At any time, so expired entries count.
    if try store.entry(key, of: instance, at: -.infinity) != nil { removed.insert(key) }
  }
}
