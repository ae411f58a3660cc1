/* json.encode. Keys are sorted, so equal tables give equal text. An empty table is `{}`, unless it's marked as a list (by
 * json.array, or by json.decode for `[]`), because Lua can't distinguish an empty list from an empty record. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker.h"

enum { MAX_DEPTH = 128, MAX_TEXT = 8 << 20, SHOWN = 8, SHOWN_FIRST = 3, FEW_FIELDS = 24 };

static const char lists = 0; /* key in the registry: the metatable of a list */

typedef struct key {
  const char *bytes;
  size_t length;
  uint64_t first; /* eight bytes, in comparison order; zeros after the end */
  int value;      /* its stack position; 0: it's still in the table */
} key;

typedef struct encoder {
  lua_State *L;
  lw_buffer out;
  bool pretty;
  int depth;
  int tables[MAX_DEPTH]; /* the stack positions of the tables around the current value */
  char why[200];         /* a refusal, without its path */
  char path[600];
  int steps; /* of the path, when it's refused */
  int step;  /* the next one, while the error is returned */
} encoder;

/* raises: never; stack: 0 */
static bool refuse(encoder *e, const char *why) {
  snprintf(e->why, sizeof e->why, "%s", why);
  e->steps = e->step = e->depth;
  return false;
}

/* Prepends one step to the path on the way out of a refusal. A long path is shortened to its first and last steps. raises:
 * never; stack: 0 */
static bool under(encoder *e, const char *name, lua_Integer position) {
  char longer[sizeof e->path];
  int step = --e->step;
  if (step >= e->steps) return false; /* inside a table containing itself */
  if (e->steps > SHOWN && step >= SHOWN_FIRST && step < e->steps - 1) {
    if (step == SHOWN_FIRST) snprintf(longer, sizeof longer, " ... %.200s", e->path);
    else return false;
  } else if (name) {
    size_t length = strlen(name), shown = lw_cut(name, length, 40);
    snprintf(longer, sizeof longer, ".%.*s%s%.400s", (int)shown, name, shown < length ? "..." : "", e->path);
  } else {
    snprintf(longer, sizeof longer, "[%lld]%.400s", (long long)position, e->path);
  }
  memcpy(e->path, longer, sizeof longer);
  return false;
}

/* raises: never; stack: 0 */
static inline void put(encoder *e, const void *bytes, size_t count) {
  lw_buffer *out = &e->out;
  if (out->capacity - out->length < count) {
    lw_append(out, bytes, count);
    return;
  }
  memcpy(out->bytes + out->length, bytes, count);
  out->length += count;
}

/* raises: never; stack: 0 */
static inline void put_byte(encoder *e, char byte) { put(e, &byte, 1); }

/* raises: never; stack: 0 */
static void add(encoder *e, const char *text) { put(e, text, strlen(text)); }

/* raises: never; stack: 0 */
static void new_line(encoder *e) {
  if (!e->pretty) return;
  put_byte(e, '\n');
  for (int i = 0; i < e->depth; i++) add(e, "  ");
}

/* How much of the beginning is ASCII with nothing to escape, in steps of eight bytes. raises: never; stack: 0 */
static size_t plain_length(const char *bytes, size_t length) {
  const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
  size_t i = 0;
  for (uint64_t eight; i + 8 <= length; i += 8) {
    memcpy(&eight, bytes + i, 8);
    /* The high bit of a byte below a space, or of a quotation mark, a backslash or DEL: the lowest one borrows from none. */
    uint64_t odd = eight | (eight - ones * 32) | ((eight ^ ones * '"') - ones) | ((eight ^ ones * '\\') - ones) |
                   ((eight ^ ones * 127) - ones);
    if (odd & highs) break;
  }
  return i;
}

