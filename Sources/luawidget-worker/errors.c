/* Errors: where one happened in the script, and how to report it to the broker. An error value can be anything, even hostile:
 * it's read raw, without calling a metamethod. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker.h"

const char lw_prelude_source[] = "=(prelude)";

enum { CHUNK_NAME = 256 };

typedef struct place {
  char chunk[CHUNK_NAME];
  int line;
} place;

/* Recorded by the message handler. Plain C, because Lua may be out of memory. */
static struct {
  place frames[LW_TRACEBACK];
  int count;
  bool syntax;
} noted;

enum { FAILURE_TEXT = 300 };

/* The call's latest err, which explains an error following from a nil result. */
static struct { char kind[16], message[FAILURE_TEXT], remedy[FAILURE_TEXT]; } failed;

static const char chunks = 0, failures = 0, refusals = 0; /* keys in the registry */

/* Whether the broker refused a host call of this call; the registry has the latest message. */
static bool was_refused;

/* Whether a frame belongs to the script, not to the prelude or a C function. raises: never; stack: 0 */
static bool is_script(lua_State *L, lua_Debug *frame) {
  lua_getinfo(L, "Sl", frame); /* no "n": composing a name can take quadratic time */
  return frame->currentline > 0 && strcmp(frame->source, lw_prelude_source) != 0;
}

/* raises: never; stack: 0 */
bool lw_script_frame(lua_State *L, lua_Debug *frame) {
  for (int level = 0; level < 50 && lua_getstack(L, level, frame); level++) {
    if (is_script(L, frame)) return true;
  }
  return false;
}

/* raises: any; stack: -1 (the message on top) */
int lw_raise(lua_State *L) {
  lua_Debug frame;
  if (lw_script_frame(L, &frame)) {
    lua_pushfstring(L, "%s:%d: ", frame.short_src, frame.currentline);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

/* raises: any; stack: -1 (the message on top) */
int lw_raise_host_refusal(lua_State *L) {
  was_refused = true;
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &refusals);
  return lw_raise(L);
}

/* Copies a name, cut with "..." so the broker recognises the beginning of a secret. raises: never; stack: 0 */
static void copy_name(char to[CHUNK_NAME], const char *name) {
  size_t length = strlen(name);
  if (length < CHUNK_NAME) {
    memcpy(to, name, length + 1);
  } else {
    length = lw_cut(name, length, CHUNK_NAME - 4);
    memcpy(to, name, length);
    memcpy(to + length, "...", 4);
  }
}

/* The chunk's name as authors know it. raises: never; stack: 0 */
static void copy_chunk(char to[CHUNK_NAME], const char *source, const char *short_source) {
  copy_name(to, *source == '=' || *source == '@' ? source + 1 : short_source);
}

/* raises: never; stack: 0 */
int lw_capture(lua_State *L) {
  lua_Debug frame;
  noted.count = 0;
  /* Runaway recursion has 200 000 frames: the innermost hundred are enough for finding ten of the script's. */
  for (int level = 0; level < 100 && noted.count < LW_TRACEBACK && lua_getstack(L, level, &frame); level++) {
    if (!is_script(L, &frame)) continue;
    place *p = &noted.frames[noted.count++];
    copy_chunk(p->chunk, frame.source, frame.short_src);
    p->line = frame.currentline;
  }
  return 1;
}

/* raises: never; stack: 0 */
void lw_forget_capture(void) {
  noted.count = 0;
  noted.syntax = false;
}

/* raises: never; stack: 0 */
void lw_forget_failure(void) {
  failed.message[0] = 0;
  was_refused = false;
}

/* raises: never; stack: 0 */
void lw_mark_syntax(void) { noted.syntax = true; }

/* Records a chunk under the (possibly shortened) name messages begin with. raises: memory; stack: 0 */
void lw_know_chunk(lua_State *L, const char *name) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &chunks) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &chunks);
  }
  char shown[LUA_IDSIZE], known[CHUNK_NAME];
  snprintf(shown, sizeof shown, "%s", name); /* as luaO_chunkid shortens names beginning with "=" */
  lua_pushstring(L, shown);
  copy_name(known, name);
  lua_pushstring(L, known);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* Splits `flight.lua:12: message` if it begins with the name of a known chunk or the prelude.
 * raises: never; stack: 0 */
