public import WidgetModel

/// One update's transaction on the defaults: it reads its own writes, which others don't see until ``commit()``.
public struct DefaultsSession: Sendable {
  private let store: any DefaultsStore
  private var suites: [String: Suite] = [:]

  /// A modified suite.
  private struct Suite: Sendable {
    /// The sizes of the suite's entries after a commit, by key.
    var sizes: [String: Int]
    var total: Int
    var removesAll = false
    /// nil removes the key.
    var writes: [String: LuaValue?] = [:]

    init(sizes: [String: Int]) {
      self.sizes = sizes
      total = sizes.values.reduce(0, +)
    }
  }

  public init(store: any DefaultsStore) { self.store = store }

  /// The value as this update sees it, including its own changes.
  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    try store.limits.check(key: key)
    if let changed = suites[suite] {
      if let own = changed.writes[key] { return own }
      if changed.removesAll { return nil }
    }
    return try store.value(key, in: suite)
  }

  /// All values as this update sees them.
  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    guard let changed = suites[suite] else { return try store.all(in: suite) }
    var values = changed.removesAll ? [:] : try store.all(in: suite)
    for (key, value) in changed.writes { values[key] = value }
    return values
  }

  /// - Throws: If the key or value can never be stored, or ``StoreError/quotaExceeded(suite:limit:)`` as far as we know now;
  ///   nothing changes then.
  public mutating func apply(_ change: DefaultsChange) throws(StoreError) {
    let limits = store.limits
    let encoded = try EncodedDefaultsChange(change, limits: limits)
    let name = encoded.suite
    if suites[name] == nil { suites[name] = Suite(sizes: try store.sizes(in: name)) }
    switch (change, encoded.kind) {
    case (.set(_, let key, let value), .set(_, let bytes)):
      let size = StoreLimits.size(key: key, valueBytes: bytes.count)
      let total = (suites[name]?.total ?? 0) - (suites[name]?.sizes[key] ?? 0) + size
      guard total <= limits.total else { throw .quotaExceeded(suite: name, limit: limits.total) }
      suites[name]?.total = total
      suites[name]?.sizes[key] = size
      suites[name]?.writes.updateValue(value, forKey: key)
    case (.remove(_, let key), _):
      // Missing keys aren't recorded: a script could name any number of them.
      guard let size = suites[name]?.sizes.removeValue(forKey: key) else { return }
      suites[name]?.total -= size
      suites[name]?.writes.updateValue(nil, forKey: key)
    default:
      var emptied = Suite(sizes: [:])
      emptied.removesAll = true
      suites[name] = emptied
    }
  }

  /// Stores the changes atomically. Without changes the store isn't touched.
  ///
  /// - Throws: The changes stay pending; you can commit them again or discard them.
  public mutating func commit() throws(StoreError) {
    var changes: [DefaultsChange] = []
    for (name, suite) in suites.sorted(by: { $0.key < $1.key }) {
      if suite.removesAll { changes.append(.removeAll(suite: name)) }
      for (key, value) in suite.writes.sorted(by: { $0.key < $1.key }) {
        changes.append(value.map { .set(suite: name, key: key, value: $0) } ?? .remove(suite: name, key: key))
      }
    }
    if !changes.isEmpty { try store.apply(changes) }
    discard()
  }

  /// Drops this update's changes.
  public mutating func discard() { suites = [:] }
}
