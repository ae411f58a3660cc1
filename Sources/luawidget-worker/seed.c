/* Makes `pairs` walk a table in the same order in every run, so the same script with the same input gives the same bytes.
 *
 * Lua mixes addresses and the time into the seed of its string hash, which programs can't choose. It sets the seed before
 * making the first string, and allocates in between. During that allocation the state is recognised field by field, and the
 * seed replaced. A Lua with another layout is left alone, and its order stays unspecified, as in the manual. A known seed
 * isn't a weakness: a script making its own strings collide spends its own budget. */
#include <string.h>

#include "worker.h"

/* The beginning of Lua 5.4's global_State (lstate.h) with just the seed and the fields before it set. */
typedef struct beginning {
  lua_Alloc allocate;
  void *data;
  size_t total_bytes, debt, estimate, last_atomic;
  void *strings;
  int used_strings, string_slots;
  struct {
    uint64_t value;
    unsigned char type;
  } registry, nil_value;
  unsigned int seed;
} beginning;

typedef struct watcher {
  unsigned char *block; /* the first allocation: the state */
  size_t size;
  bool done;
} watcher;

enum { INTEGER_TAG = LUA_TNUMBER, CHOSEN = 0x6c756177 };

/* raises: never; stack: 0 */
static bool is_beginning(const beginning *b, const watcher *w) {
  return b->data == w && b->total_bytes == w->size && b->debt == 0 && !b->strings && b->used_strings == 0 &&
         b->string_slots == 0 && b->registry.type == LUA_TNIL && b->nil_value.value == 0 && b->nil_value.type == INTEGER_TAG;
}

/* lua_Alloc, until the state is made. raises: never; stack: 0 */
static void *watch(void *data, void *block, size_t old_size, size_t new_size) {
  watcher *w = data;
  if (w->block && !w->done) {
    w->done = true;
    for (size_t at = 0; at + sizeof(beginning) <= w->size; at += sizeof(void *)) {
      beginning b;
      memcpy(&b, w->block + at, sizeof b);
      if (b.allocate != watch || !is_beginning(&b, w)) continue;
      b.seed = CHOSEN;
      memcpy(w->block + at + offsetof(beginning, seed), &b.seed, sizeof b.seed);
      break;
    }
  }
  void *moved = lw_allocate(NULL, block, old_size, new_size);
  if (!w->block) {
    w->block = moved;
    w->size = new_size;
  }
  return moved;
}

/* raises: never (ends the process when there's no memory) */
lua_State *lw_new_state(void) {
  watcher w = {0};
  lua_State *L = lua_newstate(watch, &w);
  if (L) lua_setallocf(L, lw_allocate, NULL);
  return L;
}
