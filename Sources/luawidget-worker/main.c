/* A worker's main loop: enters the sandbox, exchanges hello, and executes calls until the broker closes the socket. */
#include <string.h>
#include <unistd.h>

#include "worker.h"

#if __has_include("prelude_code.h")
#include "prelude_code.h" /* tools/precompile.c */
#else
static const unsigned char lw_prelude_code[] = ""; /* so hello must bring one */
#endif

static const char entries = 0; /* key in the registry: the table of functions returned by the prelude */
static lw_sandbox sandbox;
static lua_Integer memory_limit;

/* Reached only by an error outside every protected call. raises: never */
static int panic(lua_State *L) {
  (void)L;
  _exit(LW_PANIC);
}

/* raises: never; stack: 0 (the configuration on top) */
static lua_Integer integer_field(lua_State *L, const char *name, lua_Integer fallback) {
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  int whole = 0;
  lua_Integer value = lua_tointegerx(L, -1, &whole);
  lua_pop(L, 1);
  return whole ? value : fallback;
}

/* raises: memory; stack: 0 (the configuration on top) */
static void apply_limits(lua_State *L, lua_Integer most) {
  lua_Integer memory = integer_field(L, "memory", 32 << 20);
  if (memory < 1 || memory > most) _exit(LW_PROTOCOL);
  lw_limit_memory((size_t)memory);
  sandbox.address_space = lw_limit_address_space((size_t)memory);
  memory_limit = memory;
  lua_pushliteral(L, "budgets");
  if (lua_rawget(L, -2) == LUA_TTABLE) {
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
      lw_set_budget(lua_tostring(L, -2), (int64_t)lua_tonumber(L, -1));
    }
  }
  lua_pop(L, 1);
}

/* raises: memory; stack: 0 (the configuration on top) */
static void apply_world(lua_State *L) {
  lw_seed_random(L, integer_field(L, "seed", 0));
  lua_pushliteral(L, "now");
  lua_rawget(L, -2);
  if (lua_isnumber(L, -1)) lw_fix_clock(lua_tonumber(L, -1));
  lua_pop(L, 1);
}

/* Argument: the configuration. Runs the prelude and keeps the entries it returns. raises: any; stack: 0 */
static int configure(lua_State *L) {
  apply_limits(L, 1 << 30);
  apply_world(L);
  lua_pushliteral(L, "prelude");
  size_t length;
  if (lua_rawget(L, 1) == LUA_TSTRING) {
    const char *source = lua_tolstring(L, -1, &length);
    if (luaL_loadbufferx(L, source, length, lw_prelude_source, "t") != LUA_OK) return lua_error(L);
  } else {
    const char *code = (const char *)lw_prelude_code; /* our own bytecode, which we can trust */
    if (*code == 0) return luaL_error(L, "hello has no prelude");
    if (luaL_loadbufferx(L, code, sizeof lw_prelude_code, lw_prelude_source, "b") != LUA_OK) return lua_error(L);
  }
  lw_open_host(L);
  lua_pushliteral(L, "api");
  lua_rawget(L, 1);
  lua_setfield(L, -2, "api"); /* host functions and their options, declared by the broker */
  lua_call(L, 1, 1);
  luaL_checktype(L, -1, LUA_TTABLE);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &entries);
  return 0;
}

/* raises: never; stack: 0 */
static void pack_flag(const char *name, bool flag) {
  lw_pack_string(&lw_out, name, strlen(name));
  lw_append(&lw_out, flag ? "\xc3" : "\xc2", 1);
}

/* raises: never; stack: 0 */
static void greet(lua_State *L) {
  lw_reader from = lw_receive_frame();
  size_t elements;
  int64_t message, version;
  if (!lw_read_array(&from, &elements) || elements != 3 || !lw_read_integer(&from, &message) || message != LW_HELLO ||
      !lw_read_integer(&from, &version)) {
    _exit(LW_PROTOCOL);
  }
  if (version != LW_VERSION) _exit(LW_OTHER_VERSION);
  lua_pushcfunction(L, lw_capture);
  lua_pushcfunction(L, configure);
  if (!lw_unmarshal(L, &from, false) || from.at != from.end || !lua_istable(L, -1)) _exit(LW_PROTOCOL);
  lw_release_frame();
  if (lua_pcall(L, 1, 0, 1) != LUA_OK) { /* a bug in the prelude, not in a script: report it and exit */
    lw_send_error(L, -1);
    _exit(LW_PROTOCOL);
  }
  lua_settop(L, 0);
  lw_begin_frame();
  lw_pack_array(&lw_out, 3);
  lw_pack_integer(&lw_out, LW_READY);
  lw_pack_integer(&lw_out, LW_VERSION);
  lw_pack_map(&lw_out, 8);
  lw_pack_string(&lw_out, "lua", 3);
  lw_pack_string(&lw_out, LUA_RELEASE, strlen(LUA_RELEASE));
  lw_pack_string(&lw_out, "landlock", 8);
  lw_pack_integer(&lw_out, sandbox.landlock);
  pack_flag("seccomp", sandbox.seccomp);
  pack_flag("parent_death", sandbox.parent_death);
  pack_flag("no_new_privileges", sandbox.no_new_privileges);
  pack_flag("not_dumpable", sandbox.not_dumpable);
  pack_flag("limits", sandbox.limits);
  pack_flag("address_space", sandbox.address_space);
  lw_send_frame();
}

