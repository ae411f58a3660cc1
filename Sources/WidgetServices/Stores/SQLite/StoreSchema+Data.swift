extension StoreSchema {
  /// Data that must not be lost: defaults and permission decisions.
  static let data = StoreSchema(
    versions: [
      """
      CREATE TABLE value (suite TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (suite, key)) WITHOUT ROWID;
      """,
      """
      CREATE TABLE permission (
        widget TEXT NOT NULL, manifest BLOB NOT NULL, permission TEXT NOT NULL, allowed INTEGER NOT NULL, program TEXT,
        PRIMARY KEY (widget, permission));
      """,
    ], isDurable: true)
}
