public import WidgetModel

/// One update's view of the defaults: it reads its own writes, and nobody else sees them until ``commit()``.
public struct DefaultsSession: Sendable {
  private let store: any DefaultsStore
  private var changes: [DefaultsChange] = []
  private var overlay: [String: [String: LuaValue?]] = [:]

  public init(store: any DefaultsStore) { self.store = store }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    try store.limits.check(key: key)
    if let own = overlay[suite]?[key] { return own }
    return try store.value(key, in: suite)
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    var values = try store.all(in: suite)
    for (key, value) in overlay[suite] ?? [:] { values[key] = value }
    return values
  }

  /// - Throws: For a key or a value that can never be stored; the change is then not made.
  public mutating func apply(_ change: DefaultsChange) throws(StoreError) {
    switch change {
    case .set(let suite, let key, let value):
      try store.limits.check(key: key)
      _ = try store.limits.encode(value)
      overlay[suite, default: [:]][key] = .some(value)
    case .remove(let suite, let key):
      try store.limits.check(key: key)
      overlay[suite, default: [:]][key] = .some(nil)
    case .removeAll(let suite):
      let keys = try all(in: suite).keys
      overlay[suite] = Dictionary(uniqueKeysWithValues: keys.map { ($0, nil) })
    }
    changes.append(change)
  }

  /// Stores the changes, all or none.
  public mutating func commit() throws(StoreError) {
    if !changes.isEmpty { try store.apply(changes) }
    discard()
  }

  public mutating func discard() {
    changes = []
    overlay = [:]
  }
}
