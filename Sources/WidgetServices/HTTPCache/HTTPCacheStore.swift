import Synchronization

/// Stores responses by partition and URL. Any of them can be evicted at any time.
///
/// A partition belongs to one widget instance: a widget can't find out what's stored for another.
public protocol HTTPCacheStore: Sendable {
  var limits: HTTPCacheLimits { get }

  /// The stored responses for a URL, one for each variant (`Vary`). Damaged ones are omitted.
  func responses(for url: String, of partition: String) throws(StoreError) -> [StoredResponse]

  /// Stores a response, replacing the one with the same URL and variant, and evicts the least recently used ones to make space.
  ///
  /// A response larger than ``HTTPCacheLimits/response`` isn't stored, which isn't an error; the response it replaces is removed.
  func store(_ response: StoredResponse, of partition: String) throws(StoreError)

  /// Records that a response was served. Cheap: writes nothing if that was recorded less than a minute ago.
  func touch(_ response: StoredResponse, of partition: String, at now: Double) throws(StoreError)

  /// Removes all responses for a URL, from every partition if none is named. Removing something missing isn't an error.
  func remove(_ url: String, of partition: String?) throws(StoreError)

  /// Removes all responses in a partition, or in every partition.
  func clear(_ partition: String?) throws(StoreError)

  /// The stored responses of one partition or of all, sorted by partition and URL. Bodies aren't read.
  func list(_ partition: String?) throws(StoreError) -> [HTTPCacheEntry]
}

/// Limits of a response store.
public struct HTTPCacheLimits: Sendable, Equatable {
  /// Bytes of all responses together.
  public var total: Int
  /// Bytes per response.
  public var response: Int
  /// Variants per URL.
  public var variants: Int

  public init(total: Int = 32 << 20, response: Int = 4 << 20, variants: Int = 8) {
    self.total = max(0, total)
    self.response = max(0, response)
    self.variants = max(1, variants)
  }
}

/// A list entry for a stored response. Times are seconds since 1970.
public struct HTTPCacheEntry: Sendable, Equatable {
  public var partition: String
  public var url: String
  public var status: Int
  /// Bytes counted against the limits.
  public var size: Int
  /// When it was received or last validated.
  public var storedAt: Double
  /// When it becomes stale by its own header fields; in the past if it's never fresh.
  public var freshUntil: Double
  public var lastUse: Double

  init(_ response: StoredResponse, partition: String, size: Int) {
    self.partition = partition
    url = response.url
    status = response.status
    self.size = size
    storedAt = response.responseTime
    lastUse = response.lastUse
    let freshness = Freshness(of: response, now: response.responseTime)
    let requiresValidation = response.cacheControl.noCache == .everything
    freshUntil = response.responseTime + (requiresValidation ? 0 : freshness.lifetime) - freshness.age
  }

  static func precedes(_ left: HTTPCacheEntry, _ right: HTTPCacheEntry) -> Bool {
    (left.partition, left.url, left.storedAt) < (right.partition, right.url, right.storedAt)
  }
}

extension StoredResponse {
  /// A use within this many seconds of the recorded one isn't written.
  static let useInterval = 60.0

  /// Whether a use at this time must be written.
  func shouldRecordUse(at now: Double) -> Bool { now - lastUse > Self.useInterval || now < lastUse }
}

/// Responses in memory, for tests and for runs that must leave nothing behind.
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
