/* The sandboxes of all processes: what they have in common (Landlock, seccomp), and what each helper may do beyond that.
 *
 * Landlock comes with the kernel's numbers, because old headers lack them. The worker has its own, shorter list of system
 * calls (luawidget-worker/sandbox.c). */
#pragma once
#if defined(__linux__)
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Landlock */

/* Allows reading a file, or everything below a folder. */
static inline void lw_landlock_allow(int rules, const char *path) {
#ifdef SYS_landlock_add_rule
  struct __attribute__((packed)) {
    uint64_t allowed;
    int32_t parent;
  } rule = {1 << 2 /* read a file */, open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
  struct stat status;
  if (rule.parent < 0) return;
  if (fstat(rule.parent, &status) == 0 && S_ISDIR(status.st_mode)) rule.allowed |= 1 << 3 /* read a folder */;
  syscall(SYS_landlock_add_rule, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0);
  close(rule.parent);
#else
  (void)rules, (void)path;
#endif
}

/* Allows reading the paths and nothing else in the file system; no listening on TCP ports, no connecting to them unless
 * `connects`, and no signals to other processes.
 * Returns Landlock's version, or 0 if the rules aren't in effect; old kernels have none. Needs no_new_privs. */
static inline int lw_landlock_read_only(const char *const *paths, int count, const char *const *more, int more_count,
                                        int connects) {
#ifdef SYS_landlock_create_ruleset
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return 0;
  /* All rights on files, bind and connect, scopes. */
  struct {
    uint64_t files, net, scopes;
  } handled = {(1 << 13) - 1, 0, 0};
  size_t size = sizeof handled.files;
  if (version >= 2) handled.files |= 1 << 13;                                    /* refer */
  if (version >= 3) handled.files |= 1 << 14;                                    /* truncate */
  if (version >= 4) handled.net = connects ? 1 : 3, size = 2 * sizeof(uint64_t); /* bind, and connect */
  if (version >= 5) handled.files |= 1 << 15;                                    /* ioctl on devices */
  if (version >= 6) handled.scopes = 3, size = sizeof handled;                   /* abstract sockets and signals */
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
  if (rules < 0) return 0;
  for (int index = 0; index < count; index++) lw_landlock_allow(rules, paths[index]);
  for (int index = 0; index < more_count; index++) lw_landlock_allow(rules, more[index]);
  int done = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done ? version : 0;
#else
  (void)paths, (void)count, (void)more, (void)more_count, (void)connects;
  return 0;
#endif
}

/* A seccomp filter allowing a few system calls */

#if defined(__x86_64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define LW_LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
/* The low half of an argument; both machines are little-endian. */
#define LW_LOAD_ARGUMENT(index) LW_LOAD(offsetof(struct seccomp_data, args) + (index)*8)
#define LW_RETURN_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LW_REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define LW_ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), LW_RETURN_ALLOW

/* Begins a filter: refuses other architectures' system calls, and loads the call's number. */
#define LW_BEGIN                                                                                                        \
  LW_LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LW_AUDIT_ARCH, 1, 0), LW_REFUSE(1), \
      LW_LOAD(offsetof(struct seccomp_data, nr))

/* Allows a process to change its own limits only. */
#define LW_ALLOW_OWN_LIMITS                                                                                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4), LW_LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), \
      LW_RETURN_ALLOW, LW_REFUSE(1)

/* Returns whether the filter is in effect. Needs no_new_privs. */
static inline int lw_seccomp(const struct sock_filter *filter, size_t count) {
  struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

/* What every Swift process needs: reading files, memory, threads, clocks and its own end */

#ifdef SYS_faccessat2
#define LW_OPTIONAL_FACCESSAT2 LW_ALLOW(SYS_faccessat2),
#else
#define LW_OPTIONAL_FACCESSAT2
#endif

#ifdef SYS_open
#define LW_OPTIONAL_OPEN                                                                                                         \
  LW_ALLOW(SYS_open), LW_ALLOW(SYS_stat), LW_ALLOW(SYS_lstat), LW_ALLOW(SYS_access), LW_ALLOW(SYS_readlink), LW_ALLOW(SYS_poll), \
      LW_ALLOW(SYS_time), LW_ALLOW(SYS_getrlimit), LW_ALLOW(SYS_setrlimit), LW_ALLOW(SYS_arch_prctl),
#else
#define LW_OPTIONAL_OPEN
#endif

#ifdef SYS_rseq
#define LW_OPTIONAL_RSEQ LW_ALLOW(SYS_rseq),
#else
#define LW_OPTIONAL_RSEQ
#endif

#ifdef SYS_membarrier
#define LW_OPTIONAL_MEMBARRIER LW_ALLOW(SYS_membarrier),
#else
#define LW_OPTIONAL_MEMBARRIER
#endif

/* Threads, but no processes. clone3's flags are in memory a filter can't read: without it, libc uses clone. */
#ifdef SYS_clone3
#define LW_REFUSE_CLONE3 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), LW_REFUSE(38 /* ENOSYS */),
#else
#define LW_REFUSE_CLONE3
#endif
#define LW_ALLOW_THREADS                                                                      \
  LW_REFUSE_CLONE3 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4), LW_LOAD_ARGUMENT(0), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x10000 /* CLONE_THREAD */, 0, 1), LW_RETURN_ALLOW, LW_REFUSE(1)

