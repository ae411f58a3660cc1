/* The sandbox: what a worker gives up before it reads the first byte. Best effort: a feature that the kernel lacks is skipped. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "worker.h"

enum { STACK = 16 << 20, ROOM = 64 << 20 /* beside Lua's own memory: frames, json text, the allocator's waste */ };

static size_t mapped_at_start;
static lw_confinement confinement;

/* raises: never; stack: 0 */
static bool limit(int what, rlim_t most) {
  struct rlimit value = {.rlim_cur = most, .rlim_max = most};
  return setrlimit(what, &value) == 0;
}

/* raises: never; stack: 0 */
static void limit_stack(void) {
  struct rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) != 0) return;
  stack.rlim_cur = STACK;
  if (stack.rlim_max == RLIM_INFINITY || stack.rlim_max >= stack.rlim_cur) setrlimit(RLIMIT_STACK, &stack);
}

/* raises: never; stack: 0 */
static void set_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL); /* the broker may have blocked the signals of our timers */
  signal(SIGPIPE, SIG_IGN);              /* a closed socket is an error of write */
  signal(SIGINT, SIG_IGN);               /* control-C is for the broker, which then closes the socket */
  signal(SIGQUIT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
}

#if defined(__linux__)
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* raises: never; stack: 0 */
static void measure_mapped(void) {
  char text[32] = {0};
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  unsigned long pages = 0;
  if (file >= 0) {
    if (read(file, text, sizeof text - 1) > 0) sscanf(text, "%lu", &pages);
    close(file);
  }
  mapped_at_start = pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* Landlock with every right handled and no path allowed. The kernel's numbers, because old headers lack them.
 * raises: never; stack: 0 */
static int close_file_system(void) {
#ifdef SYS_landlock_create_ruleset
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return 0;
  struct {
    uint64_t files, net, scopes;
  } handled = {(1 << 13) - 1, 0, 0};
  size_t size = sizeof handled.files;
  if (version >= 2) handled.files |= 1 << 13;                     /* refer */
  if (version >= 3) handled.files |= 1 << 14;                     /* truncate */
  if (version >= 4) handled.net = 3, size = 2 * sizeof(uint64_t); /* bind and connect */
  if (version >= 5) handled.files |= 1 << 15;                     /* ioctl of devices */
  if (version >= 6) handled.scopes = 3, size = sizeof handled;    /* abstract sockets and signals */
  int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
  if (rules < 0) return 0;
  bool done = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done ? version : 0;
#else
  return 0;
#endif
}

#if defined(__x86_64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef LW_AUDIT_ARCH
enum { OFFSET_ARCH = offsetof(struct seccomp_data, arch), OFFSET_NUMBER = offsetof(struct seccomp_data, nr) };
/* The low halves of an argument; both machines are little-endian. */
enum { OFFSET_PROCESS = offsetof(struct seccomp_data, args), OFFSET_PROTECTION = OFFSET_PROCESS + 2 * 8 };

#define ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */)

/* Every system call is refused with EPERM, except those for memory, the socket, the clock and exiting.
 * raises: never; stack: 0 */
static bool close_system_calls(void) {
  static const struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, OFFSET_ARCH),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LW_AUDIT_ARCH, 1, 0),
      REFUSE,
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, OFFSET_NUMBER),
      ALLOW(SYS_read),
      ALLOW(SYS_write),
      ALLOW(SYS_clock_gettime),
      ALLOW(SYS_brk),
      ALLOW(SYS_munmap),
      ALLOW(SYS_mremap),
      ALLOW(SYS_madvise),
      ALLOW(SYS_setitimer),
#ifdef SYS_getrlimit
      ALLOW(SYS_getrlimit),
      ALLOW(SYS_setrlimit),
#endif
      ALLOW(SYS_getrusage),
      ALLOW(SYS_futex),
      ALLOW(SYS_ppoll),
#ifdef SYS_poll
      ALLOW(SYS_poll),
#endif
      ALLOW(SYS_gettimeofday),
#ifdef SYS_time
      ALLOW(SYS_time),
#endif
      ALLOW(SYS_getpid),
      ALLOW(SYS_rt_sigreturn),
      ALLOW(SYS_restart_syscall),
#ifdef __SANITIZE_ADDRESS__ /* a build of the tests */
      ALLOW(SYS_sigaltstack),
      ALLOW(SYS_gettid),
      ALLOW(SYS_rt_sigprocmask),
#endif
      ALLOW(SYS_exit),
      ALLOW(SYS_exit_group),
      /* Limits of this process only. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, OFFSET_PROCESS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      REFUSE,
      /* Memory that cannot be executed. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, OFFSET_PROTECTION),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      REFUSE,
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = (struct sock_filter *)filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
static bool close_system_calls(void) { return false; }
#endif

/* Linux sends the parent-death signal when the *thread* that started us ends: the broker starts workers from one that stays.
 * raises: never; stack: 0 */
void lw_confine_early(void) {
  pid_t parent = getppid();
  confinement.parent_death = prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0;
  if (getppid() != parent) _exit(0); /* it has ended meanwhile */
  confinement.no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  confinement.not_dumpable = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
#ifdef SYS_close_range
  syscall(SYS_close_range, LW_SOCKET + 1, ~0U, 0);
#endif
  measure_mapped();
  set_signals();
  if (chdir("/") != 0) { /* no matter: nothing is opened from here on */
  }
  confinement.limits = limit(RLIMIT_CORE, 0);
  confinement.limits = limit(RLIMIT_FSIZE, 0) && confinement.limits;
  confinement.limits = limit(RLIMIT_NPROC, 0) && confinement.limits;
  limit_stack();
}

/* Everything that has to be opened is open. raises: never; stack: 0 */
lw_confinement lw_confine(void) {
  confinement.landlock = close_file_system();
  confinement.limits = limit(RLIMIT_NOFILE, LW_SOCKET + 1) && confinement.limits;
  confinement.seccomp = close_system_calls();
  return confinement;
}

/* raises: never; stack: 0 */
bool lw_limit_address_space(size_t memory) {
#ifdef __SANITIZE_ADDRESS__ /* its shadow memory has no limit */
  mapped_at_start = 0;
#endif
  return mapped_at_start != 0 && limit(RLIMIT_AS, mapped_at_start + memory + ROOM);
}

#else

/* raises: never; stack: 0 */
void lw_confine_early(void) {
  set_signals();
  if (chdir("/") != 0) { /* no matter: nothing is opened from here on */
  }
  confinement.limits = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0);
  limit_stack();
}

/* raises: never; stack: 0 */
lw_confinement lw_confine(void) {
  confinement.limits = limit(RLIMIT_NOFILE, LW_SOCKET + 1) && confinement.limits;
  return confinement;
}

/* raises: never; stack: 0 */
bool lw_limit_address_space(size_t memory) {
  (void)memory;
  return false;
}

#endif
