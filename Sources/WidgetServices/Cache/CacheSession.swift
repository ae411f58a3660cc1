import WidgetModel

/// One update's view of a cache: it reads its own writes, and nobody else sees them until ``commit(at:)``.
public struct CacheSession: Sendable {
  private let store: any CacheStore
  private let instance: String
  private var changes: [CacheChange] = []
  private var overlay: [String: CacheEntry?] = [:]
  private var isCleared = false

  public init(store: any CacheStore, instance: String) {
    self.store = store
    self.instance = instance
  }

  public func entry(_ key: String, at now: Double) throws(StoreError) -> CacheEntry? {
    try store.limits.check(key: key)
    if let own = overlay[key] { return own.flatMap { $0.expiresAt.map { $0 <= now } == true ? nil : $0 } }
    return isCleared ? nil : try store.entry(key, of: instance, at: now)
  }

  /// - Throws: For a key or a value that can never be stored; the change is then not made.
  public mutating func apply(_ change: CacheChange, at now: Double) throws(StoreError) {
    switch change {
    case .set(let key, let value, let expires):
      try store.limits.check(key: key)
      _ = try store.limits.encode(value)
      overlay[key] = .some(CacheEntry(key: key, value: value, storedAt: now, expiresAt: expires))
    case .remove(let key):
      try store.limits.check(key: key)
      overlay[key] = .some(nil)
    case .clear:
      overlay = [:]
      isCleared = true
    }
    changes.append(change)
  }

  /// Stores the changes, all or none.
  public mutating func commit(at now: Double) throws(StoreError) {
    if !changes.isEmpty { try store.apply(changes, of: instance, at: now) }
    discard()
  }

  public mutating func discard() {
    changes = []
    overlay = [:]
    isCleared = false
  }
}