/* Everything but what would let the process outlive its parent or be traced: PR_SET_PDEATHSIG, PR_SET_DUMPABLE,
   PR_SET_PTRACER. */
#define LW_ALLOW_PRCTL                                                                                                      \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 6), LW_LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 3, 0),  \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 4, 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x59616d61, 1, 0), LW_RETURN_ALLOW, \
      LW_REFUSE(1)

#define LW_ALLOW_READING_AND_THREADS                                                                                           \
  LW_OPTIONAL_FACCESSAT2 LW_OPTIONAL_OPEN LW_OPTIONAL_RSEQ LW_OPTIONAL_MEMBARRIER LW_ALLOW(SYS_read), LW_ALLOW(SYS_write),     \
      LW_ALLOW(SYS_readv), LW_ALLOW(SYS_writev), LW_ALLOW(SYS_pread64), LW_ALLOW(SYS_lseek), LW_ALLOW(SYS_openat),             \
      LW_ALLOW(SYS_close), LW_ALLOW(SYS_fstat), LW_ALLOW(SYS_newfstatat), LW_ALLOW(SYS_statx), LW_ALLOW(SYS_fstatfs),          \
      LW_ALLOW(SYS_statfs), LW_ALLOW(SYS_getdents64), LW_ALLOW(SYS_faccessat), LW_ALLOW(SYS_readlinkat), LW_ALLOW(SYS_getcwd), \
      LW_ALLOW(SYS_fcntl), LW_ALLOW(SYS_fadvise64), LW_ALLOW(SYS_ppoll), LW_ALLOW(SYS_mmap), LW_ALLOW(SYS_munmap),             \
      LW_ALLOW(SYS_mremap), LW_ALLOW(SYS_mprotect), LW_ALLOW(SYS_madvise), LW_ALLOW(SYS_brk), LW_ALLOW(SYS_futex),             \
      LW_ALLOW(SYS_set_robust_list), LW_ALLOW(SYS_sched_yield), LW_ALLOW(SYS_sched_getaffinity), LW_ALLOW(SYS_sysinfo),        \
      LW_ALLOW(SYS_uname), LW_ALLOW(SYS_getpid), LW_ALLOW(SYS_gettid), LW_ALLOW(SYS_getuid), LW_ALLOW(SYS_geteuid),            \
      LW_ALLOW(SYS_getgid), LW_ALLOW(SYS_getegid), LW_ALLOW(SYS_getrandom), LW_ALLOW(SYS_getrusage),                           \
      LW_ALLOW(SYS_clock_gettime), LW_ALLOW(SYS_clock_getres), LW_ALLOW(SYS_clock_nanosleep), LW_ALLOW(SYS_nanosleep),         \
      LW_ALLOW(SYS_gettimeofday), LW_ALLOW(SYS_rt_sigaction), LW_ALLOW(SYS_rt_sigprocmask), LW_ALLOW(SYS_rt_sigreturn),        \
      LW_ALLOW(SYS_sigaltstack), LW_ALLOW(SYS_restart_syscall), LW_ALLOW(SYS_exit), LW_ALLOW(SYS_exit_group), LW_ALLOW_PRCTL,  \
      LW_ALLOW_OWN_LIMITS, LW_ALLOW_THREADS

/* What several helpers need */

/* Sockets that exist. */
#define LW_ALLOW_OPEN_SOCKETS                                                                                                \
  LW_ALLOW(SYS_getsockname), LW_ALLOW(SYS_getpeername), LW_ALLOW(SYS_sendto), LW_ALLOW(SYS_recvfrom), LW_ALLOW(SYS_sendmsg), \
      LW_ALLOW(SYS_recvmsg), LW_ALLOW(SYS_getsockopt), LW_ALLOW(SYS_shutdown)

#ifdef SYS_epoll_wait
#define LW_OPTIONAL_EPOLL LW_ALLOW(SYS_epoll_create), LW_ALLOW(SYS_epoll_wait), LW_ALLOW(SYS_eventfd),
#else
#define LW_OPTIONAL_EPOLL
#endif

#ifdef SYS_pipe
#define LW_OPTIONAL_PIPE LW_ALLOW(SYS_pipe),
#else
#define LW_OPTIONAL_PIPE
#endif

/* SwiftNIO. */
#define LW_ALLOW_EVENT_LOOP                                                                                           \
  LW_OPTIONAL_EPOLL LW_OPTIONAL_PIPE LW_ALLOW(SYS_setsockopt), LW_ALLOW(SYS_epoll_create1), LW_ALLOW(SYS_epoll_ctl),  \
      LW_ALLOW(SYS_epoll_pwait), LW_ALLOW(SYS_eventfd2), LW_ALLOW(SYS_timerfd_create), LW_ALLOW(SYS_timerfd_settime), \
      LW_ALLOW(SYS_pipe2)

