public import WidgetModel

/// A change to what a suite remembers.
public enum DefaultsChange: Sendable, Equatable {
  case set(suite: String, key: String, value: LuaValue)
  case remove(suite: String, key: String)
  case removeAll(suite: String)
}

/// What widgets must remember, by suite: a widget's own suite is its id, a group's is the group's name.
public protocol DefaultsStore: Sendable {
  var limits: StoreLimits { get }

  func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue?
  func all(in suite: String) throws(StoreError) -> [String: LuaValue]
  func suites() throws(StoreError) -> [String]

  /// Makes changes, all or none. When this returns they are on the disk.
  ///
  /// - Throws: ``StoreError/quotaExceeded(suite:limit:)`` when a suite would hold too much.
  func apply(_ changes: [DefaultsChange]) throws(StoreError)
}
