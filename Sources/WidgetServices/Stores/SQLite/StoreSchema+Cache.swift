extension StoreSchema {
  /// Data that may be lost at any time: widgets' caches and stored responses.
  static let cache = StoreSchema(
    versions: [
      // `number` grows with each row, so it gives the order of insertion, independent of the clock.
      """
      CREATE TABLE entry (
        number INTEGER PRIMARY KEY, instance TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, size INTEGER NOT NULL,
        stored REAL NOT NULL, expires REAL, UNIQUE (instance, key));
      CREATE INDEX entry_size ON entry (instance, size);
      """,
      // `body` is last, so that reading the other columns does not read past it.
      """
      CREATE TABLE response (
        number INTEGER PRIMARY KEY, partition TEXT NOT NULL, url TEXT NOT NULL, variant TEXT NOT NULL, status INTEGER NOT NULL,
        requested REAL NOT NULL, received REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL, checksum INTEGER NOT NULL,
        varied TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL, UNIQUE (partition, url, variant));
      CREATE INDEX response_use ON response (used, size);
      """,
    ], isDurable: false)
}
