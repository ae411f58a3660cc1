import Synchronization

/// Responses in memory: for tests, and for runs that must leave nothing behind.
public final class MemoryHTTPCacheStore: HTTPCacheStore {
  private struct Key: Hashable {
    var partition: String
    var url: String
  }

  public let limits: HTTPCacheLimits
  private let stored = Mutex<[Key: [StoredResponse]]>([:])

  public init(limits: HTTPCacheLimits = HTTPCacheLimits()) { self.limits = limits }

  public func responses(for url: String, of partition: String) -> [StoredResponse] {
    stored.withLock { $0[Key(partition: partition, url: url)] ?? [] }
  }

  public func store(_ response: StoredResponse, of partition: String) {
    let key = Key(partition: partition, url: response.url)
    stored.withLock { stored in
      var variants = (stored.removeValue(forKey: key) ?? []).filter { $0.variant != response.variant }
      if response.size <= limits.response { variants.append(response) }
      variants.removeFirst(max(0, variants.count - limits.variants))
      if !variants.isEmpty { stored[key] = variants }
      evict(&stored)
    }
  }

  public func touch(_ response: StoredResponse, of partition: String, at now: Double) {
    guard response.shouldRecordUse(at: now) else { return }
    let key = Key(partition: partition, url: response.url)
    stored.withLock { stored in
      guard let index = stored[key]?.firstIndex(where: { $0.variant == response.variant }) else { return }
      stored[key]?[index].lastUse = now
    }
  }

  public func remove(_ url: String, of partition: String?) {
    stored.withLock { stored in
      stored = stored.filter { $0.key.url != url || (partition != nil && $0.key.partition != partition) }
    }
  }

  public func clear(_ partition: String?) {
    stored.withLock { stored in stored = stored.filter { partition != nil && $0.key.partition != partition } }
  }

  public func list(_ partition: String?) -> [HTTPCacheEntry] {
    stored.withLock { stored in
      stored.flatMap { key, responses in
        partition == nil || key.partition == partition
          ? responses.map { HTTPCacheEntry($0, partition: key.partition, size: $0.size) } : []
      }
    }.sorted(by: HTTPCacheEntry.precedes)
  }

  private func evict(_ stored: inout [Key: [StoredResponse]]) {
    var total = stored.values.joined().reduce(0) { $0 + $1.size }
    guard total > limits.total else { return }
    let all = stored.flatMap { key, responses in responses.map { (key, $0.variant, $0.size, $0.lastUse) } }
    for (key, variant, size, _) in all.sorted(by: { $0.3 < $1.3 }) where total > limits.total {
      stored[key]?.removeAll { $0.variant == variant }
      if stored[key]?.isEmpty == true { stored[key] = nil }
      total -= size
    }
  }
}
