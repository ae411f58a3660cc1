/* The painter's seccomp filter and Landlock rules: system calls that Swift cannot make by itself. */
#if defined(__linux__)
#include "landlock.h"
#include "process_filter.h"

/* Refuses every system call but those of reading files, memory, threads, clocks and the end of the process: no program is
 * executed, no process is started, no socket is opened. Returns whether the filter is in force. Needs no_new_privs. */
static inline int lw_seccomp_painter(void) {
#ifdef LW_AUDIT_ARCH
  static const struct sock_filter filter[] = {
      LW_BEGIN,
      LW_ALLOW_READING_AND_THREADS,
      LW_REFUSE(1 /* EPERM */),
  };
  return lw_seccomp(filter, sizeof filter / sizeof *filter);
#else
  return 0;
#endif
}
#endif
