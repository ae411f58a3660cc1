#include <sqlite3.h>

/* A macro with a cast and a variadic function, neither of which Swift can import. */

static inline int lw_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int lw_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Ends a statement: files are untrusted, and a view in a table's place can have endless rows. */
static int lw_sqlite_spend(void *steps) { return --*(long *)steps < 0; }

/* No value or row longer than `length`, and no statement beyond `steps` times ten thousand instructions. */
static inline void lw_sqlite_limit(sqlite3 *connection, int length, long *steps) {
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, length);
  sqlite3_progress_handler(connection, 10000, lw_sqlite_spend, steps);
}

/* By default SQLite allocates twenty pages at once for each file. Most stores need few, and each page costs a fault. Call this
   before opening the first file. */
static inline void lw_sqlite_allocate_pages_singly(void) { sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0); }

/* Functions named in a file's schema mustn't run. */
static inline int lw_sqlite_distrust_schema(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
