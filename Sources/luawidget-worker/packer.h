/* Shared by marshal.c and refusal.c: packing a value, and the path to the current one. */
#ifndef LW_PACKER_H
#define LW_PACKER_H

#include "worker.h"

/* One step of the path to the current value: a key, or (without one) a position. */
typedef struct lw_step {
  const char *key;
  size_t length;
  lua_Integer position;
} lw_step;

typedef struct lw_packer {
  lua_State *L;
  const char *root;
  const char *verb; /* the participle in an error about a function: "stored", "sent" */
  int functions;
  int depth;
  int limit; /* of depth */
  lw_step path[LW_MAX_VIEW_DEPTH + 2];
  int tables[LW_MAX_VIEW_DEPTH + 2]; /* the stack position of the table of each step */
  lw_refusal *refusal;
} lw_packer;

/* Each writes why, and returns false. raises: never; stack: 0 */
bool lw_refuse(lw_packer *p, const char *why, const char *what);
bool lw_refuse_type(lw_packer *p, int index);
bool lw_refuse_handler(lw_packer *p, int index);
bool lw_refuse_depth(lw_packer *p, int table);

#endif