/* raises: never; stack: 0 */
static bool text(encoder *e, const char *bytes, size_t length) {
  size_t plain = plain_length(bytes, length);
  if (plain < length && !lw_is_utf8(bytes + plain, length - plain)) return refuse(e, "a string that is not UTF-8");
  put_byte(e, '"');
  size_t start = 0;
  for (size_t i = plain; i < length; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (c >= 32 && c != '"' && c != '\\' && c != 127) continue;
    char escape[8] = {'\\', (char)c, 0};
    switch (c) {
      case '"':
      case '\\': break;
      case '\n': escape[1] = 'n'; break;
      case '\r': escape[1] = 'r'; break;
      case '\t': escape[1] = 't'; break;
      case '\b': escape[1] = 'b'; break;
      case '\f': escape[1] = 'f'; break;
      default: snprintf(escape, sizeof escape, "\\u%04x", c);
    }
    put(e, bytes + start, i - start);
    add(e, escape);
    start = i + 1;
  }
  put(e, bytes + start, length - start);
  put_byte(e, '"');
  return true;
}

/* raises: never; stack: 0 */
static void integer(encoder *e, lua_Integer value) {
  char digits[24], *at = digits + sizeof digits;
  uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *--at = '-';
  put(e, at, (size_t)(digits + sizeof digits - at));
}

/* A float with at most 15 digits and no exponent, as most are. It's d / 10^n for whole numbers that are both exact, so the
 * text reads back as the same float (W. D. Clinger), and the smallest n makes it the shortest. false: it isn't one. raises:
 * never; stack: 0 */
static bool short_float(encoder *e, double value) {
  static const double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  double size = fabs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e15)) return false;
  for (int n = 0; n <= 15; n++) {
    double scaled = size * powers[n];
    if (scaled >= 1e15) return false;
    int64_t whole = (int64_t)(scaled + 0.5);
    if ((double)whole / powers[n] != size) continue;
    char digits[24], *at = digits + sizeof digits;
    if (n == 0) *--at = '0', *--at = '.';
    for (int i = 0; i <= n || whole > 0; i++, whole /= 10) {
      if (i == n && n > 0) *--at = '.';
      *--at = (char)('0' + whole % 10);
    }
    if (signbit(value)) *--at = '-';
    put(e, at, (size_t)(digits + sizeof digits - at));
    return true;
  }
  return false;
}

/* Any float. Like printf's %.17g: with an exponent if it's below -4, or if there are zeros before the point. raises: never; stack: 0 */
static void long_float(encoder *e, double value) {
  char text[40], digits[24];
  size_t length = lw_scientific(value, text, sizeof text - 1), mark = 0, count = 0;
  text[length] = 0;
  while (text[mark] != 'e') {
    if (text[mark] >= '0' && text[mark] <= '9') digits[count++] = text[mark];
    mark++;
  }
  int exponent = (int)strtol(text + mark + 1, NULL, 10), precision = count < 15 ? 15 : (int)count;
  if (exponent < -4 || exponent >= precision) {
    put(e, text, length);
    return;
  }
  if (value < 0) put_byte(e, '-');
  if (exponent < 0) {
    put(e, "0.0000", (size_t)(1 - exponent));
    put(e, digits, count);
    return;
  }
  size_t whole = (size_t)exponent + 1 < count ? (size_t)exponent + 1 : count;
  put(e, digits, whole);
  for (size_t zeros = (size_t)exponent + 1 - whole; zeros > 0; zeros--) put_byte(e, '0');
  put_byte(e, '.');
  if (whole < count) put(e, digits + whole, count - whole);
  else put_byte(e, '0');
}

/* The shortest text reading back as the same number, and as a float. raises: never; stack: 0 */
static bool number(encoder *e, int index) {
  if (lua_isinteger(e->L, index)) {
    integer(e, lua_tointeger(e->L, index));
    return true;
  }
  double value = lua_tonumber(e->L, index);
  if (!isfinite(value)) return refuse(e, isnan(value) ? "not a number (NaN)" : "an infinite number");
  if (short_float(e, value)) return true;
  long_float(e, value);
  return true;
}

