/* `host`, the table of primitives the prelude is built from. It knows nothing about widgets. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "worker.h"

/* Raises a refusal where the view was written, or else at the script's line. raises: any */
static void raise_refusal(lua_State *L, const char *name, const lw_refusal *refusal) {
  if (refusal->line > 0) {
    lua_pushfstring(L, "%s:%d: %s: %s", refusal->file, refusal->line, name, refusal->text);
    lua_error(L);
  }
  lua_pushfstring(L, "%s: %s", name, refusal->text);
  lw_raise(L);
}

static const char part_call[] = "argument.part";
static bool has_parts; /* parts of an argument were sent, but not the call they belong to */

/* The parts' call failed before it was sent. raises: never; stack: 0 */
static void drop_parts(void) {
  if (!has_parts) return;
  has_parts = false;
  lw_begin_frame();
  lw_pack_array(&lw_out, 3);
  lw_pack_integer(&lw_out, LW_HOST_CALL);
  lw_pack_string(&lw_out, part_call, sizeof part_call - 1);
  lw_pack_array(&lw_out, 0);
  lw_send_frame();
  lw_receive_frame();
  lw_release_frame();
}

/* Sends a call with the `count` values from `first` on, waits, and pushes the result. The first `hidden` values aren't the
 * script's arguments, so error messages don't count them. `functions` is as in lw_marshal. raises: any; stack: +1 */
static void exchange(lua_State *L, const char *name, int first, int count, int hidden, int functions) {
  if (!lua_checkstack(L, 4 * LW_MAX_VIEW_DEPTH)) {
    drop_parts();
    luaL_error(L, "stack overflow");
  }
  char root[96];
  lw_refusal refusal;
  size_t length = strlen(name);
  const char *verb = length > 4 && strcmp(name + length - 4, ".set") == 0 ? "stored" : "sent";
  bool sent = true;
  lw_begin_frame();
  lw_pack_array(&lw_out, 3);
  lw_pack_integer(&lw_out, LW_HOST_CALL);
  lw_pack_string(&lw_out, name, strlen(name));
  lw_pack_array(&lw_out, (size_t)count);
  for (int i = 0; i < count && sent; i++) {
    root[0] = 0; /* a lone argument needs no number: `fetch: headers.accept: a function cannot be sent` */
    if (count - hidden > 1) snprintf(root, sizeof root, "argument %d", i + 1 - hidden);
    sent = lw_marshal(L, first + i, root, verb, functions, &refusal);
  }
  if (!sent) {
    drop_parts();
    raise_refusal(L, name, &refusal);
  }
  lw_send_frame();
  has_parts = strcmp(name, part_call) == 0;

  lw_reader from = lw_receive_frame();
  size_t elements;
  int64_t message;
  bool ok;
  if (!lw_read_array(&from, &elements) || elements != 3 || !lw_read_integer(&from, &message) || message != LW_ANSWER ||
      !lw_read_boolean(&from, &ok)) {
    _exit(LW_PROTOCOL);
  }
  lw_make_room(L, (size_t)(from.end - from.at));
  if (!lw_unmarshal(L, &from, false) || from.at != from.end) _exit(LW_PROTOCOL);
  lw_release_frame();
  if (ok) return;
  if (lua_type(L, -1) == LUA_TTABLE) {
    lua_pushliteral(L, "message");
    lua_rawget(L, -2);
  }
  if (lua_type(L, -1) != LUA_TSTRING) lua_pushfstring(L, "%s was refused", name);
  lw_raise_host_refusal(L);
}

/* raises: any; stack: +1 */
void lw_call_broker(lua_State *L, const char *name, int first, int count) { exchange(L, name, first, count, 0, 0); }

/* host.send(name, value, functions) -> result: like host.call, with a table collecting the functions of the value's actions.
 * raises: any; stack: +1 */
static int send_with_functions(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  luaL_checktype(L, 3, LUA_TTABLE);
  exchange(L, name, 2, 1, 0, 3);
  return 1;
}

/* host.call(name, ...) -> result. raises: any; stack: +1 */
static int call(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lw_call_broker(L, name, 2, lua_gettop(L) - 1);
  return 1;
}

/* host.call_on(name, subject, ...) -> result: a call whose first argument isn't the script's. raises: any; stack: +1 */
static int call_on(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  exchange(L, name, 2, lua_gettop(L) - 1, 1, 0);
  return 1;
}

static int log_lines;

/* raises: never; stack: 0 */
void lw_reset_log(void) { log_lines = 0; }

/* raises: never; stack: 0 */
static void send_log(const char *level, const char *text, size_t length) {
  lw_begin_frame();
  lw_pack_array(&lw_out, 3);
  lw_pack_integer(&lw_out, LW_LOG);
  lw_pack_string(&lw_out, level, strlen(level));
  lw_pack_string(&lw_out, text, length);
  lw_send_frame();
}