static const char *split(lua_State *L, const char *message, place *where) {
  const char *colon = strchr(message, ':');
  while (colon && (colon - message) < LUA_IDSIZE) {
    char *end;
    long line = strtol(colon + 1, &end, 10);
    if (end > colon + 1 && colon[1] >= '0' && colon[1] <= '9' && end[0] == ':' && end[1] == ' ') {
      size_t length = (size_t)(colon - message);
      if (length == strlen(lw_prelude_source + 1) && strncmp(message, lw_prelude_source + 1, length) == 0) return end + 2;
      bool known = false;
      if (lua_rawgetp(L, LUA_REGISTRYINDEX, &chunks) == LUA_TTABLE) {
        lua_pushlstring(L, message, length);
        known = lua_rawget(L, -2) == LUA_TSTRING;
        if (known) {
          snprintf(where->chunk, CHUNK_NAME, "%s", lua_tostring(L, -1));
          where->line = line > 0 && line < 1000000 ? (int)line : 0;
        }
        lua_pop(L, 1);
      }
      lua_pop(L, 1);
      return known ? end + 2 : message;
    }
    colon = strchr(colon + 1, ':');
  }
  return message;
}

/* Copies the error value's text, truncated at the limit but never inside a character. raises: never; stack: 0 */
static void copy_message(lua_State *L, int index, char to[LW_MAX_MESSAGE + 1]) {
  int top = lua_gettop(L);
  int type = lua_type(L, index);
  if (type == LUA_TTABLE && lua_getmetatable(L, index)) { /* our own error object: its message, read raw */
    lua_rawgetp(L, LUA_REGISTRYINDEX, &failures);
    if (lua_rawequal(L, -1, -2)) {
      lua_pushliteral(L, "message");
      type = lua_rawget(L, index) == LUA_TSTRING ? LUA_TSTRING : type;
      index = lua_gettop(L);
    }
  } else if (type == LUA_TNUMBER) {
    lua_pushvalue(L, index); /* the text replaces the number, so use a copy */
    index = lua_gettop(L);
  }
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    length = lw_cut(text, length, LW_MAX_MESSAGE);
    memcpy(to, text, length);
    for (size_t i = 0; i < length; i++) {
      if (to[i] == 0) to[i] = ' ';
    }
    to[length] = 0;
  } else {
    snprintf(to, LW_MAX_MESSAGE, "(error object is a %s value)", lua_typename(L, type));
  }
  lua_settop(L, top);
}

/* What raised the message, however often the script caught it and raised it again: the latest refused host call, the latest err, or
 * neither (NULL). Each time a location is added, so those in front don't count. raises: never; stack: 0 */
static const char *origin(lua_State *L, const char *message) {
  place ignored;
  for (const char *rest; (rest = split(L, message, &ignored)) != message;) message = rest;
  if (failed.message[0] && strcmp(message, failed.message) == 0) return "failure";
  if (!was_refused) return NULL;
  size_t length;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &refusals);
  const char *refusal = lua_tolstring(L, -1, &length); /* a string already: nothing is converted */
  bool is_same = refusal && strlen(message) == length;
  for (size_t i = 0; is_same && i < length; i++) is_same = message[i] == (refusal[i] ? refusal[i] : ' ');
  lua_pop(L, 1);
  return is_same ? "refusal" : NULL;
}

/* raises: never; stack: 0 */
static void pack_text(const char *text) { lw_pack_string(&lw_out, text, strlen(text)); }

/* raises: never; stack: 0 */
static void send(const char *kind, const char *message, const char *origin, const place *where) {
  lw_begin_frame();
  lw_pack_array(&lw_out, 3);
  lw_pack_integer(&lw_out, LW_ERROR);
  bool has_failure = failed.message[0] != 0;
  lw_pack_map(&lw_out, 3 + (where->line > 0 ? 2 : 0) + (has_failure ? 1 : 0) + (origin ? 1 : 0));
  pack_text("kind");
  pack_text(kind);
  pack_text("message");
  pack_text(message);
  if (origin) {
    pack_text("origin");
    pack_text(origin);
  }
  if (where->line > 0) {
    pack_text("file");
    pack_text(where->chunk);
    pack_text("line");
    lw_pack_integer(&lw_out, where->line);
  }
  if (has_failure) {
    pack_text("failure");
    lw_pack_map(&lw_out, 3);
    pack_text("kind");
    pack_text(failed.kind);
    pack_text("message");
    pack_text(failed.message);
    pack_text("remedy");
    pack_text(failed.remedy);
  }
  pack_text("traceback");
  lw_pack_array(&lw_out, (size_t)noted.count);
  for (int i = 0; i < noted.count; i++) {
    lw_pack_array(&lw_out, 2);
    pack_text(noted.frames[i].chunk);
    lw_pack_integer(&lw_out, noted.frames[i].line);
  }
  lw_pack_stats();
  lw_send_frame();
}

