/* luawidget-worker: a sandboxed process running the Lua code of one widget. docs/protocol.md is the contract.
 *
 * Each function below says what a caller can't see:
 *   raises: never  - no Lua error can leave it (the allocator never fails: it ends the process)
 *   raises: any    - it may leave by longjmp; call it only under lua_pcall
 *   stack:  +n     - how many values it leaves on the Lua stack
 */
#ifndef LW_WORKER_H
#define LW_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

enum { LW_VERSION = 1, LW_SOCKET = 3 };

/* How the process ends; docs/protocol.md. */
enum {
  LW_CLOSED = 0,
  LW_KILLED_MEMORY = 101,
  LW_KILLED_TIME = 102,
  LW_OTHER_VERSION = 103,
  LW_PANIC = 104,
  LW_PROTOCOL = 105,
  LW_KILLED_TIME_IN_CONTENT = 106
};

/* Message numbers, separate for each direction. */
enum { LW_HELLO = 1, LW_CALL = 2, LW_ANSWER = 3, LW_LIMITS = 4 };
enum { LW_READY = 1, LW_HOST_CALL = 2, LW_RETURN = 3, LW_ERROR = 4, LW_LOG = 5, LW_STOPPED = 6 };

enum {
  LW_MAX_FRAME_IN = 8 << 20,
  LW_MAX_FRAME_OUT = 1 << 20,
  LW_MAX_DEPTH = 32,         /* of nested lists and tables */
  LW_MAX_VIEW_DEPTH = 72,    /* of a record: 32 nested views, each with its list of children, and their fields */
  LW_MAX_VALUES = 50000,     /* of a frame from here */
  LW_MAX_SOURCE = 512 << 10, /* of a module or a chunk of load; the broker limits the main file further */
  /* The broker masks secrets in a text before cutting it at its limit, so it needs this many more bytes: a secret of 4096
   * bytes, each encoded in up to 108. */
  LW_MAX_SECRET_FORM = 4096 * 108 + 128,
  LW_MAX_MESSAGE = 500 + LW_MAX_SECRET_FORM, /* bytes of an error message */
  LW_MAX_LOG_LINES = 200,
  LW_MAX_LOG_BYTES = 1024 + LW_MAX_SECRET_FORM,
  LW_MAX_REFUSAL = 4096, /* bytes of the message for a value that can't be sent */
  LW_TRACEBACK = 10,
};

/* frames.c: bytes, and the socket. Every function ends the process if the broker is gone or violates the protocol. */
typedef struct lw_buffer {
  unsigned char *bytes;
  size_t length, capacity;
  int values; /* of a frame: the number of values so far */
} lw_buffer;

void lw_append(lw_buffer *buffer, const void *bytes, size_t count);
void lw_begin_frame(void); /* starts the outgoing frame */
extern lw_buffer lw_out;   /* the outgoing frame */
void lw_send_frame(void);
typedef struct lw_reader {
  const unsigned char *at, *end;
} lw_reader;
lw_reader lw_receive_frame(void); /* valid until the next call */
void lw_release_frame(void);      /* frees the memory of a large frame */

/* number.cpp: `-1.5e-07`: the necessary digits, and an exponent; the length. raises: never; stack: 0. */
size_t lw_scientific(double value, char *text, size_t size);

/* marshal.c: Lua to MessagePack. raises: never; stack: 0. */
void lw_pack_array(lw_buffer *out, size_t count);
void lw_pack_map(lw_buffer *out, size_t count);
void lw_pack_integer(lw_buffer *out, int64_t value);
void lw_pack_string(lw_buffer *out, const char *bytes, size_t count);
bool lw_is_utf8(const char *bytes, size_t count);
size_t lw_cut(const char *text, size_t length, size_t limit); /* the length of the text, cut between two characters */
/* Where a value that can't be sent was found, and why: `content.children[3].spacing: a thread cannot be shown`. */
typedef struct lw_refusal {
  char text[LW_MAX_REFUSAL];
  char file[256]; /* of the nearest enclosing view that has a line */
  int line;       /* 0: there is none */
} lw_refusal;
/* Packs the value at `index` to the outgoing frame. `root` names it in a refusal, and `verb` is the participle for what
 * couldn't be done with it. `functions`: the index of a table collecting functions found in fields for handlers,
 * such as "on_tap", which are sent as their numbers; 0 to refuse them. */
bool lw_marshal(lua_State *L, int index, const char *root, const char *verb, int functions, lw_refusal *refusal);

