/* The message for a value that can't be sent: `content.children[3].spacing: a function cannot be shown`. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "packer.h"

enum { SHOWN_FIRST = 3, SHOWN = 8 }; /* a longer path is cut to its first steps and the last */
enum { SHOWN_KEY = 40 };             /* bytes of a key */

/* raises: never; stack: 0 */
static bool is_name(const lw_step *s) {
  for (size_t i = 0; i < s->length; i++) {
    char c = s->key[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && !(i > 0 && c >= '0' && c <= '9')) return false;
  }
  return s->length > 0 && s->length <= 40;
}

/* raises: never; stack: 0 */
static size_t write_step(char *text, size_t size, const lw_step *s, bool is_first) {
  if (!s->key) return (size_t)snprintf(text, size, "[%lld]", (long long)s->position);
  if (is_name(s)) return (size_t)snprintf(text, size, "%s%.*s", is_first ? "" : ".", (int)s->length, s->key);
  /* Escaped as in JSON, so the broker recognises a secret, or its beginning before "...". */
  char key[SHOWN_KEY * 6 + 1];
  size_t length = lw_cut(s->key, s->length, SHOWN_KEY), n = 0;
  bool is_text = lw_is_utf8(s->key, length);
  for (size_t j = 0; j < length; j++) {
    unsigned char c = (unsigned char)s->key[j];
    if (c < 32 || c == 127) n += (size_t)snprintf(key + n, 7, "\\u%04x", c);
    else if (c > 127 && !is_text) key[n++] = '?';
    else {
      if (c == '"' || c == '\\') key[n++] = '\\';
      key[n++] = (char)c;
    }
  }
  key[n] = 0;
  return (size_t)snprintf(text, size, "[\"%s%s\"]", key, length < s->length ? "..." : "");
}

/* A view knows the line it was written on, which locates errors inside it. raises: never; stack: 0 */
static void note_place(lw_packer *p, int table) {
  lua_State *L = p->L;
  lua_pushliteral(L, "line");
  lua_rawget(L, table);
  lua_pushliteral(L, "file");
  if (lua_rawget(L, table) == LUA_TSTRING && lua_isinteger(L, -2)) {
    size_t length;
    const char *file = lua_tolstring(L, -1, &length);
    lua_Integer line = lua_tointeger(L, -2);
    bool is_plain = length < sizeof p->refusal->file && lw_is_utf8(file, length);
    for (size_t i = 0; is_plain && i < length; i++) is_plain = (unsigned char)file[i] >= 32 && file[i] != 127;
    if (is_plain && line > 0 && line <= INT_MAX) {
      memcpy(p->refusal->file, file, length);
      p->refusal->file[length] = 0;
      p->refusal->line = (int)line;
    }
  }
  lua_pop(L, 2);
}

/* raises: never; stack: 0 */
bool lw_refuse(lw_packer *p, const char *why, const char *what) {
  char *text = p->refusal->text;
  size_t size = sizeof p->refusal->text, n = 0;
  for (int i = 0; p->functions && i < p->depth; i++) note_place(p, p->tables[i]);
  n += (size_t)snprintf(text, size, "%.100s", p->root);
  for (int i = 0; i < p->depth; i++) {
    if (p->depth > SHOWN && i == SHOWN_FIRST) {
      n += (size_t)snprintf(text + n, size - n, " ... ");
      i = p->depth - 1;
    }
    n += write_step(text + n, size - n, &p->path[i], n == 0);
  }
  snprintf(text + n, size - n, "%s%s%s", n > 0 ? ": " : "", why, what);
  return false;
}

/* raises: never; stack: 0 */
bool lw_refuse_type(lw_packer *p, int index) {
  lua_State *L = p->L;
  const char *type = lua_typename(L, lua_type(L, index));
  char what[60];
  if (p->functions && lua_isfunction(L, index)) {
    return lw_refuse(p, "a function can only be given as on_tap or action", "");
  }
  snprintf(what, sizeof what, "%s cannot be %s", type, p->functions ? "shown" : p->verb);
  return lw_refuse(p, "a ", what);
}

/* raises: never; stack: 0 */
bool lw_refuse_handler(lw_packer *p, int index) {
  lua_State *L = p->L;
  char got[100];
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) snprintf(got, sizeof got, "number %lld", (long long)lua_tointeger(L, index));
      else snprintf(got, sizeof got, "number %.14g", lua_tonumber(L, index));
      break;
    case LUA_TBOOLEAN: snprintf(got, sizeof got, "boolean %s", lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TLIGHTUSERDATA: snprintf(got, sizeof got, "json.null"); break;
    default: snprintf(got, sizeof got, "%s", lua_typename(L, lua_type(L, index)));
  }
  return lw_refuse(p, "must be a function, got ", got);
}

/* A table one level too deep: it contains itself, or is just deep. raises: never; stack: 0 */
bool lw_refuse_depth(lw_packer *p, int table) {
  for (int outer = 0; outer < p->depth; outer++) {
    for (int inner = outer + 1; inner <= p->depth; inner++) {
      if (!lua_rawequal(p->L, p->tables[outer], inner < p->depth ? p->tables[inner] : table)) continue;
      p->depth = inner;
      return lw_refuse(p, "this table contains itself", "");
    }
  }
  char limit[8];
  snprintf(limit, sizeof limit, "%d", p->limit);
  if (p->functions) return lw_refuse(p, "views are nested deeper than the limit of 32", "");
  return lw_refuse(p, "tables are nested deeper than the limit of ", limit);
}
