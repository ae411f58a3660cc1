import Synchronization
public import WidgetModel

/// Defaults that keep what the store can't take in memory, so that a full disk or a read-only folder costs no view. Each change tries to
/// store everything kept so far. The first failure is reported.
///
/// Only writing has this fallback: a store that can't be read may have values, and taking them for missing could mislead a script.
public final class FallbackDefaultsStore: DefaultsStore {
  /// The changes of a suite that aren't stored.
  private struct Kept {
    var removesAll = false
    /// nil removes the key.
    var writes: [String: LuaValue?] = [:]

    mutating func apply(_ change: DefaultsChange) {
      switch change {
      case .set(_, let key, let value): writes.updateValue(value, forKey: key)
      case .remove(_, let key): writes.updateValue(nil, forKey: key)
      case .removeAll: self = Kept(removesAll: true)
      }
    }

    func changes(of suite: String) -> [DefaultsChange] {
      (removesAll ? [.removeAll(suite: suite)] : [])
        + writes.sorted { $0.key < $1.key }.map { key, value in
          value.map { .set(suite: suite, key: key, value: $0) } ?? .remove(suite: suite, key: key)
        }
    }
  }

  public let limits: StoreLimits
  private let store: any DefaultsStore
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let kept = Mutex<[String: Kept]>([:])
  private let hasReported = Mutex(false)

  public init(_ store: any DefaultsStore, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.store = store
    self.onNotice = onNotice
    limits = store.limits
  }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    if let own = kept(of: suite) {
      if let value = own.writes[key] { return value }
      if own.removesAll { return nil }
    }
    return try store.value(key, in: suite)
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    guard let own = kept(of: suite) else { return try store.all(in: suite) }
    var values = own.removesAll ? [:] : try store.all(in: suite)
    for (key, value) in own.writes { values[key] = value }
    return values
  }

  public func sizes(in suite: String) throws(StoreError) -> [String: Int] {
    guard let own = kept(of: suite) else { return try store.sizes(in: suite) }
    var sizes = own.removesAll ? [:] : try store.sizes(in: suite)
    for (key, value) in own.writes {
      sizes[key] = try value.map { value throws(StoreError) in
        StoreLimits.size(key: key, valueBytes: try limits.encode(value).count)
      }
    }
    return sizes
  }

  public func suites() throws(StoreError) -> [String] {
    let own = kept.withLock { $0.filter { $0.value.writes.values.contains { $0 != nil } }.map(\.key) }
    return own.isEmpty ? try store.suites() : Set(try store.suites() + own).sorted()
  }

  public func apply(_ changes: [DefaultsChange]) throws(StoreError) {
    let all = kept.withLock { kept in kept.sorted { $0.key < $1.key }.flatMap { $0.value.changes(of: $0.key) } } + changes
    do throws(StoreError) {
      try store.apply(all)
      kept.withLock { $0 = [:] }
    } catch {
      guard error.isStoreFailure else { throw error }
      // What could never be stored isn't kept either.
      _ = try EncodedDefaultsChange.encode(changes, limits: limits)
      kept.withLock { kept in for change in changes { kept[change.suite, default: Kept()].apply(change) } }
      let isFirst = hasReported.withLock { reported in
        defer { reported = true }
        return !reported
      }
      if isFirst { onNotice(.defaultsNotStored(error)) }
    }
  }

  private func kept(of suite: String) -> Kept? { kept.withLock { $0[suite] } }
}

extension DefaultsChange {
  fileprivate var suite: String {
    switch self {
    case .set(let suite, _, _), .remove(let suite, _), .removeAll(let suite): suite
    }
  }
}