/* unmarshal.c: MessagePack to Lua. raises: never; false: not the protocol. */
bool lw_unmarshal(lua_State *L, lw_reader *from, bool nested); /* stack: +1; a nested nil becomes json.null */
bool lw_read_array(lw_reader *from, size_t *count);
bool lw_read_integer(lw_reader *from, int64_t *value);
bool lw_read_string(lw_reader *from, const char **bytes, size_t *count);
bool lw_read_boolean(lw_reader *from, bool *value);

/* limits.c */
void *lw_allocate(void *data, void *block, size_t old_size, size_t new_size); /* lua_Alloc; never returns NULL for a block */
void lw_limit_memory(size_t bytes);
void lw_make_room(lua_State *L, size_t bytes); /* collects if this many more bytes would pass the soft mark */
size_t lw_memory_used(void);
void lw_install_limits(lua_State *L); /* hook, signal handlers */
void lw_set_budget(const char *phase, int64_t milliseconds);
bool lw_arm(const char *phase); /* starts a budget from now; false: there's no such phase */
void lw_begin_call(void);       /* starts the count of lw_cpu_used_by_call */
void lw_disarm(void);
void lw_check_time(void);
int64_t lw_cpu(void); /* nanoseconds used by this process' thread */
int64_t lw_cpu_used_by_call(void);

/* sandbox.c: the operating system's sandbox features, all of them best effort. */
typedef struct lw_sandbox {
  int landlock; /* the kernel's Landlock version; 0 if it has none */
  bool seccomp;
  bool parent_death; /* killed when the broker dies */
  bool no_new_privileges;
  bool not_dumpable; /* only root can attach or read its memory */
  bool limits;       /* of files, processes, core and stack */
  bool address_space;
} lw_sandbox;
void lw_prepare_sandbox(void);
lw_sandbox lw_enter_sandbox(void);
bool lw_limit_address_space(size_t memory); /* whether it could be limited */

/* seed.c */
lua_State *lw_new_state(void);

/* state.c, overrides.c, clock.c: the standard library of scripts. */
int lw_open_environment(lua_State *L);               /* lua_CFunction; raises: memory */
void lw_open_overrides(lua_State *L);                /* raises: memory; stack: 0; the globals table is on top */
void lw_open_clock(lua_State *L);                    /* raises: memory; stack: 0; the globals table is on top */
void lw_seed_random(lua_State *L, lua_Integer seed); /* raises: memory; stack: 0 */
void lw_fix_clock(double now);
int lw_tostring(lua_State *L); /* lua_CFunction; raises: any */

/* errors.c */
extern const char lw_prelude_source[];                /* the prelude's chunk name, as lua_Debug's source has it */
bool lw_script_frame(lua_State *L, lua_Debug *frame); /* the nearest frame of a script; raises: never; stack: 0 */
int lw_raise(lua_State *L);                           /* raises the message on top, at the nearest script frame */
int lw_raise_host_refusal(lua_State *L);              /* the same, for the broker's reason for refusing a host call */
int lw_capture(lua_State *L);                         /* message handler: notes the traceback */
void lw_forget_capture(void);
void lw_forget_failure(void);                       /* the latest err and refusal belong to an earlier call */
void lw_know_chunk(lua_State *L, const char *name); /* raises: memory; stack: 0 */
void lw_mark_syntax(void);                          /* the error about to be raised is of kind "syntax" */
void lw_send_error(lua_State *L, int index);        /* sends the error value; raises: never; stack: 0 */
void lw_send_refusal(const lw_refusal *refusal);
void lw_send_stopped(const lua_Debug *frame, const char *phase); /* the line where the process ends itself */
void lw_pack_stats(void);
void lw_new_failure(lua_State *L); /* gives the table on top the metatable of err; raises: memory */
/* Replaces the message on top by nil and an err of kind "decode", with a position unless `line` is 0; 2. raises: memory; stack: +1 */
int lw_push_decode_error(lua_State *L, lua_Integer line, lua_Integer column);

/* host.c */
void lw_open_host(lua_State *L); /* raises: memory; stack: +1, the table of primitives for the prelude */
void lw_call_broker(lua_State *L, const char *name, int first, int count); /* raises: any; stack: +1 */
void lw_reset_log(void);

/* json.cpp, json_encode.c: lua_CFunctions. */
void *lw_null(void); /* json.null, a light userdata */
int lw_json_decode(lua_State *L);
int lw_json_encode(lua_State *L);
int lw_json_array(lua_State *L);
void lw_mark_list(lua_State *L); /* the table on top is a list, even if it's empty; raises: memory; stack: 0 */

/* xml_tree.c: lua_CFunctions. */
int lw_xml_decode(lua_State *L);
int lw_xml_pack(lua_State *L);

#ifdef __cplusplus
}
#endif
#endif
