import Synchronization
public import WidgetModel

/// Defaults in memory: for tests.
public final class MemoryDefaultsStore: DefaultsStore {
  public let limits: StoreLimits
  private let values = Mutex<[String: [String: LuaValue]]>([:])

  public init(limits: StoreLimits = StoreLimits()) { self.limits = limits }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    values.withLock { $0[suite]?[key] }
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] { values.withLock { $0[suite] ?? [:] } }

  public func suites() throws(StoreError) -> [String] { values.withLock { $0.keys.sorted() } }

  public func apply(_ changes: [DefaultsChange]) throws(StoreError) {
    for case .set(let suite, let key, let value) in changes {
      try limits.check(name: suite)
      try limits.check(key: key)
      _ = try limits.encode(value)
    }
    try values.withLock { (values: inout [String: [String: LuaValue]]) throws(StoreError) in
      var next = values
      for change in changes {
        switch change {
        case .set(let suite, let key, let value): next[suite, default: [:]][key] = value
        case .remove(let suite, let key): next[suite]?[key] = nil
        case .removeAll(let suite): next[suite] = nil
        }
      }
      for (suite, own) in next where next[suite] != values[suite] {
        let used = own.reduce(0) { $0 + StoreLimits.size(key: $1.key, valueBytes: MessagePack.encode($1.value).count) }
        guard used <= limits.total else { throw .quotaExceeded(suite: suite, limit: limits.total) }
      }
      values = next.filter { !$0.value.isEmpty }
    }
  }
}
