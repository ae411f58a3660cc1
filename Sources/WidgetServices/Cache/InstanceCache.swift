/// The cache of one instance in memory: the in-memory store's entries, and a session's uncommitted writes.
struct InstanceCache: Sendable {
  private(set) var entries: [String: Entry] = [:]
  private(set) var total = 0
  private var count = 0

  struct Entry: Sendable {
    var value: [UInt8]
    var size: Int
    var storedAt: Double
    var expiresAt: Double?
    /// Insertion order, independent of the clock.
    var number: Int

    func isExpired(at now: Double) -> Bool { expiresAt.map { !(now < $0) } ?? false }
  }

  /// An entry, expired or not.
  subscript(key: String) -> CacheEntry? {
    guard let entry = entries[key], let value = StoreLimits.decode(entry.value) else { return nil }
    return CacheEntry(key: key, value: value, storedAt: entry.storedAt, expiresAt: entry.expiresAt)
  }

  func isExpired(_ key: String, at now: Double) -> Bool { entries[key]?.isExpired(at: now) ?? false }

  mutating func set(_ key: String, _ value: [UInt8], expiresAt: Double?, at now: Double) {
    remove(key)
    let size = StoreLimits.size(key: key, valueBytes: value.count)
    entries[key] = Entry(value: value, size: size, storedAt: now, expiresAt: expiresAt, number: count)
    count += 1
    total += size
  }

  mutating func remove(_ key: String) {
    if let entry = entries.removeValue(forKey: key) { total -= entry.size }
  }

  /// Evicts expired entries, then the oldest ones.
  ///
  /// - Returns: The evicted keys.
  @discardableResult
  mutating func evict(to limit: Int, at now: Double) -> [String] {
    guard total > limit else { return [] }
    var evicted = entries.filter { $0.value.isExpired(at: now) }.map(\.key)
    for key in evicted { remove(key) }
    guard total > limit else { return evicted }
    for (key, _) in entries.sorted(by: { $0.value.number < $1.value.number }) where total > limit {
      remove(key)
      evicted.append(key)
    }
    return evicted
  }
}
