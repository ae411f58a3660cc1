extension StoreSchema {
  /// Data that must not be lost: defaults, permission decisions and the notification quota.
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
    ], isDurable: true)
}
