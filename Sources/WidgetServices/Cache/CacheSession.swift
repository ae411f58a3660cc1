import WidgetModel

/// One update's view of a cache: it reads its own writes, and nobody else sees them until ``commit(at:)``.
///
/// No more writes are kept in memory than the cache may hold.
public struct CacheSession: Sendable {
  private let store: any CacheStore
  private let instance: String
  private var written = CacheShelf()
  /// Keys that are in the store and no longer count.
  private var removed: Set<String> = []
  private var isCleared = false

  public init(store: any CacheStore, instance: String) {
    self.store = store
    self.instance = instance
  }

  public func entry(_ key: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try store.limits.check(key: key)
    if let own = written[key] { return written.isExpired(key, at: now) ? nil : own }
    return isCleared || removed.contains(key) ? nil : try store.entry(key, of: instance, at: now)
  }

  /// - Throws: For a key or a value that can never be stored; the change is then not made.
  public mutating func apply(_ change: CacheChange, at now: Double) throws(StoreError) {
    switch try EncodedCacheChange(change, limits: store.limits) {
    case .set(let key, let value, let expiresAt):
      written.set(key, value, expiresAt: expiresAt, at: now)
      let limit = store.limits.total
      // More than needed, so that a script which writes on and on does not have everything sorted each time.
      if written.total > limit { for key in written.evict(to: limit - limit / 8, at: now) { try hide(key) } }
    case .remove(let key):
      written.remove(key)
      try hide(key)
    case .clear:
      discard()
      isCleared = true
    }
  }

  /// Stores the changes, all or none. Without changes the store is not touched.
  ///
  /// - Parameter now: When the values count as stored.
  /// - Throws: The changes are then still there, to be committed again or discarded.
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

  public mutating func discard() {
    written = CacheShelf()
    removed = []
    isCleared = false
  }

  /// Nothing is remembered of keys that the store does not have: a script could name any number of them.
  private mutating func hide(_ key: String) throws(StoreError) {
    guard !isCleared, !removed.contains(key) else { return }
    // At any time: an expired entry counts as well.
    if try store.entry(key, of: instance, at: -.infinity) != nil { removed.insert(key) }
  }
}
