import Synchronization
import WidgetModel

/// The cache in memory: for tests, and for a run that must leave nothing behind.
public final class MemoryCacheStore: CacheStore {
  public let limits: StoreLimits
  private let entries = Mutex<[String: [String: CacheEntry]]>([:])

  public init(limits: StoreLimits = StoreLimits()) { self.limits = limits }

  public func entry(_ key: String, of instance: String, at now: Double) throws(StoreError) -> CacheEntry? {
    let entry = entries.withLock { $0[instance]?[key] }
    return entry.flatMap { $0.expiresAt.map { $0 <= now } == true ? nil : $0 }
  }

  public func apply(_ changes: [CacheChange], of instance: String, at now: Double) throws(StoreError) {
    var sizes: [String: Int] = [:]
    for case .set(let key, let value, _) in changes {
      try limits.check(key: key)
      sizes[key] = try limits.encode(value).count
    }
    entries.withLock { all in
      var own = all[instance] ?? [:]
      for change in changes {
        switch change {
        case .set(let key, let value, let expires):
          own[key] = CacheEntry(key: key, value: value, storedAt: now, expiresAt: expires)
        case .remove(let key): own[key] = nil
        case .clear: own = [:]
        }
      }
      if used(own) > limits.total { own = own.filter { $0.value.expiresAt.map { $0 > now } ?? true } }
      while used(own) > limits.total, let oldest = own.values.min(by: { ($0.storedAt, $0.key) < ($1.storedAt, $1.key) }) {
        own[oldest.key] = nil
      }
      all[instance] = own.isEmpty ? nil : own
    }
  }

  public func list(of instance: String) throws(StoreError) -> [CacheEntry] {
    entries.withLock { ($0[instance] ?? [:]).values.sorted { $0.key < $1.key } }
  }

  public func instances() throws(StoreError) -> [String] { entries.withLock { $0.keys.sorted() } }

  private func used(_ entries: [String: CacheEntry]) -> Int {
    entries.values.reduce(0) {
      $0 + StoreLimits.size(key: $1.key, valueBytes: MessagePack.encode($1.value).count)
    }
  }
}
