/* Lua to MessagePack. Tables are read raw: what looks like a read could be a call into the script. */
#include <stdio.h>
#include <string.h>

#include "worker.h"

/* raises: never; stack: 0 */
static void head(lw_buffer *out, unsigned char byte, uint64_t number, int size) {
  unsigned char bytes[9] = {byte};
  for (int i = 0; i < size; i++) bytes[size - i] = (unsigned char)(number >> (8 * i));
  lw_append(out, bytes, (size_t)size + 1);
}

/* raises: never; stack: 0 */
static void short_head(lw_buffer *out, unsigned char fixed, size_t limit, unsigned char sized16, size_t count) {
  if (count < limit) head(out, (unsigned char)(fixed | count), 0, 0);
  else if (count <= UINT16_MAX) head(out, sized16, count, 2);
  else head(out, (unsigned char)(sized16 + 1), count, 4);
}

/* raises: never; stack: 0 */
void lw_pack_array(lw_buffer *out, size_t count) { short_head(out, 0x90, 16, 0xdc, count); }

/* raises: never; stack: 0 */
void lw_pack_map(lw_buffer *out, size_t count) { short_head(out, 0x80, 16, 0xde, count); }

/* raises: never; stack: 0 */
void lw_pack_integer(lw_buffer *out, int64_t value) {
  if (value >= -32 && value <= 127) head(out, (unsigned char)value, 0, 0);
  else if (value >= INT8_MIN && value <= INT8_MAX) head(out, 0xd0, (uint64_t)value, 1);
  else if (value >= INT16_MIN && value <= INT16_MAX) head(out, 0xd1, (uint64_t)value, 2);
  else if (value >= INT32_MIN && value <= INT32_MAX) head(out, 0xd2, (uint64_t)value, 4);
  else head(out, 0xd3, (uint64_t)value, 8);
}

/* As `str` when it is UTF-8, as `bin` otherwise. raises: never; stack: 0 */
void lw_pack_string(lw_buffer *out, const char *bytes, size_t count) {
  if (lw_is_utf8(bytes, count)) {
    if (count >= 32 && count <= UINT8_MAX) head(out, 0xd9, count, 1);
    else short_head(out, 0xa0, 32, 0xda, count);
  } else {
    if (count <= UINT8_MAX) head(out, 0xc4, count, 1);
    else if (count <= UINT16_MAX) head(out, 0xc5, count, 2);
    else head(out, 0xc6, count, 4);
  }
  lw_append(out, bytes, count);
}

/* Unicode's own definition (table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF. raises: never; stack: 0 */
bool lw_is_utf8(const char *text, size_t count) {
  const unsigned char *s = (const unsigned char *)text, *end = s + count;
  while (s < end) {
    uint64_t eight;
    while (end - s >= 8 && (memcpy(&eight, s, 8), (eight & 0x8080808080808080u) == 0)) s += 8;
    if (s == end) break;
    unsigned char b = *s++;
    if (b < 0x80) continue;
    int more = b >= 0xf0 ? 3 : b >= 0xe0 ? 2 : 1;
    if (b < 0xc2 || b > 0xf4 || end - s < more) return false;
    if ((b == 0xe0 && s[0] < 0xa0) || (b == 0xed && s[0] > 0x9f) || (b == 0xf0 && s[0] < 0x90) || (b == 0xf4 && s[0] > 0x8f)) {
      return false;
    }
    for (; more > 0; more--) {
      if ((*s++ & 0xc0) != 0x80) return false;
    }
  }
  return true;
}

/* One step of the way to the value at hand: a key, or (without one) a position. */
typedef struct step {
  const char *key;
  size_t length;
  lua_Integer position;
} step;

typedef struct packer {
  lua_State *L;
  const char *root;
  int functions;
  int depth;
  int limit; /* of depth */
  step path[LW_MAX_VIEW_DEPTH + 2];
  lw_refusal *refusal;
} packer;

/* raises: never; stack: 0 */
static bool is_name(const step *s) {
  for (size_t i = 0; i < s->length; i++) {
    char c = s->key[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && !(i > 0 && c >= '0' && c <= '9')) return false;
  }
  return s->length > 0 && s->length <= 40;
}

/* Writes `root.key[3]: why` for the value at hand. raises: never; stack: 0 */
static bool refuse(packer *p, const char *why, const char *what) {
  char *text = p->refusal->text;
  size_t room = sizeof p->refusal->text, n = 0;
  n += (size_t)snprintf(text, room, "%.100s", p->root);
  for (int i = 0; i < p->depth && n < room / 2; i++) {
    const step *s = &p->path[i];
    if (!s->key) {
      n += (size_t)snprintf(text + n, room - n, "[%lld]", (long long)s->position);
    } else if (is_name(s)) {
      n += (size_t)snprintf(text + n, room - n, "%s%.*s", n > 0 ? "." : "", (int)s->length, s->key);
    } else {
      char key[41];
      size_t length = s->length < 40 ? s->length : 40;
      for (size_t j = 0; j < length; j++) {
        unsigned char c = (unsigned char)s->key[j];
        key[j] = c < 32 || c > 126 || c == '"' ? '?' : (char)c;
      }
      key[length] = 0;
      n += (size_t)snprintf(text + n, room - n, "[\"%s\"]", key);
    }
  }
  snprintf(text + n, room - n, "%s%s%s", n > 0 ? ": " : "", why, what);
  return false;
}

static bool pack(packer *p, int index);

