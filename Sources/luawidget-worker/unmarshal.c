/* MessagePack to Lua. Strict: anything the protocol doesn't use (extensions, keys that aren't text, integers beyond 64 bits
 * with sign) is refused, and no length is trusted before that many bytes have arrived. The frame size bounds the number of
 * values, and the memory limit their memory. */
#include <string.h>

#include "worker.h"

/* raises: never; stack: 0 */
static bool take(lw_reader *from, size_t count, const unsigned char **bytes) {
  if ((size_t)(from->end - from->at) < count) return false;
  *bytes = from->at;
  from->at += count;
  return true;
}

/* Big-endian, as MessagePack writes. raises: never; stack: 0 */
static bool take_number(lw_reader *from, size_t size, uint64_t *value) {
  const unsigned char *bytes;
  if (!take(from, size, &bytes)) return false;
  *value = 0;
  for (size_t i = 0; i < size; i++) *value = *value << 8 | bytes[i];
  return true;
}

/* The first part of a value: a scalar, or the head of something longer. */
typedef struct token {
  enum { NIL, BOOLEAN, INTEGER, FLOAT, TEXT, BYTES, ARRAY, MAP } kind;
  union {
    int64_t integer;
    double number;
    uint64_t count; /* BOOLEAN: 0 or 1 */
  };
} token;

/* raises: never; stack: 0 */
static bool counted(token *t, int kind, uint64_t count) {
  t->kind = kind;
  t->count = count;
  return true;
}

/* raises: never; stack: 0 */
static bool integer(token *t, int64_t value) {
  t->kind = INTEGER;
  t->integer = value;
  return true;
}

/* raises: never; stack: 0 */
static bool next_token(lw_reader *from, token *t) {
  const unsigned char *head;
  uint64_t n;
  if (!take(from, 1, &head)) return false;
  unsigned char b = *head;
  if (b <= 0x7f) return integer(t, b);
  if (b >= 0xe0) return integer(t, (int)b - 256);
  if (b <= 0x8f) return counted(t, MAP, b & 15);
  if (b <= 0x9f) return counted(t, ARRAY, b & 15);
  if (b <= 0xbf) return counted(t, TEXT, b & 31);
  switch (b) {
    case 0xc0: return counted(t, NIL, 0);
    case 0xc2:
    case 0xc3: return counted(t, BOOLEAN, b & 1);
    case 0xc4:
    case 0xc5:
    case 0xc6: return take_number(from, (size_t)1 << (b - 0xc4), &n) && counted(t, BYTES, n);
    case 0xca: {
      if (!take_number(from, 4, &n)) return false;
      uint32_t bits = (uint32_t)n;
      float value;
      memcpy(&value, &bits, sizeof value);
      t->kind = FLOAT;
      t->number = value;
      return true;
    }
    case 0xcb:
      if (!take_number(from, 8, &n)) return false;
      t->kind = FLOAT;
      memcpy(&t->number, &n, sizeof t->number);
      return true;
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf: return take_number(from, (size_t)1 << (b - 0xcc), &n) && n <= INT64_MAX && integer(t, (int64_t)n);
    case 0xd0: return take_number(from, 1, &n) && integer(t, (int8_t)n);
    case 0xd1: return take_number(from, 2, &n) && integer(t, (int16_t)n);
    case 0xd2: return take_number(from, 4, &n) && integer(t, (int32_t)n);
    case 0xd3: return take_number(from, 8, &n) && integer(t, (int64_t)n);
    case 0xd9:
    case 0xda:
    case 0xdb: return take_number(from, (size_t)1 << (b - 0xd9), &n) && counted(t, TEXT, n);
    case 0xdc:
    case 0xdd: return take_number(from, (size_t)2 << (b - 0xdc), &n) && counted(t, ARRAY, n);
    case 0xde:
    case 0xdf: return take_number(from, (size_t)2 << (b - 0xde), &n) && counted(t, MAP, n);
    default: return false;
  }
}

/* raises: never; stack: 0 */
bool lw_read_array(lw_reader *from, size_t *count) {
  token t;
  if (!next_token(from, &t) || t.kind != ARRAY || t.count > (uint64_t)(from->end - from->at)) return false;
  *count = (size_t)t.count;
  return true;
}

/* raises: never; stack: 0 */
bool lw_read_integer(lw_reader *from, int64_t *value) {
  token t;
  if (!next_token(from, &t) || t.kind != INTEGER) return false;
  *value = t.integer;
  return true;
}

/* raises: never; stack: 0 */
bool lw_read_boolean(lw_reader *from, bool *value) {
  token t;
  if (!next_token(from, &t) || t.kind != BOOLEAN) return false;
  *value = t.count != 0;
  return true;
}

/* raises: never; stack: 0 */
bool lw_read_string(lw_reader *from, const char **bytes, size_t *count) {
  token t;
  const unsigned char *start;
  if (!next_token(from, &t) || t.kind != TEXT || !take(from, t.count, &start)) return false;
  *bytes = (const char *)start;
  *count = (size_t)t.count;
  return true;
}

/* raises: never; stack: +1 */
static bool value(lua_State *L, lw_reader *from, int depth, bool nested) {
  token t;
  if (depth > LW_MAX_VIEW_DEPTH || !next_token(from, &t)) return false;
  switch (t.kind) {
    case NIL:
      if (nested) lua_pushlightuserdata(L, lw_null());
      else lua_pushnil(L);
      return true;
    case BOOLEAN: lua_pushboolean(L, t.count != 0); return true;
    case INTEGER: lua_pushinteger(L, t.integer); return true;
    case FLOAT: lua_pushnumber(L, t.number); return true;
    case TEXT:
    case BYTES: {
      const unsigned char *bytes;
      if (!take(from, t.count, &bytes)) return false;
      lua_pushlstring(L, (const char *)bytes, (size_t)t.count);
      return true;
    }
    case ARRAY:
      /* Each element needs at least one byte, so a length beyond the remaining bytes is wrong. */
      if (t.count > (uint64_t)(from->end - from->at)) return false;
      lua_createtable(L, (int)t.count, 0);
      for (uint64_t i = 1; i <= t.count; i++) {
        if (!value(L, from, depth + 1, true)) return false;
        lua_rawseti(L, -2, (lua_Integer)i);
      }
      return true;
    case MAP:
      if (t.count > (uint64_t)(from->end - from->at) / 2) return false;
      lua_createtable(L, 0, (int)t.count);
      for (uint64_t i = 0; i < t.count; i++) {
        const char *key;
        size_t length;
        if (!lw_read_string(from, &key, &length)) return false;
        lua_pushlstring(L, key, length);
        if (!value(L, from, depth + 1, true)) return false;
        lua_rawset(L, -3);
      }
      return true;
  }
  return false;
}

/* raises: never; stack: +1 (or less useful values, when false) */
bool lw_unmarshal(lua_State *L, lw_reader *from, bool nested) {
  return lua_checkstack(L, 3 * (LW_MAX_VIEW_DEPTH + 1)) && value(L, from, 0, nested);
}
