public import WidgetModel

/// A change to a suite.
public enum DefaultsChange: Sendable, Equatable {
  case set(suite: String, key: String, value: LuaValue)
  /// Removing a key that does not exist is not an error.
  case remove(suite: String, key: String)
  case removeAll(suite: String)
}

/// Persistent values by suite: a widget's own suite is its id, a group's is the group's name.
public protocol DefaultsStore: Sendable {
  var limits: StoreLimits { get }

  /// - Returns: nil if not set. A damaged value counts as not set.
  func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue?
  func all(in suite: String) throws(StoreError) -> [String: LuaValue]

  /// The size of each entry as counted against ``StoreLimits/total``.
  func sizes(in suite: String) throws(StoreError) -> [String: Int]

  /// The suites that have values, sorted.
  func suites() throws(StoreError) -> [String]

  /// Applies changes in order, atomically. They are durable when this returns.
  ///
  /// - Throws: ``StoreError/quotaExceeded(suite:limit:)`` if a suite would become too large.
  func apply(_ changes: [DefaultsChange]) throws(StoreError)
}
