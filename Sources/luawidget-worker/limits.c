/* Memory and CPU. Exceeding a limit ends the process: there's no error for a script to catch.
 *
 * Three clocks enforce a budget, each where the previous one can't: the count hook (exact, but not called inside a single C
 * call or VM instruction), a profiling timer, and RLIMIT_CPU. The broker enforces the wall clock from outside. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "worker.h"

enum {
  GRACE = 50000 /* microseconds of processor time */,
  HOOK_INSTRUCTIONS = 1000,
  DEEP = 50000 /* calls */,
  MAX_PHASES = 16,
  PHASE_NAME = 32
};

typedef struct memory {
  size_t used, limit;
  size_t soft; /* above this the next hook collects: there's no emergency collection, so it must be early */
  bool collect;
} memory;

static memory heap = {.limit = 32 << 20, .soft = 19 << 20};

/* Never NULL for a block: that would trigger Lua's emergency collection and an error a script can catch.
 * raises: never; stack: 0 */
void *lw_allocate(void *data, void *block, size_t old_size, size_t new_size) {
  (void)data;
  if (!block) old_size = 0; /* for a new block it's a type, not a size */
  if (new_size == 0) {
    free(block);
    heap.used -= old_size;
    return NULL;
  }
  if (new_size > old_size) {
    size_t more = new_size - old_size;
    if (more > heap.limit || heap.used > heap.limit - more) _exit(LW_KILLED_MEMORY);
    if (heap.used + more > heap.soft) heap.collect = true;
  }
  void *moved = realloc(block, new_size);
  if (!moved) {
    if (new_size <= old_size) return block;
    _exit(LW_KILLED_MEMORY);
  }
  heap.used += new_size - old_size; /* unsigned arithmetic is correct when it shrinks, too */
  return moved;
}

/* raises: never; stack: 0 */
void lw_limit_memory(size_t bytes) {
  heap.limit = bytes;
  heap.soft = bytes / 10 * 6;
}

/* raises: never; stack: 0 */
size_t lw_memory_used(void) { return heap.used; }

/* Runs no script code: a widget's tables have no finalizers. raises: never; stack: 0 */
static void collect(lua_State *L) {
  heap.collect = false;
  lua_gc(L, LUA_GCCOLLECT);
  size_t soft = heap.limit / 10 * 6;
  if (heap.used > soft) {
    lua_gc(L, LUA_GCINC, 110, 300, 0);
    soft = heap.used + (heap.limit - heap.used) / 4; /* not again at every hook */
  }
  heap.soft = soft;
}

/* raises: never; stack: 0 */
void lw_make_room(lua_State *L, size_t bytes) {
  if (heap.collect || heap.used + bytes > heap.soft) collect(L);
}

typedef struct phase {
  char name[PHASE_NAME];
  int64_t nanoseconds;
} phase;

static phase phases[MAX_PHASES];
static int phase_count;
static const phase *armed; /* the phase of the deadline */
static int64_t deadline;   /* on the CPU clock; 0 when no budget is armed */
static volatile sig_atomic_t is_asked_to_stop;
static int64_t call_start;
static volatile sig_atomic_t killed_status = LW_KILLED_TIME; /* names the phase over its budget */

/* raises: never; stack: 0 */
int64_t lw_cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* raises: never; stack: 0 */
void lw_begin_call(void) { call_start = lw_cpu(); }

/* raises: never; stack: 0 */
int64_t lw_cpu_used_by_call(void) { return lw_cpu() - call_start; }

/* raises: never; stack: 0 */
void lw_check_time(void) {
  if (deadline != 0 && lw_cpu() > deadline) _exit(killed_status);
}

/* Ends a script that exceeded its budget, telling the broker which line was running. raises: never; stack: 0 */
static void check_time_in_script(lua_State *L) {
  if (!is_asked_to_stop && (deadline == 0 || lw_cpu() <= deadline)) return;
  lua_Debug frame;
  if (lw_script_frame(L, &frame)) lw_send_stopped(&frame, armed ? armed->name : "");
  _exit(killed_status);
}

/* raises: never; stack: 0 */
void lw_set_budget(const char *name, int64_t milliseconds) {
  if (strlen(name) >= PHASE_NAME || milliseconds <= 0 || milliseconds > 3600000) return;
  for (int i = 0; i < phase_count; i++) {
    if (strcmp(phases[i].name, name) != 0) continue;
    phases[i].nanoseconds = milliseconds * 1000000;
    return;
  }
  if (phase_count == MAX_PHASES) return;
  phase *p = &phases[phase_count++];
  memcpy(p->name, name, strlen(name) + 1);
  p->nanoseconds = milliseconds * 1000000;
}

/* raises: never; stack: 0 */
static void set_timer(int64_t nanoseconds) {
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)(nanoseconds / 1000000000);
  timer.it_value.tv_usec = (suseconds_t)(nanoseconds % 1000000000 / 1000);
  if (nanoseconds > 0) timer.it_interval.tv_usec = GRACE;
  setitimer(ITIMER_PROF, &timer, NULL);
}

/* Counts whole seconds, so two more than the budget. raises: never; stack: 0 */
static void limit_cpu(int64_t until) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CPU, &limit) != 0) return;
  limit.rlim_cur = (rlim_t)(until / 1000000000 + 3);
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_CPU, &limit);
}

/* raises: never; stack: 0 */
bool lw_arm(const char *name) {
  for (int i = 0; i < phase_count; i++) {
    if (strcmp(phases[i].name, name) != 0) continue;
    killed_status = strcmp(name, "content") == 0 ? LW_KILLED_TIME_IN_CONTENT : LW_KILLED_TIME;
    armed = &phases[i];
    is_asked_to_stop = 0;
    deadline = lw_cpu() + phases[i].nanoseconds;
    /* Later than the deadline: the hook knows the line. The timer counts in clock ticks, which can be far from the exact time. */
    set_timer(phases[i].nanoseconds + phases[i].nanoseconds / 4 + 50000000);
    limit_cpu(deadline);
    return true;
  }
  return false;
}

/* raises: never; stack: 0 */
void lw_disarm(void) {
  deadline = 0;
  set_timer(0);
}

/* raises: any (runaway recursion, which would otherwise hit the memory limit with nothing to show for it); stack: 0 */
static void hook(lua_State *L, lua_Debug *frame) {
  check_time_in_script(L);
  if (!heap.collect) return;
  if (lua_getstack(L, DEEP, frame)) {
    lua_pushliteral(L, "stack overflow");
    lw_raise(L);
  }
  collect(L);
}

/* From the broker, which has lost its patience: the next hook names the line and ends the process. */
static void asked_to_stop(int signal) {
  (void)signal;
  is_asked_to_stop = 1;
}

/* Lets the next hook name the line. A second signal ends a call into C, where there's no hook. */
static void out_of_time(int signal) {
  (void)signal;
  if (is_asked_to_stop) _exit(killed_status);
  is_asked_to_stop = 1;
}

/* Coroutines copy the hook from their creator, so this one call covers the whole script. raises: never; stack: 0 */
void lw_install_limits(lua_State *L) {
  struct sigaction action = {.sa_handler = out_of_time, .sa_flags = SA_RESTART};
  sigaction(SIGPROF, &action, NULL);
  sigaction(SIGXCPU, &action, NULL);
  struct sigaction stop = {.sa_handler = asked_to_stop, .sa_flags = SA_RESTART};
  sigaction(SIGTERM, &stop, NULL);
  lua_sethook(L, hook, LUA_MASKCOUNT, HOOK_INSTRUCTIONS);
}
