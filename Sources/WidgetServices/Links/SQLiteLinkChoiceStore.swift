/// The choices in the same database as the permissions.
public final class SQLiteLinkChoiceStore: LinkChoiceStore {
  private let database: StoreDatabase

  /// - Parameter database: One for ``StoreDatabase/data(_:onNotice:)``.
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
