/* The painter's seccomp filter and Landlock rules: system calls that Swift cannot make by itself. */
#if defined(__linux__)
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Allows reading below `count` folders and nothing else in the file system, no TCP, and no signals to other processes.
 * Returns whether the rules are in force; an old kernel has no Landlock. Needs no_new_privs. */
static inline int lw_landlock_read_only(const char *const *folders, int count) {
#ifdef SYS_landlock_create_ruleset
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return 0;
  /* The kernel's numbers, because old headers lack them: all rights on files, bind and connect, scopes. */
  struct {
    uint64_t files, net, scopes;
  } handled = {(1 << 13) - 1, 0, 0};
  size_t size = sizeof handled.files;
  if (version >= 2) handled.files |= 1 << 13;                     /* refer */
  if (version >= 3) handled.files |= 1 << 14;                     /* truncate */
  if (version >= 4) handled.net = 3, size = 2 * sizeof(uint64_t); /* bind and connect */
  if (version >= 5) handled.files |= 1 << 15;                     /* ioctl on devices */
  if (version >= 6) handled.scopes = 3, size = sizeof handled;    /* abstract sockets and signals */
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
  if (rules < 0) return 0;
  for (int index = 0; index < count; index++) {
    struct __attribute__((packed)) {
      uint64_t allowed;
      int32_t parent;
    } rule = {1 << 2 | 1 << 3 /* read a file, read a folder */, open(folders[index], O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (rule.parent < 0) continue;
    syscall(SYS_landlock_add_rule, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0);
    close(rule.parent);
  }
  int done = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done;
#else
  (void)folders, (void)count;
  return 0;
#endif
}

#if defined(__x86_64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define LW_ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LW_REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error)

/* Refuses every system call but those of reading files, memory, threads, clocks and the end of the process: no program is
 * executed, no process is started, no socket is opened. Returns whether the filter is in force. Needs no_new_privs. */
static inline int lw_seccomp_painter(void) {
#ifdef LW_AUDIT_ARCH
  static const struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LW_AUDIT_ARCH, 1, 0),
      LW_REFUSE(1),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      LW_ALLOW(SYS_read),
      LW_ALLOW(SYS_write),
      LW_ALLOW(SYS_readv),
      LW_ALLOW(SYS_writev),
      LW_ALLOW(SYS_pread64),
      LW_ALLOW(SYS_lseek),
      LW_ALLOW(SYS_openat),
      LW_ALLOW(SYS_close),
      LW_ALLOW(SYS_fstat),
      LW_ALLOW(SYS_newfstatat),
      LW_ALLOW(SYS_statx),
      LW_ALLOW(SYS_fstatfs),
      LW_ALLOW(SYS_statfs),
      LW_ALLOW(SYS_getdents64),
      LW_ALLOW(SYS_faccessat),
#ifdef SYS_faccessat2
      LW_ALLOW(SYS_faccessat2),
#endif
      LW_ALLOW(SYS_readlinkat),
      LW_ALLOW(SYS_getcwd),
      LW_ALLOW(SYS_fcntl),
      LW_ALLOW(SYS_fadvise64),
#ifdef SYS_open
      LW_ALLOW(SYS_open),
      LW_ALLOW(SYS_stat),
      LW_ALLOW(SYS_lstat),
      LW_ALLOW(SYS_access),
      LW_ALLOW(SYS_readlink),
      LW_ALLOW(SYS_poll),
      LW_ALLOW(SYS_time),
      LW_ALLOW(SYS_getrlimit),
      LW_ALLOW(SYS_setrlimit),
      LW_ALLOW(SYS_arch_prctl),
#endif
      LW_ALLOW(SYS_ppoll),
      LW_ALLOW(SYS_mmap),
      LW_ALLOW(SYS_munmap),
      LW_ALLOW(SYS_mremap),
      LW_ALLOW(SYS_mprotect),
      LW_ALLOW(SYS_madvise),
      LW_ALLOW(SYS_brk),
      LW_ALLOW(SYS_futex),
      LW_ALLOW(SYS_set_robust_list),
      LW_ALLOW(SYS_sched_yield),
      LW_ALLOW(SYS_sched_getaffinity),
      LW_ALLOW(SYS_sysinfo),
      LW_ALLOW(SYS_uname),
      LW_ALLOW(SYS_getpid),
      LW_ALLOW(SYS_gettid),
      LW_ALLOW(SYS_getuid),
      LW_ALLOW(SYS_geteuid),
      LW_ALLOW(SYS_getgid),
      LW_ALLOW(SYS_getegid),
      LW_ALLOW(SYS_getrandom),
      LW_ALLOW(SYS_getrusage),
      LW_ALLOW(SYS_clock_gettime),
      LW_ALLOW(SYS_clock_getres),
      LW_ALLOW(SYS_clock_nanosleep),
      LW_ALLOW(SYS_nanosleep),
      LW_ALLOW(SYS_gettimeofday),
      LW_ALLOW(SYS_rt_sigaction),
      LW_ALLOW(SYS_rt_sigprocmask),
      LW_ALLOW(SYS_rt_sigreturn),
      LW_ALLOW(SYS_sigaltstack),
      LW_ALLOW(SYS_restart_syscall),
      LW_ALLOW(SYS_prctl),
      LW_ALLOW(SYS_exit),
      LW_ALLOW(SYS_exit_group),
#ifdef SYS_rseq
      LW_ALLOW(SYS_rseq),
#endif
#ifdef SYS_membarrier
      LW_ALLOW(SYS_membarrier),
#endif
      /* Its own limits only. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      LW_REFUSE(1),
      /* Threads, but no processes. The flags of clone3 are in memory that a filter cannot read: without it, libc uses clone. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x10000 /* CLONE_THREAD */, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      LW_REFUSE(1),
#ifdef SYS_clone3
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
      LW_REFUSE(38 /* ENOSYS */),
#endif
      LW_REFUSE(1 /* EPERM */),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = (struct sock_filter *)filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
#else
  return 0;
#endif
}
#endif