/* host.log(level, text). raises: any; stack: 0 */
static int log_line(lua_State *L) {
  const char *level = luaL_checkstring(L, 1);
  size_t length;
  const char *text = luaL_checklstring(L, 2, &length);
  if (++log_lines > LW_MAX_LOG_LINES) return 0;
  if (log_lines == LW_MAX_LOG_LINES) {
    static const char notice[] = "more than 200 lines in one call: the rest is dropped";
    send_log("warning", notice, sizeof notice - 1);
    return 0;
  }
  send_log(level, text, lw_cut(text, length, LW_MAX_LOG_BYTES));
  return 0;
}

/* host.phase(name): a new CPU budget from here. raises: any; stack: 0 */
static int arm(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lw_check_time();
  if (!lw_arm(name)) return luaL_error(L, "there is no budget for the phase '%s'", name);
  return 0;
}

/* host.raise(message): an error at the nearest line of the script. raises: any */
static int raise_here(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  return lw_raise(L);
}

/* host.raise_at(function, message): an error at the line where one of the script's functions is defined. raises: any */
static int raise_at(lua_State *L) {
  lua_Debug frame;
  luaL_checkstring(L, 2);
  lua_settop(L, 2);
  if (lua_isfunction(L, 1)) {
    lua_pushvalue(L, 1);
    lua_getinfo(L, ">S", &frame);
    if (frame.linedefined > 0) {
      lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.linedefined);
      lua_insert(L, -2);
      lua_concat(L, 2);
    }
  }
  return lua_error(L);
}

/* host.line() -> line, chunk of the script's nearest frame; nothing if there is none. raises: memory; stack: +2 */
static int line(lua_State *L) {
  lua_Debug frame;
  if (!lw_script_frame(L, &frame)) return 0;
  lua_pushinteger(L, frame.currentline);
  lua_pushstring(L, *frame.source == '=' ? frame.source + 1 : frame.short_src);
  return 2;
}

/* host.compile(source, chunk, environment) -> function, or nil and a message. Text only, 512 KiB at most. A first line
 * beginning with "#" is skipped, so a widget can be an executable file. raises: memory; stack: +1 or +2 */
static int compile(lua_State *L) {
  size_t length;
  const char *source = luaL_checklstring(L, 1, &length);
  const char *chunk = luaL_checkstring(L, 2);
  luaL_checktype(L, 3, LUA_TTABLE);
  lw_know_chunk(L, chunk);
  if (length > LW_MAX_SOURCE) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s:1: larger than 512 KiB", chunk);
    return 2;
  }
  if (length > 0 && source[0] == '#') {
    const char *end = memchr(source, '\n', length);
    length = end ? length - (size_t)(end - source) : 0;
    source = end ? end : source;
  }
  if (length > 0 && source[0] == LUA_SIGNATURE[0]) {
    lua_pushnil(L);
    lua_pushfstring(L, "%s:1: only text can be loaded, not compiled Lua", chunk);
    return 2;
  }
  lua_pushfstring(L, "=%s", chunk);
  if (luaL_loadbufferx(L, source, length, lua_tostring(L, -1), "t") != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  lua_pushvalue(L, 3);
  if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  return 1;
}

/* raises: any; stack: the results */
static int call_anchored(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && lua_rawequal(L, 1, lua_upvalueindex(2))) {
    lua_pushfstring(L, "write %s(...), with a dot", lua_tostring(L, lua_upvalueindex(3)));
    return lw_raise(L);
  }
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* host.anchor(function [, module, name]) -> the same function, as C, which refuses its module as an argument. In `return
 * ui.text { ... }` a Lua function replaces the script's frame and its line; a C function is called above it. raises: memory;
 * stack: +1 */
static int anchor(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 3);
  lua_pushcclosure(L, call_anchored, 3);
  return 1;
}

/* host.syntax(message): raises it as an error of kind "syntax"; the message begins with its location. raises: any */
static int raise_syntax(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lw_mark_syntax();
  return lua_error(L);
}

/* host.failure(table) -> the table, now behaving like err. raises: memory; stack: +1 */
static int failure(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lw_new_failure(L);
  return 1;
}

/* raises: memory; stack: +1 */
void lw_open_host(lua_State *L) {
  static const luaL_Reg primitives[] = {
      {"call", call},     {"call_on", call_on},  {"send", send_with_functions}, {"log", log_line},
      {"phase", arm},     {"raise", raise_here}, {"raise_at", raise_at},        {"line", line},
      {"anchor", anchor}, {"compile", compile},  {"syntax", raise_syntax},      {"failure", failure},
      {NULL, NULL},
  };
  static const luaL_Reg json[] = {{"decode", lw_json_decode}, {"encode", lw_json_encode}, {"array", lw_json_array}, {NULL, NULL}};
  static const luaL_Reg xml[] = {{"decode", lw_xml_decode}, {"pack", lw_xml_pack}, {NULL, NULL}};
  luaL_newlib(L, primitives);
  luaL_newlib(L, json);
  lua_pushlightuserdata(L, lw_null());
  lua_setfield(L, -2, "null");
  lua_setfield(L, -2, "json");
  luaL_newlib(L, xml);
  lua_setfield(L, -2, "xml");
}
