/// The tables in a store's file.
struct StoreSchema: Sendable {
  /// SQL, one script per version: script n upgrades version n - 1 to version n. Version 0 is an empty file.
  var versions: [String]
  /// Whether a commit waits for the disk. Otherwise a power failure can undo the most recent commits, but nothing else.
  var isDurable: Bool
  /// The most pages, for tests with a full disk.
  var pageLimit: Int?

  var version: Int { versions.count }
}

extension StoreSchema {
  /// Data that can get lost at any time: widgets' caches and stored responses.
  static let cache = StoreSchema(
    versions: [
      // `number` grows with each row, so it gives the insertion order, independent of the clock.
      """
      CREATE TABLE entry (
        number INTEGER PRIMARY KEY, instance TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, size INTEGER NOT NULL,
        stored REAL NOT NULL, expires REAL, UNIQUE (instance, key));
      CREATE INDEX entry_size ON entry (instance, size);
      """,
      // `body` is last, so reading the other columns doesn't read past it.
      """
      CREATE TABLE response (
        number INTEGER PRIMARY KEY, partition TEXT NOT NULL, url TEXT NOT NULL, variant TEXT NOT NULL, status INTEGER NOT NULL,
        requested REAL NOT NULL, received REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL, checksum INTEGER NOT NULL,
        varied TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL, UNIQUE (partition, url, variant));
      CREATE INDEX response_use ON response (used, size);
      """,
    ], isDurable: false)
}

extension StoreSchema {
  /// Data that mustn't get lost: defaults, permission decisions, the notification quota and choices of widgets for links.
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
      // One row per notification in the last hour.
      """
      CREATE TABLE notification (number INTEGER PRIMARY KEY, widget TEXT NOT NULL, shown REAL NOT NULL);
      CREATE INDEX notification_widget ON notification (widget);
      """,
      "CREATE TABLE link_choice (scheme TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;",
      // An empty widget or permission stands for all.
      """
      CREATE TABLE revocation (
        number INTEGER PRIMARY KEY, widget TEXT NOT NULL, permission TEXT NOT NULL, UNIQUE (widget, permission));
      """,
    ], isDurable: true)
}