/* Without the place of a frame of the prelude, which has no lines. Lua calls its own stack the C stack's. raises: never; stack: 0 */
static const char *plain(const char *message) {
  static const char no_line[] = "?:-1: ", c_stack[] = "C stack overflow";
  while (strncmp(message, no_line, sizeof no_line - 1) == 0) message += sizeof no_line - 1;
  return strncmp(message, c_stack, sizeof c_stack - 1) == 0 && !noted.syntax ? message + 2 : message;
}

/* raises: never; stack: 0 */
void lw_send_error(lua_State *L, int index) {
  static char message[LW_MAX_MESSAGE + 1];
  static place where;
  where.line = 0;
  lua_checkstack(L, 8);
  copy_message(L, lua_absindex(L, index), message);
  const char *rest = split(L, message, &where);
  rest = plain(rest);
  if (where.line == 0 && noted.count > 0 && !noted.syntax) where = noted.frames[0];
  send(noted.syntax ? "syntax" : "script", rest, origin(L, rest), &where);
}

/* raises: never; stack: 0 */
void lw_send_refusal(const lw_refusal *refusal) {
  lw_forget_capture();
  place where = {.line = refusal->line};
  if (where.line > 0) snprintf(where.chunk, sizeof where.chunk, "%s", refusal->file);
  send("value", refusal->text, NULL, &where);
}

/* raises: never; stack: 0 */
void lw_send_stopped(const lua_Debug *frame, const char *phase) {
  char chunk[CHUNK_NAME];
  copy_chunk(chunk, frame->source, frame->short_src);
  lw_begin_frame();
  lw_pack_array(&lw_out, 4);
  lw_pack_integer(&lw_out, LW_STOPPED);
  pack_text(chunk);
  lw_pack_integer(&lw_out, frame->currentline);
  pack_text(phase);
  lw_send_frame();
}

/* raises: never; stack: 0 */
void lw_pack_stats(void) {
  lw_pack_array(&lw_out, 2);
  lw_pack_integer(&lw_out, lw_cpu_used_by_call() / 1000);
  lw_pack_integer(&lw_out, (int64_t)lw_memory_used());
}

/* `tostring(err)`: its message. raises: any; stack: +1 */
static int failure_tostring(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE) {
    lua_pushliteral(L, "message");
    if (lua_rawget(L, 1) == LUA_TSTRING) return 1;
  }
  lua_pushliteral(L, "error");
  return 1;
}

/* `"text " .. err`. raises: any; stack: +1 */
static int failure_concat(lua_State *L) {
  lua_settop(L, 2);
  for (int i = 1; i <= 2; i++) {
    lua_pushcfunction(L, lw_tostring);
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
  }
  lua_concat(L, 2);
  return 1;
}

/* Copies a text field of the table on top, but no long one, because a secret in it mustn't be cut in two.
 * raises: never; stack: 0 */
static void note_field(lua_State *L, const char *name, char *to, size_t size) {
  to[0] = 0;
  lua_pushstring(L, name);
  if (lua_rawget(L, -2) == LUA_TSTRING) {
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    if (length >= size) length = 0;
    memcpy(to, text, length);
    to[length] = 0;
  }
  lua_pop(L, 1);
}

/* raises: memory; stack: 0 (the table on top) */
void lw_new_failure(lua_State *L) {
  note_field(L, "kind", failed.kind, sizeof failed.kind);
  note_field(L, "message", failed.message, sizeof failed.message);
  note_field(L, "remedy", failed.remedy, sizeof failed.remedy);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &failures) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, 3);
    lua_pushcfunction(L, failure_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, failure_concat);
    lua_setfield(L, -2, "__concat");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &failures);
  }
  lua_setmetatable(L, -2);
}

/* raises: memory; stack: +1 */
int lw_push_decode_error(lua_State *L, lua_Integer line, lua_Integer column) {
  lua_createtable(L, 0, 4);
  lua_insert(L, -2);
  lua_setfield(L, -2, "message");
  lua_pushliteral(L, "decode");
  lua_setfield(L, -2, "kind");
  if (line > 0) {
    lua_pushinteger(L, line);
    lua_setfield(L, -2, "line");
    lua_pushinteger(L, column);
    lua_setfield(L, -2, "column");
  }
  lw_new_failure(L);
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}
