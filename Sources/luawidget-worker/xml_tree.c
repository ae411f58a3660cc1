/* Lua's half of XML: tables made from packed documents. A loop, because a document may be deeper than the C stack should be. */
#include <string.h>

#include "xml.h"

/* Slots of an open element on the Lua stack. */
enum { ELEMENT, CHILDREN, CONTENT, SLOTS };

typedef struct open_element {
  lua_Integer children, content;
  bool is_mixed;
} open_element;

/* Without blanks at both ends. raises: never; stack: +1 */
static void push_trimmed(lua_State *L, const char *text, size_t length) {
  const char *blanks = " \t\r\n", *end = text + length;
  while (text < end && memchr(blanks, *text, 4)) text++;
  while (text < end && memchr(blanks, end[-1], 4)) end--;
  lua_pushlstring(L, text, (size_t)(end - text));
}

/* Appends the value on top to a list of the innermost element. raises: never; stack: -1 */
static void append(lua_State *L, int base, int slot, lua_Integer *count) { lua_rawseti(L, base + slot, ++*count); }

/* Joins the texts of a mixed element, which is on top with its lists. raises: never; stack: 0 */
static void set_mixed_text(lua_State *L, int base, const open_element *at) {
  xml_bytes text = {0};
  for (lua_Integer i = 1; i <= at->content; i++) {
    size_t length;
    if (lua_rawgeti(L, base + CONTENT, i) == LUA_TSTRING) {
      const char *part = lua_tolstring(L, -1, &length);
      lw_xml_append(&text, part, length);
    }
    lua_pop(L, 1);
  }
  push_trimmed(L, text.bytes ? text.bytes : "", text.length);
  lua_setfield(L, base + ELEMENT, "text");
  lw_xml_free(&text);
}

/* Pushes an element with its lists, without texts. raises: never; stack: +SLOTS */
static void push_element(lua_State *L, const char *name, size_t length, bool is_mixed, int metatable) {
  lua_createtable(L, 0, is_mixed ? 5 : 4);
  lua_createtable(L, 0, 0);
  if (is_mixed) {
    lua_createtable(L, 4, 0);
    lua_pushvalue(L, -1);
    lua_setfield(L, -4, "content");
  } else {
    lua_pushnil(L);
  }
  int element = lua_gettop(L) - CONTENT;
  lua_pushlstring(L, name, length);
  lua_setfield(L, element, "name");
  lua_createtable(L, 0, 0);
  lua_setfield(L, element, "attributes");
  lua_pushliteral(L, "");
  lua_setfield(L, element, "text");
  lua_pushvalue(L, element + CHILDREN);
  lua_setfield(L, element, "children");
  if (lua_istable(L, metatable)) {
    lua_pushvalue(L, metatable);
    lua_setmetatable(L, element);
  }
}

/* The tree of a packed document, whose elements get the metatable at an index. Only the allocator can fail, and it ends the process.
 * raises: never; stack: +1 */
static void push_tree(lua_State *L, const xml_bytes *packed, int metatable) {
  open_element open[XML_MAX_DEPTH];
  int depth = 0, bottom = lua_gettop(L);
  const char *key = "", *at = packed->bytes, *end = at + packed->length;
  size_t key_length = 0;
  while (at < end) {
    int kind = *at++;
    const char *text = at;
    while (at < end && (unsigned char)*at > XML_END) at++;
    size_t length = (size_t)(at - text);
    int base = bottom + 1 + (depth - 1) * SLOTS;
    open_element *top = depth > 0 ? &open[depth - 1] : NULL;
    switch (kind) {
      case XML_ELEMENT:
      case XML_MIXED:
        push_element(L, text, length, kind == XML_MIXED, metatable);
        if (top) {
          lua_pushvalue(L, base + SLOTS);
          append(L, base, CHILDREN, &top->children);
          if (top->is_mixed) {
            lua_pushvalue(L, base + SLOTS);
            append(L, base, CONTENT, &top->content);
          }
        }
        open[depth++] = (open_element){.is_mixed = kind == XML_MIXED};
        break;
      case XML_ATTRIBUTE: key = text, key_length = length; break;
      case XML_VALUE:
        lua_getfield(L, base + ELEMENT, "attributes");
        lua_pushlstring(L, key, key_length);
        lua_pushlstring(L, text, length);
        lua_rawset(L, -3);
        lua_pop(L, 1);
        break;
      case XML_TEXT:
        if (top->is_mixed) {
          lua_pushlstring(L, text, length);
          append(L, base, CONTENT, &top->content);
        } else {
          push_trimmed(L, text, length);
          if (lua_rawlen(L, -1) > 0) {
            lua_setfield(L, base + ELEMENT, "text");
          } else {
            lua_pop(L, 1);
          }
        }
        break;
      case XML_END:
        if (top->is_mixed) set_mixed_text(L, base, top);
        depth--;
        lua_settop(L, depth > 0 ? base - 1 : bottom + 1);
        break;
    }
  }
}

/* Parses the text at index 1 with the charset at index 2. raises: memory; stack: 0, or +2 with false */
static bool parse(lua_State *L, xml_bytes *packed) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  const char *charset = luaL_optstring(L, 2, NULL);
  xml_problem problem;
  lw_make_room(L, 3 * length);
  if (lw_xml_parse(text, length, charset, packed, &problem)) return true;
  lw_xml_free(packed);
  if (problem.line > 0) {
    lua_pushfstring(L, "XML, line %I, column %I: %s", (lua_Integer)problem.line, (lua_Integer)problem.column, problem.text);
  } else {
    lua_pushfstring(L, "XML: %s", problem.text);
  }
  lw_push_decode_error(L, problem.line, problem.column);
  return false;
}

/* xml.decode(text, charset, metatable) -> the root element, or nil and an err. raises: any, before it parses; stack: +1 or +2 */
int lw_xml_decode(lua_State *L) {
  xml_bytes packed = {0};
  lua_settop(L, 3);
  luaL_checkstack(L, XML_MAX_DEPTH * SLOTS + 8, NULL);
  if (!parse(L, &packed)) return 2;
  push_tree(L, &packed, 3);
  lw_xml_free(&packed);
  return 1;
}

/* xml.pack(text, charset) -> the packed document, or nil and an err. raises: memory; stack: +1 or +2 */
int lw_xml_pack(lua_State *L) {
  xml_bytes packed = {0};
  lua_settop(L, 2);
  if (!parse(L, &packed)) return 2;
  lua_pushlstring(L, packed.bytes, packed.length);
  lw_xml_free(&packed);
  return 1;
}
