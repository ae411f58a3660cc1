public import WidgetModel

/// A change to what a suite remembers.
public enum DefaultsChange: Sendable, Equatable {
  case set(suite: String, key: String, value: LuaValue)
  /// Removing what is not there is not an error.
  case remove(suite: String, key: String)
  case removeAll(suite: String)
}

/// What widgets must remember, by suite: a widget's own suite is its id, a group's is the group's name.
public protocol DefaultsStore: Sendable {
  var limits: StoreLimits { get }

  /// - Returns: nil when nothing is set. A stored value whose bytes are damaged counts as not set.
  func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue?
  func all(in suite: String) throws(StoreError) -> [String: LuaValue]

  /// What each entry counts against ``StoreLimits/total``.
  func sizes(in suite: String) throws(StoreError) -> [String: Int]

  /// The suites that hold anything, sorted.
  func suites() throws(StoreError) -> [String]

  /// Makes changes in order, all or none. When this returns they are on the disk.
  ///
  /// - Throws: ``StoreError/quotaExceeded(suite:limit:)`` when a suite would hold too much.
  func apply(_ changes: [DefaultsChange]) throws(StoreError)
}