/* raises: never; stack: 0 */
static bool fits(packer *p, size_t bytes) {
  if (lw_out.length + bytes <= LW_MAX_FRAME_OUT) return true;
  return refuse(p, "more than 1 MiB in one message", "");
}

/* raises: never; stack: 0 */
static bool pack_entry(packer *p, step way, int index) {
  p->path[p->depth++] = way;
  bool done = pack(p, index);
  if (done) p->depth--; /* a refusal has already used the path, and nobody goes on after one */
  return done;
}

/* raises: never; stack: 0 */
static bool pack_list(packer *p, int table, lua_Integer count) {
  lw_pack_array(&lw_out, (size_t)count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(p->L, table, i);
    if (!pack_entry(p, (step){.position = i}, lua_gettop(p->L))) return false;
    lua_pop(p->L, 1);
  }
  return true;
}

/* A field "action" that holds a function crosses as its number, and first: so a view's number comes before its children's,
 * whatever order the table is walked in. raises: never; stack: 0 */
static bool pack_action(packer *p, int table, bool *found) {
  lua_State *L = p->L;
  *found = false;
  if (p->functions == 0) return true;
  lua_pushliteral(L, "action");
  if (lua_rawget(L, table) == LUA_TFUNCTION) {
    lua_Integer number = (lua_Integer)lua_rawlen(L, p->functions) + 1;
    lua_pushvalue(L, -1);
    lua_rawseti(L, p->functions, number);
    lw_pack_string(&lw_out, "action", 6);
    lw_pack_integer(&lw_out, number);
    *found = true;
  }
  lua_pop(L, 1);
  return true;
}

/* raises: never; stack: 0 */
static bool pack_record(packer *p, int table, size_t count) {
  lua_State *L = p->L;
  bool has_action;
  lw_pack_map(&lw_out, count);
  if (!pack_action(p, table, &has_action)) return false;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    step way = {0};
    way.key = lua_tolstring(L, -2, &way.length); /* is a string already, so this changes nothing */
    if (has_action && way.length == 6 && memcmp(way.key, "action", 6) == 0) continue;
    if (!lw_is_utf8(way.key, way.length)) {
      p->path[p->depth++] = way;
      return refuse(p, "a key must be UTF-8 text", "");
    }
    if (!fits(p, way.length)) return false;
    lw_pack_string(&lw_out, way.key, way.length);
    if (!pack_entry(p, way, lua_gettop(L))) return false;
  }
  return true;
}

/* raises: never; stack: 0 */
static bool pack_table(packer *p, int table) {
  lua_State *L = p->L;
  if (p->depth >= p->limit) {
    char where[8];
    snprintf(where, sizeof where, "%d", p->limit);
    return refuse(p, "a table that contains itself, or tables nested deeper than ", where);
  }
  if (!lua_checkstack(L, 6)) return refuse(p, "no room on the stack", "");
  lua_Integer length = (lua_Integer)lua_rawlen(L, table);
  lua_Integer names = 0, positions = 0, others = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) names++;
    else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= length) positions++;
    else others++;
    if (names + positions + others > LW_MAX_VALUES) {
      lua_pop(L, 2);
      return refuse(p, "more than 50 000 values in one message", "");
    }
  }
  if (others == 0 && names == 0 && positions == length) return pack_list(p, table, length);
  if (others == 0 && positions == 0) return pack_record(p, table, (size_t)names);
  if (names == 0) return refuse(p, "a list must have the keys 1 to n without a gap", "");
  return refuse(p, "a table must have either names or the positions 1 to n as keys, not both", "");
}

/* raises: never; stack: 0 (any, after a refusal) */
static bool pack(packer *p, int index) {
  lua_State *L = p->L;
  if (++lw_out.values > LW_MAX_VALUES) return refuse(p, "more than 50 000 values in one message", "");
  if (!fits(p, 16)) return false;
  switch (lua_type(L, index)) {
    case LUA_TNIL: head(&lw_out, 0xc0, 0, 0); return true;
    case LUA_TBOOLEAN: head(&lw_out, lua_toboolean(L, index) ? 0xc3 : 0xc2, 0, 0); return true;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        lw_pack_integer(&lw_out, lua_tointeger(L, index));
      } else {
        double number = lua_tonumber(L, index);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        head(&lw_out, 0xcb, bits, 8);
      }
      return true;
    case LUA_TSTRING: {
      size_t length;
      const char *bytes = lua_tolstring(L, index, &length);
      if (!fits(p, length)) return false;
      lw_pack_string(&lw_out, bytes, length);
      return true;
    }
    case LUA_TTABLE: return pack_table(p, index);
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == lw_null()) {
        head(&lw_out, 0xc0, 0, 0);
        return true;
      }
      break;
    default: break;
  }
  char what[40];
  snprintf(what, sizeof what, "%s cannot cross", lua_typename(L, lua_type(L, index)));
  return refuse(p, "a ", what);
}

/* raises: never; stack: 0 */
bool lw_marshal(lua_State *L, int index, const char *root, int functions, lw_refusal *refusal) {
  packer p = {.L = L, .root = root, .functions = functions, .refusal = refusal};
  p.limit = functions ? LW_MAX_VIEW_DEPTH : LW_MAX_DEPTH;
  int top = lua_gettop(L);
  if (!lua_checkstack(L, 6)) return refuse(&p, "no room on the stack", "");
  bool done = pack(&p, lua_absindex(L, index));
  lua_settop(L, top);
  return done;
}
