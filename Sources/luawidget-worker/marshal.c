/* Lua to MessagePack. Tables are read raw: an ordinary read could call into the script. */
#include <string.h>

#include "packer.h"

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

/* Packs a string as `str` if it's UTF-8, or else as `bin`. raises: never; stack: 0 */
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

/* raises: never; stack: 0 */
size_t lw_cut(const char *text, size_t length, size_t limit) {
  if (length <= limit) return length;
  length = limit;
  while (length > 0 && length > limit - 4 && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
  return length;
}

static bool pack(lw_packer *p, int index);

/* raises: never; stack: 0 */
static bool fits(lw_packer *p, size_t bytes) {
  if (lw_out.length + bytes <= LW_MAX_FRAME_OUT) return true;
  return lw_refuse(p, "more than 1 MiB in one message", "");
}

/* raises: never; stack: 0 */
static bool pack_entry(lw_packer *p, int table, lw_step step, int index) {
  p->tables[p->depth] = table;
  p->path[p->depth++] = step;
  bool done = pack(p, index);
  if (done) p->depth--; /* after a refusal the path has been used and packing stops */
  return done;
}

/* raises: never; stack: 0 */
static bool pack_list(lw_packer *p, int table, lua_Integer count) {
  lw_pack_array(&lw_out, (size_t)count);
  for (lua_Integer i = 1; i <= count; i++) {
    lua_rawgeti(p->L, table, i);
    if (!pack_entry(p, table, (lw_step){.position = i}, lua_gettop(p->L))) return false;
    lua_pop(p->L, 1);
  }
  return true;
}

/* The fields holding a view's handlers. */
static const char *const handlers[] = {"action", "on_tap", "on_submit", "on_change"};
enum { HANDLERS = sizeof handlers / sizeof handlers[0] };

/* raises: never; stack: 0 */
static bool is_handler(const lw_packer *p, const lw_step *step) {
  if (!p->functions) return false;
  for (int i = 0; i < HANDLERS; i++) {
    if (step->length == strlen(handlers[i]) && memcmp(step->key, handlers[i], step->length) == 0) return true;
  }
  return false;
}

/* A handler is sent as its number, before the other fields, so a view's number precedes its children's in any traversal order.
 * No other value is allowed in its field: a number chosen by the script would be another view's handler. raises: never; stack:
 * 0 (any, after a refusal) */
static bool pack_handlers(lw_packer *p, int table) {
  lua_State *L = p->L;
  for (int i = 0; p->functions && i < HANDLERS; i++) {
    lua_pushstring(L, handlers[i]);
    int type = lua_rawget(L, table);
    if (type == LUA_TFUNCTION) {
      lua_Integer number = (lua_Integer)lua_rawlen(L, p->functions) + 1;
      lua_pushvalue(L, -1);
      lua_rawseti(L, p->functions, number);
      lw_pack_string(&lw_out, handlers[i], strlen(handlers[i]));
      lw_pack_integer(&lw_out, number);
    } else if (type != LUA_TNIL) {
      p->tables[p->depth] = table;
      p->path[p->depth++] = (lw_step){.key = handlers[i], .length = strlen(handlers[i])};
      return lw_refuse_handler(p, lua_gettop(L));
    }
    lua_pop(L, 1);
  }
  return true;
}

/* raises: never; stack: 0 */
static bool pack_record(lw_packer *p, int table, size_t count) {
  lua_State *L = p->L;
  lw_pack_map(&lw_out, count);
  if (!pack_handlers(p, table)) return false;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    lw_step step = {0};
    step.key = lua_tolstring(L, -2, &step.length); /* already a string, so this changes nothing */
    if (is_handler(p, &step)) continue;
    if (!lw_is_utf8(step.key, step.length)) {
      p->tables[p->depth] = table;
      p->path[p->depth++] = step;
      return lw_refuse(p, "a key must be UTF-8 text", "");
    }
    if (!fits(p, step.length)) return false;
    lw_pack_string(&lw_out, step.key, step.length);
    if (!pack_entry(p, table, step, lua_gettop(L))) return false;
  }
  return true;
}

/* Describes a key neither lists nor records can have. raises: never; stack: 0 */
static const char *odd_key(lua_State *L, int index, const char *found) {
  int type = lua_type(L, index);
  if (type != LUA_TNUMBER) return type == LUA_TBOOLEAN ? "a boolean" : type == LUA_TTABLE ? "a table" : lua_typename(L, type);
  if (!lua_isinteger(L, index)) return "a number that is not an integer";
  return lua_tointeger(L, index) < 1 ? "a number below 1" : found;
}

/* raises: never; stack: 0 */
static bool pack_table(lw_packer *p, int table) {
  lua_State *L = p->L;
  if (p->depth >= p->limit) return lw_refuse_depth(p, table);
  if (!lua_checkstack(L, 6)) return lw_refuse(p, "not enough space on the stack", "");
  lua_Integer length = (lua_Integer)lua_rawlen(L, table);
  lua_Integer names = 0, positions = 0, others = 0;
  const char *odd = NULL;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) names++;
    else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 && lua_tointeger(L, -2) <= length) positions++;
    else {
      others++;
      odd = odd_key(L, -2, odd);
    }
    if (names + positions + others > LW_MAX_VALUES) {
      lua_pop(L, 2);
      return lw_refuse(p, "more than 50 000 values in one message", "");
    }
  }
  if (others == 0 && names == 0 && positions == length) return pack_list(p, table, length);
  if (others == 0 && positions == 0) return pack_record(p, table, (size_t)names);
  if (odd) return lw_refuse(p, "a key must be text or a position from 1 on, got ", odd);
  if (names == 0) return lw_refuse(p, "a list must have the keys 1 to n without a gap", "");
  return lw_refuse(p, "a table must have either names or the positions 1 to n as keys, not both", "");
}

/* raises: never; stack: 0 (any, after a refusal) */
static bool pack(lw_packer *p, int index) {
  lua_State *L = p->L;
  if (++lw_out.values > LW_MAX_VALUES) return lw_refuse(p, "more than 50 000 values in one message", "");
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
  return lw_refuse_type(p, index);
}

/* raises: never; stack: 0 */
bool lw_marshal(lua_State *L, int index, const char *root, const char *verb, int functions, lw_refusal *refusal) {
  lw_packer p = {.L = L, .root = root, .verb = verb, .functions = functions, .refusal = refusal};
  p.limit = functions ? LW_MAX_VIEW_DEPTH : LW_MAX_DEPTH;
  refusal->line = 0;
  int top = lua_gettop(L);
  if (!lua_checkstack(L, 6)) return lw_refuse(&p, "not enough space on the stack", "");
  bool done = pack(&p, lua_absindex(L, index));
  lua_settop(L, top);
  return done;
}
