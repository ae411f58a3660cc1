extension StoreSchema {
  /// Data that must not be lost: defaults, permission decisions, the notification quota and choices of widgets for links.
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
      // One row for each notification of the last hour.
      """
      CREATE TABLE notification (number INTEGER PRIMARY KEY, widget TEXT NOT NULL, shown REAL NOT NULL);
      CREATE INDEX notification_widget ON notification (widget);
      """,
      "CREATE TABLE link_choice (scheme TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;",
    ], isDurable: true)
}