#ifdef SYS_accept
#define LW_ALLOW_ACCEPTING LW_ALLOW(SYS_accept4), LW_ALLOW(SYS_accept)
#else
#define LW_ALLOW_ACCEPTING LW_ALLOW(SYS_accept4)
#endif

/* TCP and UDP, and netlink, which tells getaddrinfo this machine's addresses. Local sockets would reach the user's other
 * programs, such as an agent with keys; name service caches aren't needed. */
#define LW_ALLOW_SOCKET                                                                                                         \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 9), LW_LOAD_ARGUMENT(0),                                                   \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 16 /* AF_NETLINK */, 5, 0),                                                           \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 2 /* AF_INET */, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 10 /* AF_INET6 */, 0, 4), \
      LW_LOAD_ARGUMENT(1), BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0xF), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 1, 0),              \
      LW_RETURN_ALLOW, LW_REFUSE(13 /* EACCES */)

/* Only the number of readable bytes. */
#define LW_ALLOW_FIONREAD                                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4), LW_LOAD_ARGUMENT(1), \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x541B /* FIONREAD */, 0, 1), LW_RETURN_ALLOW, LW_REFUSE(25 /* ENOTTY */)

/* What a helper may do. */
typedef struct lw_policy {
  const char *const *paths; /* that may be read */
  int path_count;
  int connects;         /* to TCP ports */
  int ends_with_parent; /* also when it hangs */
  const struct sock_filter *filter;
  size_t filter_count;
} lw_policy;

#define LW_COUNT(array) (sizeof array / sizeof *array)

/* Without LW_AUDIT_ARCH there's no filter for this machine. */
#ifdef LW_AUDIT_ARCH
#define LW_FILTER(...) \
  static const struct sock_filter filter[] = {LW_BEGIN, LW_ALLOW_READING_AND_THREADS, __VA_ARGS__ LW_REFUSE(1 /* EPERM */)}
#else
#define LW_FILTER(...) static const struct sock_filter filter[] = {{0}}
#endif

/* Requests to any server, but no listening. The fetcher reads certificates, the resolver's configuration, and libraries,
 * because NSS loads modules. These are folders, because resolv.conf is replaced by renaming, and often links to one of the
 * folders below /run. */
static inline lw_policy lw_fetcher_policy(void) {
  static const char *const paths[] = {
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
  LW_FILTER(LW_ALLOW_OPEN_SOCKETS, LW_ALLOW_EVENT_LOOP, LW_ALLOW(SYS_connect), LW_ALLOW(SYS_bind), LW_ALLOW(SYS_sendmmsg),
            LW_ALLOW_SOCKET, LW_ALLOW_FIONREAD, );
  return (lw_policy){paths, (int)LW_COUNT(paths), 1, 1, filter, LW_COUNT(filter)};
}

/* Connections to existing listeners. No files at all. */
static inline lw_policy lw_server_policy(void) {
  LW_FILTER(LW_ALLOW_OPEN_SOCKETS, LW_ALLOW_EVENT_LOOP, LW_ALLOW_ACCEPTING, LW_ALLOW(SYS_listen), );
  return (lw_policy){NULL, 0, 0, 1, filter, LW_COUNT(filter)};
}

/* Open sockets, accepted ones, and reading libraries. */
static inline lw_policy lw_notifier_policy(void) {
  static const char *const paths[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime"};
  LW_FILTER(LW_ALLOW_OPEN_SOCKETS, LW_ALLOW_ACCEPTING, );
  return (lw_policy){paths, (int)LW_COUNT(paths), 0, 0, filter, LW_COUNT(filter)};
}

/* Open sockets, and reading libraries: a helper that speaks to a bus, and the filter between both. */
static inline lw_policy lw_bus_policy(void) {
  static const char *const paths[] = {"/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime"};
  LW_FILTER(LW_ALLOW_OPEN_SOCKETS, );
  return (lw_policy){paths, (int)LW_COUNT(paths), 0, 1, filter, LW_COUNT(filter)};
}

/* Libraries, gdk-pixbuf's decoders, fonts and Fontconfig's cache; no sockets at all. */
static inline lw_policy lw_painter_policy(void) {
  static const char *const paths[] = {
      "/usr", "/lib", "/lib64", "/opt", "/var/cache/fontconfig", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime",
  };
  LW_FILTER();
  return (lw_policy){paths, (int)LW_COUNT(paths), 0, 0, filter, LW_COUNT(filter)};
}

/* Enters a sandbox: Landlock, then seccomp. Both apply to the calling thread and any it starts later.
 *
 * `more` lists further readable paths. */
static inline void lw_enter_helper_sandbox(lw_policy policy, const char *const *more, int more_count) {
  if (policy.ends_with_parent) prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
  prctl(PR_SET_NO_NEW_PRIVS, 1UL, 0UL, 0UL, 0UL);
  /* Other processes of the same user can't attach to it. */
  prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
  lw_landlock_read_only(policy.paths, policy.path_count, more, more_count, policy.connects);
#ifdef LW_AUDIT_ARCH
  lw_seccomp(policy.filter, policy.filter_count);
#endif
}
#endif
