/* Standard library functions that differ in a widget: no addresses (they help exploits), no finalizers, no bytecode, no
 * control over the garbage collector, and the CPU clock is checked at each new coroutine. */
#include <string.h>

#include "worker.h"

static lua_CFunction stock_setmetatable, stock_format, stock_create, stock_wrap, stock_xpcall;
static lua_Integer next_seed;

/* tostring(value): as in the library, but a table is "table". raises: any; stack: +1 */
int lw_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_callmeta(L, 1, "__tostring")) {
    if (!lua_isstring(L, -1)) return luaL_error(L, "'__tostring' must return a string");
    return 1;
  }
  switch (lua_type(L, 1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: luaL_tolstring(L, 1, NULL); break;
    case LUA_TLIGHTUSERDATA: lua_pushliteral(L, "null"); break; /* json.null is the only one */
    default: lua_pushstring(L, luaL_typename(L, 1));
  }
  return 1;
}

/* string.format(format, ...). raises: any; stack: +1 */
static int format(lua_State *L) {
  size_t length;
  const char *s = luaL_checklstring(L, 1, &length);
  const char *end = s + length;
  int argument = 1;
  while (s < end) {
    if (*s++ != '%') continue;
    if (s < end && *s == '%') {
      s++;
      continue;
    }
    s += strspn(s, "-+ #0123456789.");
    argument++;
    if (s >= end) break;
    if (*s == 'p') return luaL_error(L, "string.format: '%%p' is not available in widgets");
    if (*s == 's' && argument <= lua_gettop(L) && !lua_isstring(L, argument)) {
      lua_pushcfunction(L, lw_tostring);
      lua_pushvalue(L, argument);
      lua_call(L, 1, 1);
      lua_replace(L, argument);
    }
  }
  return stock_format(L);
}

/* setmetatable(table, metatable): refuses finalizers. raises: any; stack: +1 */
static int set_metatable(lua_State *L) {
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "setmetatable: '__gc' is not available in widgets");
    lua_pop(L, 1);
  }
  return stock_setmetatable(L);
}

/* Values set by scripts; Lua keeps the two numbers in a byte each, as quarters. */
static struct {
  int is_stopped, is_generational;
  unsigned char pause, step_multiplier;
} collector = {0, 0, 200 / 4, 100 / 4};

static int set_quarters(unsigned char *quarters, lua_Integer value) {
  int before = *quarters * 4;
  *quarters = (unsigned char)(value / 4);
  return before;
}

/* collectgarbage([option]): the worker controls the collector, so every option but "count" only remembers what was set,
 * returning what the library would. raises: any; stack: +1 */
static int collect_garbage(lua_State *L) {
  static const char *const options[] = {"collect",  "count",      "step",        "isrunning",    "stop", "restart",
                                        "setpause", "setstepmul", "incremental", "generational", NULL};
  int option = luaL_checkoption(L, 1, "collect", options);
  switch (option) {
    case 1: lua_pushnumber(L, (lua_Number)lw_memory_used() / 1024); break;
    case 2: lua_pushboolean(L, 1); break;
    case 3: lua_pushboolean(L, !collector.is_stopped); break;
    case 4:
    case 5:
      collector.is_stopped = option == 4;
      lua_pushinteger(L, 0);
      break;
    case 6: lua_pushinteger(L, set_quarters(&collector.pause, luaL_optinteger(L, 2, 0))); break;
    case 7: lua_pushinteger(L, set_quarters(&collector.step_multiplier, luaL_optinteger(L, 2, 0))); break;
    case 8:
    case 9: {
      lua_Integer pause = luaL_optinteger(L, 2, 0), multiplier = luaL_optinteger(L, 3, 0);
      if (option == 8 && pause != 0) set_quarters(&collector.pause, pause);
      if (option == 8 && multiplier != 0) set_quarters(&collector.step_multiplier, multiplier);
      lua_pushstring(L, collector.is_generational ? "generational" : "incremental");
      collector.is_generational = option == 9;
      break;
    }
    default: lua_pushinteger(L, 0);
  }
  return 1;
}

/* Each coroutine counts instructions separately, so many short ones would never reach the hook. raises: any; stack: +1 */
static int create(lua_State *L) {
  lw_check_time();
  return stock_create(L);
}

/* raises: any; stack: +1 */
static int wrap(lua_State *L) {
  lw_check_time();
  return stock_wrap(L);
}

/* raises: never; stack: +1 */
static int unchanged(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

/* xpcall(f, handler, ...): the handler can be nil, because libraries pass debug.traceback, which is missing. raises: any */
static int call_with_handler(lua_State *L) {
  if (lua_isnil(L, 2)) {
    lua_pushcfunction(L, unchanged);
    lua_replace(L, 2);
  }
  return stock_xpcall(L); /* even when it continues after a yield: it's the continuation's frame */
}

/* math.randomseed([x [, y]]): without x another sequence each time, derived from the worker's seed, and never a result (it
 * would be an address). The library's function, with the state of its generator, is the upvalue. raises: any; stack: 0 */
static int set_random_seed(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_settop(L, 0);
    lua_pushinteger(L, next_seed);
    next_seed = (lua_Integer)((lua_Unsigned)next_seed + 0x9e3779b97f4a7c15u);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 0);
  return 0;
}