static bool encode(encoder *e, int index);

/* raises: never; stack: 0 */
static bool list(encoder *e, int table, lua_Integer count) {
  put_byte(e, '[');
  e->tables[e->depth++] = table;
  for (lua_Integer i = 1; i <= count; i++) {
    if (i > 1) put_byte(e, ',');
    new_line(e);
    lua_rawgeti(e->L, table, i);
    if (!encode(e, lua_gettop(e->L))) return under(e, NULL, i);
    lua_pop(e->L, 1);
  }
  e->depth--;
  new_line(e);
  put_byte(e, ']');
  return true;
}

/* raises: never; stack: 0 */
static int by_bytes(const void *a, const void *b) {
  const key *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  int order = memcmp(x->bytes, y->bytes, x->length < y->length ? x->length : y->length);
  return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

/* A key on the stack. Its bytes don't move while its table holds it. raises: never; stack: 0 */
static key key_at(lua_State *L, int index) {
  key key = {.value = 0};
  key.bytes = lua_tolstring(L, index, &key.length);
  unsigned char first[8] = {0};
  memcpy(first, key.bytes, key.length < 8 ? key.length : 8);
  for (int i = 0; i < 8; i++) key.first = key.first << 8 | first[i];
  return key;
}

/* raises: never; stack: 0 */
static void sort(key *keys, size_t count) {
  if (count > FEW_FIELDS) {
    qsort(keys, count, sizeof *keys, by_bytes);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    key moved = keys[i];
    size_t at = i;
    for (; at > 0 && by_bytes(&keys[at - 1], &moved) > 0; at--) keys[at] = keys[at - 1];
    keys[at] = moved;
  }
}

/* raises: never; stack: 0 */
static bool fields(encoder *e, int table, const key *keys, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (i > 0) put_byte(e, ',');
    new_line(e);
    if (!text(e, keys[i].bytes, keys[i].length)) {
      e->depth--; /* the key isn't a step */
      return refuse(e, "a key that is not UTF-8");
    }
    add(e, e->pretty ? ": " : ":");
    if (keys[i].value) {
      if (!encode(e, keys[i].value)) return under(e, keys[i].bytes, 0);
      continue;
    }
    lua_pushlstring(e->L, keys[i].bytes, keys[i].length);
    lua_rawget(e->L, table);
    if (!encode(e, lua_gettop(e->L))) return under(e, keys[i].bytes, 0);
    lua_pop(e->L, 1);
  }
  return true;
}

/* raises: never; stack: 0 */
static bool is_list(lua_State *L, int table) {
  if (!lua_getmetatable(L, table)) return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &lists);
  bool same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

/* raises: memory; stack: 0 (the table on top) */
void lw_mark_list(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &lists) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 0);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &lists);
  }
  lua_setmetatable(L, -2);
}

/* json.array([table]) -> the table, which is now a list even if it's empty. raises: any; stack: +1 */
int lw_json_array(lua_State *L) {
  lua_settop(L, 1);
  if (lua_isnil(L, 1)) {
    lua_createtable(L, 0, 0);
  } else if (!lua_istable(L, 1)) {
    lua_pushfstring(L, "json.array: the list must be a table, got %s", luaL_typename(L, 1));
    return lw_raise(L);
  } else if (lua_getmetatable(L, 1)) {
    lua_pop(L, 1);
    if (is_list(L, 1)) return 1;
    lua_pushliteral(L, "json.array: the table has a metatable");
    return lw_raise(L);
  }
  lw_mark_list(L);
  return 1;
}

/* raises: never; stack: 0 */
static bool too_deep(encoder *e, int table) {
  for (int outer = 0; outer < e->depth; outer++) {
    for (int inner = outer + 1; inner <= e->depth; inner++) {
      if (!lua_rawequal(e->L, e->tables[outer], inner < e->depth ? e->tables[inner] : table)) continue;
      refuse(e, "this table contains itself");
      e->steps = inner;
      return false;
    }
  }
  return refuse(e, "tables are nested deeper than the limit of 128");
}

