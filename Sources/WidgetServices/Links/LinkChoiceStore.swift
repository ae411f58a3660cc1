import Synchronization

/// The widgets chosen by the user for URL schemes declared by several.
public protocol LinkChoiceStore: Sendable {
  /// - Returns: The path of the widget's file; nil if the user hasn't chosen.
  func widget(for scheme: String) throws(StoreError) -> String?

  /// Remembers a choice, replacing an earlier one.
  func choose(_ path: String, for scheme: String) throws(StoreError)
}

/// The in-memory implementation.
public final class MemoryLinkChoiceStore: LinkChoiceStore {
  private let choices = Mutex<[String: String]>([:])

  public init() {}

  public func widget(for scheme: String) throws(StoreError) -> String? { choices.withLock { $0[scheme] } }

  public func choose(_ path: String, for scheme: String) throws(StoreError) { choices.withLock { $0[scheme] = path } }
}

/// The choices in the same database as the permissions.
public final class SQLiteLinkChoiceStore: LinkChoiceStore {
  private let database: StoreDatabase

  /// - Parameter database: From ``StoreDatabase/data(_:onNotice:)``.
  public init(_ database: StoreDatabase) { self.database = database }

  public func widget(for scheme: String) throws(StoreError) -> String? {
    let rows = try database.access(.read) {
      try $0.rows("SELECT path FROM link_choice WHERE scheme = ?", [.text(scheme)]) { $0.text(0) }
    }
    return rows?.first
  }

  public func choose(_ path: String, for scheme: String) throws(StoreError) {
    _ = try database.access(.create) {
      try $0.run("INSERT OR REPLACE INTO link_choice (scheme, path) VALUES (?, ?)", [.text(scheme), .text(path)])
    }
  }
}