/* Reads `[4, config]`: limits lowered by the manifest. Memory is never raised. raises: never; stack: 0 */
static void receive_limits(lua_State *L, lw_reader *from) {
  if (!lw_unmarshal(L, from, false) || from->at != from->end || !lua_istable(L, -1)) _exit(LW_PROTOCOL);
  lw_release_frame();
  apply_limits(L, memory_limit);
  lua_pop(L, 1);
}

/* Reads `[2, entry, args, phase]` onto the stack: the entry, then its arguments. raises: never; stack: +1 and the arguments */
static int receive_call(lua_State *L) {
  char phase[32];
  lw_reader from = lw_receive_frame();
  size_t elements, count, length;
  int64_t message;
  const char *text;
  if (!lw_read_array(&from, &elements) || !lw_read_integer(&from, &message)) _exit(LW_PROTOCOL);
  if (message == LW_LIMITS && elements == 2) {
    receive_limits(L, &from);
    return receive_call(L);
  }
  if (elements != 4 || message != LW_CALL || !lw_read_string(&from, &text, &length)) _exit(LW_PROTOCOL);
  lw_make_room(L, (size_t)(from.end - from.at));
  lua_rawgetp(L, LUA_REGISTRYINDEX, &entries);
  lua_pushlstring(L, text, length);
  if (lua_rawget(L, -2) != LUA_TFUNCTION) _exit(LW_PROTOCOL);
  lua_remove(L, -2);
  if (!lw_read_array(&from, &count) || count > 16) _exit(LW_PROTOCOL);
  for (size_t i = 0; i < count; i++) {
    if (!lw_unmarshal(L, &from, false)) _exit(LW_PROTOCOL);
  }
  if (!lw_read_string(&from, &text, &length) || length >= sizeof phase || from.at != from.end) _exit(LW_PROTOCOL);
  memcpy(phase, text, length);
  phase[length] = 0;
  lw_release_frame();
  if (!lw_arm(phase)) _exit(LW_PROTOCOL);
  return (int)count;
}

/* An entry returns a value, optionally the name for errors about it, and optionally a table collecting functions. raises:
 * never; stack: 0 */
static void send_return(lua_State *L, int value) {
  lw_refusal refusal;
  const char *root = lua_type(L, value + 1) == LUA_TSTRING ? lua_tostring(L, value + 1) : "";
  lw_begin_frame();
  lw_pack_array(&lw_out, 3);
  lw_pack_integer(&lw_out, LW_RETURN);
  if (!lw_marshal(L, value, root, "written here", lua_istable(L, value + 2) ? value + 2 : 0, &refusal)) {
    lw_send_refusal(&refusal);
    return;
  }
  lw_pack_stats();
  lw_send_frame();
}

/* raises: never; stack: 0 */
static void handle_call(lua_State *L) {
  lua_settop(L, 0);
  lua_pushcfunction(L, lw_capture);
  int arguments = receive_call(L);
  lw_begin_call();
  lw_reset_log();
  lw_forget_capture();
  lw_forget_failure();
  int status = lua_pcall(L, arguments, 3, 1);
  lw_check_time();
  if (status == LUA_OK) send_return(L, 2);
  else lw_send_error(L, -1);
  lw_disarm();
  lua_settop(L, 0);
}

int main(void) {
  lw_prepare_sandbox();
  lua_State *L = lw_new_state();
  if (!L) _exit(LW_KILLED_MEMORY);
  lua_atpanic(L, panic);
  lw_install_limits(L);
  lua_gc(L, LUA_GCSTOP); /* objects made at the start are never freed */
  lua_pushcfunction(L, lw_open_environment);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) _exit(LW_PANIC);
  sandbox = lw_enter_sandbox();
  greet(L);
  lua_gc(L, LUA_GCRESTART);
  lua_gc(L, LUA_GCINC, 0, 0, 0);
  for (;;) handle_call(L); /* never lua_close: closing could run the script's code */
}
