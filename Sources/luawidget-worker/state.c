/* The part of the standard library that scripts have, copied by name to an empty table. The `os`, `io`, `debug` and `package`
 * libraries aren't linked: clock.c implements some functions of `os`, and the prelude makes `package` and the empty `io` and
 * `debug`. docs/lua.md lists everything. */
#include "worker.h"

/* lw_open_overrides replaces some of these. */
static const char *const base_names[] = {"assert",       "error",    "getmetatable", "ipairs", "next",     "pairs",
                                         "pcall",        "rawequal", "rawget",       "rawlen", "rawset",   "select",
                                         "setmetatable", "tonumber", "type",         "xpcall", "_VERSION", NULL};
static const char *const string_names[] = {"byte", "char",     "find", "format",  "gmatch", "gsub",   "len",   "lower", "match",
                                           "pack", "packsize", "rep",  "reverse", "sub",    "unpack", "upper", NULL};
static const char *const table_names[] = {"concat", "insert", "move", "pack", "remove", "sort", "unpack", NULL};
static const char *const math_names[] = {"abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge",
                                         "log", "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "random",
                                         "randomseed", "sin", "sqrt", "tan", "tointeger", "type", "ult",
                                         /* for Lua 5.1 and 5.2 */
                                         "atan2", "cosh", "frexp", "ldexp", "log10", "pow", "sinh", "tanh", NULL};
static const char *const utf8_names[] = {"char", "charpattern", "codepoint", "codes", "len", "offset", NULL};
static const char *const coroutine_names[] = {"create", "isyieldable", "resume", "running", "status", "wrap", "yield", NULL};

typedef struct library {
  const char *name;
  lua_CFunction open;
  const char *const *names;
} library;

static const library libraries[] = {
    {LUA_STRLIBNAME, luaopen_string, string_names},      {LUA_TABLIBNAME, luaopen_table, table_names},
    {LUA_MATHLIBNAME, luaopen_math, math_names},         {LUA_UTF8LIBNAME, luaopen_utf8, utf8_names},
    {LUA_COLIBNAME, luaopen_coroutine, coroutine_names},
};

/* Opens a library and copies the named members to the table on top. raises: memory; stack: 0 */
static void copy_members(lua_State *L, const library *from) {
  lua_pushcfunction(L, from->open);
  lua_pushstring(L, from->name);
  lua_call(L, 1, 1);
  for (const char *const *name = from->names; *name; name++) {
    lua_getfield(L, -1, *name);
    lua_setfield(L, -3, *name);
  }
  lua_pop(L, 1);
}

/* String methods are the functions in the script's own `string`. raises: memory; stack: 0 */
static void close_string_metatable(lua_State *L) {
  lua_pushliteral(L, "");
  if (lua_getmetatable(L, -1)) {
    lua_getfield(L, -3, LUA_STRLIBNAME);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* lua_CFunction; raises: memory; stack: 0 */
int lw_open_environment(lua_State *L) {
  /* 25da574f of lua/lua: this text must exist when memory runs out inside an error. */
  lua_pushliteral(L, "error in error handling");
  luaL_ref(L, LUA_REGISTRYINDEX);
  lua_settop(L, 0);

  lua_createtable(L, 0, 48); /* 1: the globals */
  lua_createtable(L, 0, 8);  /* 2: the libraries by name, for "bad argument #1 to 'insert'" */
  const library base = {LUA_GNAME, luaopen_base, base_names};
  lua_pushvalue(L, 1);
  copy_members(L, &base);
  lua_setfield(L, 2, LUA_GNAME);
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    lua_createtable(L, 0, 20);
    copy_members(L, &libraries[i]);
    lua_pushvalue(L, -1);
    lua_setfield(L, 1, libraries[i].name);
    lua_setfield(L, 2, libraries[i].name);
  }
  lua_insert(L, 1);
  lua_pushvalue(L, 2);
  lua_setfield(L, 2, LUA_GNAME);
  close_string_metatable(L);
  lw_open_overrides(L);
  lw_open_clock(L);
  lua_getfield(L, 2, LUA_OSLIBNAME);
  lua_setfield(L, 1, LUA_OSLIBNAME);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  return 0;
}
