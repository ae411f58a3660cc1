/* The sandbox of the server: Landlock, then seccomp. It is entered before any thread starts, because both hold for the calling thread
 * and those that it starts later. */
#pragma once
#if defined(__linux__)
#include <signal.h>
#include <sys/prctl.h>

#include "landlock.h"
#include "process_filter.h"

/* Allows accepting connections on listeners that exist, and no other socket, program, process or tracing. Returns whether the filter is
 * in force. Needs no_new_privs. */
static inline int lw_seccomp_server(void) {
#ifdef LW_AUDIT_ARCH
  static const struct sock_filter filter[] = {
      LW_BEGIN,
      LW_ALLOW_READING_AND_THREADS,
      LW_ALLOW(SYS_accept4),
      LW_ALLOW(SYS_listen),
      LW_ALLOW(SYS_getsockname),
      LW_ALLOW(SYS_getpeername),
      LW_ALLOW(SYS_sendto),
      LW_ALLOW(SYS_recvfrom),
      LW_ALLOW(SYS_sendmsg),
      LW_ALLOW(SYS_recvmsg),
      LW_ALLOW(SYS_setsockopt),
      LW_ALLOW(SYS_getsockopt),
      LW_ALLOW(SYS_shutdown),
      LW_ALLOW(SYS_epoll_create1),
      LW_ALLOW(SYS_epoll_ctl),
      LW_ALLOW(SYS_epoll_pwait),
      LW_ALLOW(SYS_eventfd2),
      LW_ALLOW(SYS_timerfd_create),
      LW_ALLOW(SYS_timerfd_settime),
      LW_ALLOW(SYS_pipe2),
#ifdef SYS_epoll_wait
      LW_ALLOW(SYS_epoll_create),
      LW_ALLOW(SYS_epoll_wait),
      LW_ALLOW(SYS_eventfd),
#endif
#ifdef SYS_accept
      LW_ALLOW(SYS_accept),
#endif
#ifdef SYS_pipe
      LW_ALLOW(SYS_pipe),
#endif
      LW_REFUSE(1 /* EPERM */),
  };
  return lw_seccomp(filter, sizeof filter / sizeof *filter);
#else
  return 0;
#endif
}

static inline void lw_enter_server_sandbox(void) {
  /* It ends with the host, also when it hangs. */
  prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
  prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
  /* Other processes of the same user cannot attach to it. */
  prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
  /* No file at all. */
  lw_landlock_read_only(NULL, 0, 0);
  lw_seccomp_server();
}
#endif
