import Synchronization
public import WidgetModel

/// A change to a suite.
public enum DefaultsChange: Sendable, Equatable {
  case set(suite: String, key: String, value: LuaValue)
  /// Removing a missing key isn't an error.
  case remove(suite: String, key: String)
  case removeAll(suite: String)
}

/// Persistent values by suite: a widget's own suite is its id, a group's is its name.
public protocol DefaultsStore: Sendable {
  var limits: StoreLimits { get }

  /// - Returns: nil if not set. A damaged value counts as not set.
  func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue?
  func all(in suite: String) throws(StoreError) -> [String: LuaValue]

  /// Each entry's size, as counted against ``StoreLimits/total``.
  func sizes(in suite: String) throws(StoreError) -> [String: Int]

  /// The suites with values, sorted.
  func suites() throws(StoreError) -> [String]

  /// Applies changes in order, atomically. They're durable when this returns.
  ///
  /// - Throws: ``StoreError/quotaExceeded(suite:limit:)`` if a suite would get too large.
  func apply(_ changes: [DefaultsChange]) throws(StoreError)
}

/// The owner of defaults. Widgets and groups have separate namespaces: no group can be named like a widget's suite.
public enum DefaultsSuite: Sendable, Hashable {
  /// A widget's own, by id.
  case widget(String)
  /// Shared by a group's widgets, by name.
  case group(String)

  /// Starts the names of groups' suites.
  public static let groupPrefix = "group:"

  /// The name it has in a store. A widget's id contains no colon.
  public var name: String {
    switch self {
    case .widget(let id): id
    case .group(let name): Self.groupPrefix + name
    }
  }
}

/// Defaults in memory, for tests.
public final class MemoryDefaultsStore: DefaultsStore {
  public let limits: StoreLimits
  /// Encoded values by suite and key: reading returns what a file would.
  private let values = Mutex<[String: [String: [UInt8]]]>([:])

  public init(limits: StoreLimits = StoreLimits()) { self.limits = limits }

  public func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? {
    try limits.check(name: suite)
    try limits.check(key: key)
    return values.withLock { $0[suite]?[key] }.flatMap(StoreLimits.decode)
  }

  public func all(in suite: String) throws(StoreError) -> [String: LuaValue] {
    try limits.check(name: suite)
    return values.withLock { $0[suite] ?? [:] }.compactMapValues(StoreLimits.decode)
  }

  public func sizes(in suite: String) throws(StoreError) -> [String: Int] {
    try limits.check(name: suite)
    return values.withLock { Self.sizes($0[suite] ?? [:]) }
  }

  public func suites() throws(StoreError) -> [String] { values.withLock { $0.keys.sorted() } }

  public func apply(_ changes: [DefaultsChange]) throws(StoreError) {
    let encoded = try EncodedDefaultsChange.encode(changes, limits: limits)
    try values.withLock { (values: inout [String: [String: [UInt8]]]) throws(StoreError) in
      var next = values
      for change in encoded {
        switch change.kind {
        case .set(let key, let value): next[change.suite, default: [:]][key] = value
        case .remove(let key): next[change.suite]?[key] = nil
        case .removeAll: next[change.suite] = nil
        }
      }
      for suite in Set(encoded.lazy.filter(\.sets).map(\.suite)) {
        let used = Self.sizes(next[suite] ?? [:]).values.reduce(0, +)
        guard used <= limits.total else { throw .quotaExceeded(suite: suite, limit: limits.total) }
      }
      values = next.filter { !$0.value.isEmpty }
    }
  }

  private static func sizes(_ values: [String: [UInt8]]) -> [String: Int] {
    var sizes: [String: Int] = [:]
    for (key, value) in values { sizes[key] = StoreLimits.size(key: key, valueBytes: value.count) }
    return sizes
  }
}
