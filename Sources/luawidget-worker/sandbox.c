/* The sandbox a worker enters before reading the first byte. Best effort: features the kernel lacks are skipped. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "worker.h"

enum { STACK = 16 << 20, OVERHEAD = 64 << 20 /* in addition to Lua's memory: frames, JSON text, the allocator's waste */ };

static size_t mapped_at_start;
static lw_sandbox sandbox;

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
  sigprocmask(SIG_SETMASK, &none, NULL); /* the broker may have blocked our timers' signals */
  signal(SIGPIPE, SIG_IGN);              /* a closed socket is an error of write */
  signal(SIGINT, SIG_IGN);               /* control-C is for the broker, which then closes the socket */
  signal(SIGQUIT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
}

#if defined(__linux__)
#include <sys/mman.h>
#include <sys/prctl.h>

#include "../C/CLinux/sandbox.h"

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

#ifdef LW_AUDIT_ARCH
/* Refuses every system call with EPERM, except those for memory, the socket, the clock and exiting. raises: never; stack: 0 */
static bool filter_system_calls(void) {
  static const struct sock_filter filter[] = {
      LW_BEGIN,
      LW_ALLOW(SYS_read),
      LW_ALLOW(SYS_write),
      LW_ALLOW(SYS_clock_gettime),
      LW_ALLOW(SYS_brk),
      LW_ALLOW(SYS_munmap),
      LW_ALLOW(SYS_mremap),
      LW_ALLOW(SYS_madvise),
      LW_ALLOW(SYS_setitimer),
#ifdef SYS_getrlimit
      LW_ALLOW(SYS_getrlimit),
      LW_ALLOW(SYS_setrlimit),
#endif
      LW_ALLOW(SYS_getrusage),
      LW_ALLOW(SYS_futex),
      LW_ALLOW(SYS_ppoll),
#ifdef SYS_poll
      LW_ALLOW(SYS_poll),
#endif
      LW_ALLOW(SYS_gettimeofday),
#ifdef SYS_time
      LW_ALLOW(SYS_time),
#endif
      LW_ALLOW(SYS_getpid),
      LW_ALLOW(SYS_rt_sigreturn),
      LW_ALLOW(SYS_restart_syscall),
#ifdef __SANITIZE_ADDRESS__ /* a build of the tests */
      LW_ALLOW(SYS_sigaltstack),
      LW_ALLOW(SYS_gettid),
      LW_ALLOW(SYS_rt_sigprocmask),
#endif
      LW_ALLOW(SYS_exit),
      LW_ALLOW(SYS_exit_group),
      LW_ALLOW_OWN_LIMITS,
      /* Memory that isn't executable. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
      LW_LOAD_ARGUMENT(2),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      LW_RETURN_ALLOW,
      LW_REFUSE(1 /* EPERM */),
  };
  return lw_seccomp(filter, sizeof filter / sizeof *filter);
}
#else
static bool filter_system_calls(void) { return false; }
#endif

/* Linux sends the parent-death signal when the *thread* that started us ends, so the broker starts workers from a permanent
 * thread. raises: never; stack: 0 */
void lw_prepare_sandbox(void) {
  pid_t parent = getppid();
  sandbox.parent_death = prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0;
  if (getppid() != parent) _exit(0); /* the parent has ended */
  sandbox.no_new_privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  sandbox.not_dumpable = prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
#ifdef SYS_close_range
  syscall(SYS_close_range, LW_SOCKET + 1, ~0U, 0);
#endif
  measure_mapped();
  set_signals();
  if (chdir("/") != 0) { /* no matter: nothing is opened from here on */
  }
  sandbox.limits = limit(RLIMIT_CORE, 0);
  sandbox.limits = limit(RLIMIT_FSIZE, 0) && sandbox.limits;
  sandbox.limits = limit(RLIMIT_NPROC, 0) && sandbox.limits;
  limit_stack();
}

/* Called once everything needed is open. raises: never; stack: 0 */
lw_sandbox lw_enter_sandbox(void) {
  sandbox.landlock = lw_landlock_read_only(NULL, 0, NULL, 0, 0);
  sandbox.limits = limit(RLIMIT_NOFILE, LW_SOCKET + 1) && sandbox.limits;
  sandbox.seccomp = filter_system_calls();
  return sandbox;
}

/* raises: never; stack: 0 */
bool lw_limit_address_space(size_t memory) {
#ifdef __SANITIZE_ADDRESS__ /* its shadow memory has no limit */
  mapped_at_start = 0;
#endif
  return mapped_at_start != 0 && limit(RLIMIT_AS, mapped_at_start + memory + OVERHEAD);
}

#else

/* raises: never; stack: 0 */
void lw_prepare_sandbox(void) {
  set_signals();
  if (chdir("/") != 0) { /* no matter: nothing is opened from here on */
  }
  sandbox.limits = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, 0);
  limit_stack();
}

/* raises: never; stack: 0 */
lw_sandbox lw_enter_sandbox(void) {
  sandbox.limits = limit(RLIMIT_NOFILE, LW_SOCKET + 1) && sandbox.limits;
  return sandbox;
}

/* raises: never; stack: 0 */
bool lw_limit_address_space(size_t memory) {
  (void)memory;
  return false;
}

#endif
