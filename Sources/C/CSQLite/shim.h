#include <sqlite3.h>

/* A macro with a cast and a function with variable arguments, which Swift can't import. */

static inline int lw_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int lw_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/* Ends a statement: files are untrusted, and a view in place of a table can have rows without end. */
static int lw_sqlite_spend(void *steps) { return --*(long *)steps < 0; }

/* No value and no row longer than `length`, and statements of at most `steps` times ten thousand instructions. */
static inline void lw_sqlite_limit(sqlite3 *connection, int length, long *steps) {
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, length);
  sqlite3_progress_handler(connection, 10000, lw_sqlite_spend, steps);
}

/* SQLite would allocate twenty pages for each file at once. Most stores use few, and a page is a fault. Before the first file is opened. */
static inline void lw_sqlite_allocate_pages_singly(void) { sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0); }

/* Functions that are named in the schema of a file must not run. */
static inline int lw_sqlite_distrust_schema(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
