extension StoreSchema {
  /// The file of what may vanish at any time: what widgets cached, and answers of the network.
  static let cache = StoreSchema(
    versions: [
      // `number` grows with each row: the smallest was stored longest ago, whatever the clock says.
      """
      CREATE TABLE entry (
        number INTEGER PRIMARY KEY, instance TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, size INTEGER NOT NULL,
        stored REAL NOT NULL, expires REAL, UNIQUE (instance, key));
      CREATE INDEX entry_size ON entry (instance, size);
      """,
      // `body` is last, so that nothing else has to be read past it.
      """
      CREATE TABLE response (
        number INTEGER PRIMARY KEY, partition TEXT NOT NULL, url TEXT NOT NULL, variant TEXT NOT NULL, status INTEGER NOT NULL,
        requested REAL NOT NULL, received REAL NOT NULL, used REAL NOT NULL, size INTEGER NOT NULL, sum INTEGER NOT NULL,
        varied TEXT NOT NULL, headers TEXT NOT NULL, body BLOB NOT NULL, UNIQUE (partition, url, variant));
      CREATE INDEX response_use ON response (used, size);
      """,
    ], isDurable: false)
}
