/* The sandbox of the notifier: Landlock, then seccomp. */
#pragma once
#if defined(__linux__)
#include <sys/prctl.h>

#include "landlock.h"
#include "process_filter.h"

/* Allows the sockets that are open, those that it accepts, and reading libraries: no new socket, no program, no process. Returns whether
 * the filter is in force. Needs no_new_privs. */
static inline int lw_seccomp_notifier(void) {
#ifdef LW_AUDIT_ARCH
  static const struct sock_filter filter[] = {
      LW_BEGIN,
      LW_ALLOW_READING_AND_THREADS,
      LW_ALLOW(SYS_accept),
      LW_ALLOW(SYS_accept4),
      LW_ALLOW(SYS_getsockname),
      LW_ALLOW(SYS_getpeername),
      LW_ALLOW(SYS_sendto),
      LW_ALLOW(SYS_recvfrom),
      LW_ALLOW(SYS_sendmsg),
      LW_ALLOW(SYS_recvmsg),
      LW_ALLOW(SYS_getsockopt),
      LW_ALLOW(SYS_shutdown),
      LW_REFUSE(1 /* EPERM */),
  };
  return lw_seccomp(filter, sizeof filter / sizeof *filter);
#else
  return 0;
#endif
}

static inline void lw_enter_notifier_sandbox(void) {
  static const char *const paths[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime"};
  prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
  /* Other processes of the same user cannot attach to it. */
  prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
  lw_landlock_read_only(paths, (int)(sizeof paths / sizeof *paths), 0);
  lw_seccomp_notifier();
}
#endif
