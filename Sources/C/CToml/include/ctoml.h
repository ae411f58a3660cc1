/* Reads TOML (toml.io, 1.0.0) with toml++, behind functions Swift can import. */

#ifndef LW_CTOML_H
#define LW_CTOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The deepest nesting of arrays and inline tables. */
#define LW_TOML_DEPTH 32
/* The most parts in a key (a.b.c) or a header. */
#define LW_TOML_KEY_PARTS 16

typedef enum lw_toml_kind {
  LW_TOML_TABLE,
  LW_TOML_ARRAY,
  /* Ends the innermost table or array. */
  LW_TOML_END,
  LW_TOML_STRING,
  LW_TOML_INTEGER,
  LW_TOML_NUMBER,
  LW_TOML_BOOLEAN,
  /* A date, a time, or both. */
  LW_TOML_DATE
} lw_toml_kind;

/* A character in the text. Lines count from 1, and so do columns, in Unicode scalars without a byte order mark. */
typedef struct lw_toml_position {
  uint32_t line;
  uint32_t column;
} lw_toml_position;

/* A value, or the start or end of one. The pointers are valid during the call. */
typedef struct lw_toml_event {
  lw_toml_kind kind;
  /* UTF-8. Null in an array, for the document and for an end. */
  const char *key;
  size_t key_length;
  /* The line of the key or array element, from 1. 0 for the document and for an end. */
  uint32_t line;
  /* Where the value, or a table's header or dotted key, begins; `end` is just after it. 0 for an end. */
  lw_toml_position begin;
  lw_toml_position end;
  /* UTF-8; may contain NUL. */
  const char *text;
  size_t text_length;
  /* Also 0 or 1 for a boolean. */
  int64_t integer;
  double number;
} lw_toml_event;

typedef struct lw_toml_error {
  /* From 1. */
  uint32_t line;
  char message[512];
} lw_toml_error;

/* Reads a document: its table and everything in it, in key order.
 *
 * Returns false for invalid TOML, before any event. */
bool lw_toml_read(const char *text, size_t length, void (*receive)(void *context, const lw_toml_event *event), void *context,
                  lw_toml_error *error);

#ifdef __cplusplus
}
#endif

#endif
