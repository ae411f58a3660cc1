/* What Swift can't call by itself: prctl(2) is variadic, and malloc.h isn't in Glibc's module. */
#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* ppoll, pipe2 */
#endif
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "notifications.h"
#include "sandbox.h"
#include "supervisor.h"
#include "task_pool.h"
static inline int lw_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
static inline int lw_prctl(int option, unsigned long value) { return prctl(option, value, 0UL, 0UL, 0UL); }

/* Reuses freed memory up to this size instead of returning it to the system, for processes that keep allocating the same large
 * blocks: a block's page faults take as long as the work done with it. */
static inline void lw_keep_freed_memory(int bytes) {
#if defined(__GLIBC__)
  /* Declared here, because malloc.h includes stdio.h, which belongs to the module of the C library. */
  extern int mallopt(int, int);
  mallopt(-3 /* M_MMAP_THRESHOLD */, bytes);
  mallopt(-1 /* M_TRIM_THRESHOLD */, bytes);
#else
  (void)bytes;
#endif
}
#endif
