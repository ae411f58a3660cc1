/* The sandbox of the fetcher: Landlock, then seccomp. It is entered before any thread starts, because both hold for the calling thread
 * and those that it starts later. */
#pragma once
#if defined(__linux__)
#include <signal.h>
#include <sys/prctl.h>

#include "landlock.h"
#include "process_filter.h"

/* What may be read: certificates, the configuration of the resolver, and libraries, because NSS loads modules. These are folders, because
 * resolv.conf is replaced by renaming, and often a link to one of the folders below /run. */
static const char *const lw_fetcher_paths[] = {
    "/etc",
    "/usr",
    "/lib",
    "/lib64",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/NetworkManager",
    "/run/connman",
    "/run/nscd",
    "/var/lib/sss",
    "/var/lib/ca-certificates",
    "/mnt/wsl",
};

/* TCP and UDP, and netlink, by which getaddrinfo learns which addresses this machine has. Local sockets would reach the user's other
 * programs, such as an agent with keys; name service caches are not needed. */
#define LW_ALLOW_SOCKET                                                                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 9), LW_LOAD_ARGUMENT(0),                                                   \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 16 /* AF_NETLINK */, 5, 0),                                                           \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 2 /* AF_INET */, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 10 /* AF_INET6 */, 0, 4), \
      LW_LOAD_ARGUMENT(1), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 1, 0),              \
      LW_RETURN_ALLOW, LW_REFUSE(13 /* EACCES */)

/* Only the number of bytes that can be read. */
#define LW_ALLOW_FIONREAD                                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4), LW_LOAD_ARGUMENT(1), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x541B /* FIONREAD */, 0, 1), LW_RETURN_ALLOW, LW_REFUSE(25 /* ENOTTY */)

/* Allows connecting, and no listening, program, process or tracing. Returns whether the filter is in force. Needs no_new_privs. */
static inline int lw_seccomp_fetcher(void) {
#ifdef LW_AUDIT_ARCH
  static const struct sock_filter filter[] = {
      LW_BEGIN,
      LW_ALLOW_READING_AND_THREADS,
      LW_ALLOW(SYS_connect),
      LW_ALLOW(SYS_bind),
      LW_ALLOW(SYS_getsockname),
      LW_ALLOW(SYS_getpeername),
      LW_ALLOW(SYS_sendto),
      LW_ALLOW(SYS_recvfrom),
      LW_ALLOW(SYS_sendmsg),
      LW_ALLOW(SYS_recvmsg),
      LW_ALLOW(SYS_sendmmsg),
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
#ifdef SYS_pipe
      LW_ALLOW(SYS_pipe),
#endif
      LW_ALLOW_SOCKET,
      LW_ALLOW_FIONREAD,
      LW_REFUSE(1 /* EPERM */),
  };
  return lw_seccomp(filter, sizeof filter / sizeof *filter);
#else
  return 0;
#endif
}

static inline void lw_enter_fetcher_sandbox(void) {
  /* It ends with the broker, also when it hangs. */
  prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
  prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
  /* Other processes of the same user cannot attach to it. */
  prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
  lw_landlock_read_only(lw_fetcher_paths, (int)(sizeof lw_fetcher_paths / sizeof *lw_fetcher_paths), 1);
  lw_seccomp_fetcher();
}
#endif