/* raises: never; stack: 0 */
static bool record(encoder *e, int table, size_t count) {
  lua_State *L = e->L;
  if (count == 0) {
    add(e, is_list(L, table) ? "[]" : "{}");
    return true;
  }
  /* A small table's values stay on the stack, so they needn't be looked up by key. */
  bool stays = count <= FEW_FIELDS && lua_checkstack(L, (int)count + 3 * MAX_DEPTH + 16);
  key few[FEW_FIELDS], *keys = stays ? few : malloc(count * sizeof *keys);
  if (!keys) return refuse(e, "too many fields");
  int top = lua_gettop(L);
  size_t n = 0;
  for (lua_pushnil(L); lua_next(L, table); n++) {
    keys[n] = key_at(L, -2);
    if (stays) {
      keys[n].value = lua_gettop(L) - 1;
      lua_insert(L, -2); /* the value below its key, which lua_next replaces */
    } else {
      lua_pop(L, 1);
    }
  }
  sort(keys, count);
  put_byte(e, '{');
  e->tables[e->depth++] = table;
  bool done = fields(e, table, keys, count);
  if (!stays) free(keys);
  if (!done) return false;
  lua_settop(L, top);
  e->depth--;
  new_line(e);
  put_byte(e, '}');
  return true;
}

/* raises: never; stack: 0 */
static bool any_table(encoder *e, int table) {
  lua_State *L = e->L;
  if (e->depth >= MAX_DEPTH) return too_deep(e, table);
  lua_Integer length = (lua_Integer)lua_rawlen(L, table);
  lua_Integer names = 0, positions = 0, others = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) names++;
    else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= length) positions++;
    else others++;
  }
  if (others == 0 && positions == 0) return record(e, table, (size_t)names);
  if (others == 0 && names == 0 && positions == length) return list(e, table, length);
  if (names == 0) return refuse(e, "a list must have the keys 1 to n without a gap");
  return refuse(e, "a table must have either names or the positions 1 to n as keys, not both");
}

/* raises: never; stack: 0 (any, after a refusal) */
static bool encode(encoder *e, int index) {
  lua_State *L = e->L;
  if (e->out.length > MAX_TEXT) return refuse(e, "more than 8 MiB of text");
  size_t length;
  const char *bytes;
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: add(e, lua_toboolean(L, index) ? "true" : "false"); return true;
    case LUA_TNUMBER: return number(e, index);
    case LUA_TSTRING: bytes = lua_tolstring(L, index, &length); return text(e, bytes, length);
    case LUA_TTABLE: return any_table(e, index);
    case LUA_TLIGHTUSERDATA: add(e, "null"); return true;
    case LUA_TNIL: return refuse(e, "nil has no JSON; json.null has");
    default: break;
  }
  char what[40];
  snprintf(what, sizeof what, "a %s has no JSON", lua_typename(L, lua_type(L, index)));
  return refuse(e, what);
}

/* json.encode(value [, { pretty = true }]) -> text. raises: any; stack: +1 */
int lw_json_encode(lua_State *L) {
  encoder e = {.L = L};
  if (lua_gettop(L) == 0) lua_pushnil(L);
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushliteral(L, "pretty");
    lua_rawget(L, 2);
    e.pretty = lua_toboolean(L, -1);
  }
  lua_settop(L, 1);
  luaL_checkstack(L, 3 * MAX_DEPTH + 16, "json.encode");
  if (!encode(&e, 1)) {
    lua_pushfstring(L, "json.encode: value%s: %s", e.path, e.why);
    free(e.out.bytes);
    return lw_raise(L);
  }
  lua_settop(L, 1);
  lua_pushlstring(L, (const char *)e.out.bytes, e.out.length);
  free(e.out.bytes);
  return 1;
}
