/* Runs a program under a supervisor: a small process that adopts all of the program's orphans (PR_SET_CHILD_SUBREAPER) and
 * kills them when the program ends or a pipe to luawidget closes, however luawidget ends. A guardian above it adopts them if the
 * supervisor is killed, and the supervisor kills them if the guardian is: by the program, or for lack of memory. Between fork and
 * exec only async-signal-safe functions are called, because luawidget has several threads. */
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct lw_program {
  const char *path;
  char *const *arguments;
  char *const *environment;
  const char *directory; /* NULL: unchanged */
  int input, output, errors;
  int life; /* the reading end of a pipe whose closing ends the program */
} lw_program;

static inline void lw_close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 65536) most = 65536;
  for (int descriptor = first; descriptor < most; descriptor++) close(descriptor);
}

/* Sends SIGKILL to the calling process's children. Returns whether they could be listed. */
static inline int lw_kill_children(void) {
  int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return 0;
  char text[4096];
  pid_t child = 0;
  ssize_t count;
  while ((count = read(list, text, sizeof text)) > 0) {
    for (ssize_t i = 0; i < count; i++) {
      if (text[i] >= '0' && text[i] <= '9') child = child * 10 + (text[i] - '0');
      else {
        if (child > 1) kill(child, SIGKILL);
        child = 0;
      }
    }
  }
  close(list);
  return 1;
}

/* Ends every descendant: a killed child's children become the calling process's, and are killed in the next round. */
static inline void lw_end_descendants(void) {
  for (;;) {
    int is_listed = lw_kill_children();
    if (waitpid(-1, NULL, is_listed ? 0 : WNOHANG) <= 0) return; /* no signal interrupts it */
  }
}

static inline void lw_wake(int number) { (void)number; }

/* Waits for the program, luawidget or the parent to end. Doesn't return; the status is the program's, or 128 plus the number of a
   signal. */
static inline void lw_supervise(pid_t program, int life, pid_t parent) {
  dup2(life, 0);
  lw_close_from(1);
  struct sigaction wake = {.sa_handler = lw_wake};
  sigaction(SIGCHLD, &wake, NULL);
  sigaction(SIGCONT, &wake, NULL);
  prctl(PR_SET_PDEATHSIG, (unsigned long)SIGCONT, 0UL, 0UL, 0UL); /* reaches a stopped process too */
  sigset_t mask;                                                  /* during poll; otherwise every signal is blocked */
  sigfillset(&mask);
  sigdelset(&mask, SIGCHLD);
  sigdelset(&mask, SIGCONT);
  for (;;) {
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG)) > 0) {
      if (ended != program) continue;
      kill(-program, SIGKILL);
      lw_end_descendants();
      _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    }
    struct pollfd closed = {.fd = 0, .events = POLLIN};
    if (getppid() != parent || ppoll(&closed, 1, NULL, &mask) > 0) {
      kill(-program, SIGKILL);
      lw_end_descendants();
      _exit(128 + SIGKILL);
    }
  }
}

static inline void lw_report(int report, int code) {
  ssize_t written = write(report, &code, sizeof code);
  (void)written;
  _exit(127);
}

/* Runs in the new process; reports exec errors on the descriptor `report`. */
static inline void lw_execute(const lw_program *p, int report) {
  prctl(PR_SET_PDEATHSIG, (unsigned long)SIGKILL, 0UL, 0UL, 0UL);
  setsid();
  int code = 0;
  if (dup2(p->input, 0) < 0 || dup2(p->output, 1) < 0 || dup2(p->errors, 2) < 0 || dup2(report, 3) < 0) code = errno;
  fcntl(3, F_SETFD, FD_CLOEXEC);
  lw_close_from(4);
  if (!code && p->directory && chdir(p->directory) != 0) code = errno;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* A program still being written (an upgrade) can be started shortly afterwards. */
  for (int attempt = 0; !code && attempt < 100; attempt++) {
    execve(p->path, p->arguments, p->environment);
    if (errno != ETXTBSY) break;
    usleep(1000);
  }
  lw_report(3, code ? code : errno);
}

/* Starts a program under a supervisor. All descriptors must be above 3. Returns 0 and the guardian's process id, or an error
   number. */
static inline int lw_start_supervised(const lw_program *p, pid_t *guardian) {
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t own = getpid();
  pid_t pid = fork();
  int code = errno;
  if (pid == 0) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (int number = 1; number < 65; number++) sigaction(number, &standard, NULL);
    setsid();
    prctl(PR_SET_NAME, (unsigned long)"luawidget-run", 0UL, 0UL, 0UL);
    prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);
    pid_t guard = getpid();
    pid_t supervisor = fork();
    if (supervisor < 0) lw_report(report[1], errno);
    if (supervisor > 0) lw_supervise(supervisor, p->life, own); /* as if it were the program */
    prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL);          /* not inherited */
    pid_t program = fork();
    if (program < 0) lw_report(report[1], errno);
    if (program == 0) lw_execute(p, report[1]);
    lw_supervise(program, p->life, guard);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (pid > 0) {
    ssize_t count;
    code = 0;
    while ((count = read(report[0], &code, sizeof code)) < 0 && errno == EINTR) continue;
    if (count != sizeof code) code = 0;
    if (code)
      while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  close(report[0]);
  *guardian = pid;
  return code;
}