/* raises: memory; stack: 0 (the globals on top) */
static void wrap_randomseed(lua_State *L) {
  lua_getfield(L, -1, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_pushcclosure(L, set_random_seed, 1);
  lua_setfield(L, -2, "randomseed");
  lua_pop(L, 1);
}

/* raises: memory; stack: 0 */
void lw_seed_random(lua_State *L, lua_Integer seed) {
  next_seed = seed;
  lua_pushglobaltable(L);
  lua_getfield(L, -1, LUA_MATHLIBNAME);
  lua_getfield(L, -1, "randomseed");
  lua_call(L, 0, 0);
  lua_pop(L, 2);
}

/* lua_CFunction: the reader function -> its pieces, joined; at most slightly more than the limit. raises: any; stack: +1 */
static int read_pieces(lua_State *L) {
  luaL_Buffer pieces;
  size_t total = 0;
  luaL_buffinit(L, &pieces);
  while (total <= LW_MAX_SOURCE) {
    lua_pushvalue(L, 1);
    lua_call(L, 0, 1);
    if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING) luaL_error(L, "reader function must return a string");
    size_t length = lua_rawlen(L, -1);
    if (length == 0) {
      lua_pop(L, 1);
      break;
    }
    total += length;
    luaL_addvalue(&pieces);
  }
  luaL_pushresult(&pieces);
  return 1;
}

/* load(chunk [, name [, mode [, env]]]): text only, 512 KiB at most. raises: any; stack: +1 or +2 */
static int load(lua_State *L) {
  bool with_environment = !lua_isnone(L, 4);
  const char *name = luaL_optstring(L, 2, "=(load)");
  const char *mode = luaL_optstring(L, 3, "t");
  if (strcmp(name, lw_prelude_source) == 0) name = "=(load)";
  /* Lua cuts such a name in messages, but not visibly: with "..." the broker recognises the beginning of a secret. */
  char shortened[LUA_IDSIZE + 1] = "=";
  if ((*name == '=' || *name == '@') && strlen(name + 1) >= LUA_IDSIZE) {
    size_t count = lw_cut(name + 1, strlen(name + 1), LUA_IDSIZE - 4);
    memcpy(shortened + 1, name + 1, count);
    memcpy(shortened + 1 + count, "...", 4);
    name = shortened;
  }
  lua_settop(L, 4);
  if (lua_type(L, 1) != LUA_TSTRING) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_pushcfunction(L, read_pieces);
    lua_pushvalue(L, 1);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK) { /* an error of the reader is a result */
      lua_pushnil(L);
      lua_insert(L, -2);
      return 2;
    }
    lua_replace(L, 1);
  }
  size_t length;
  const char *source = lua_tolstring(L, 1, &length);
  lua_pushnil(L);
  if (length > LW_MAX_SOURCE) {
    lua_pushliteral(L, "load: larger than 512 KiB");
    return 2;
  }
  if (!strchr(mode, 't') || (length > 0 && source[0] == LUA_SIGNATURE[0])) {
    lua_pushliteral(L, "load: only text can be loaded in widgets");
    return 2;
  }
  if (luaL_loadbufferx(L, source, length, name, "t") != LUA_OK) return 2;
  if (with_environment) {
    lua_pushvalue(L, 4);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

/* The library's own function, before ours replaces it. raises: memory; stack: 0 (the globals on top) */
static lua_CFunction stock(lua_State *L, const char *library, const char *name) {
  if (library) lua_getfield(L, -1, library);
  else lua_pushvalue(L, -1);
  lua_getfield(L, -1, name);
  lua_CFunction function = lua_tocfunction(L, -1);
  lua_pop(L, 2);
  return function;
}

/* raises: memory; stack: 0 (the globals on top) */
static void set(lua_State *L, const char *library, const luaL_Reg *functions) {
  if (library) lua_getfield(L, -1, library);
  else lua_pushvalue(L, -1);
  luaL_setfuncs(L, functions, 0);
  lua_pop(L, 1);
}

/* raises: memory; stack: 0 (the globals on top) */
void lw_open_overrides(lua_State *L) {
  static const luaL_Reg base[] = {{"tostring", lw_tostring},           {"setmetatable", set_metatable},
                                  {"collectgarbage", collect_garbage}, {"load", load},
                                  {"xpcall", call_with_handler},       {NULL, NULL}};
  static const luaL_Reg coroutines[] = {{"create", create}, {"wrap", wrap}, {NULL, NULL}};
  static const luaL_Reg strings[] = {{"format", format}, {NULL, NULL}};
  stock_setmetatable = stock(L, NULL, "setmetatable");
  stock_format = stock(L, LUA_STRLIBNAME, "format");
  stock_xpcall = stock(L, NULL, "xpcall");
  stock_create = stock(L, LUA_COLIBNAME, "create");
  stock_wrap = stock(L, LUA_COLIBNAME, "wrap");
  set(L, NULL, base);
  set(L, LUA_COLIBNAME, coroutines);
  set(L, LUA_STRLIBNAME, strings);
  wrap_randomseed(L);
}
