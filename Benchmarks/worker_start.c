/* Starts a worker 300 times. Prints the median time from spawn to ready in milliseconds, and the private memory of the last one in
 * KiB.  usage: worker_start PATH-OF-WORKER */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 300 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The handshake of docs/protocol.md: [1, 1, {memory, budgets, seed, host}]. */
/* clang-format off */
static const unsigned char hello[] =
    "\x93\x01\x01\x84"
    "\xa6memory\xce\x02\x00\x00\x00"
    "\xa7" "budgets\x84" "\xa4load\xcd\x01\xf4" "\xa6update\xcd\x03\xe8" "\xa3tap\xcd\x01\xf4" "\xa7" "content\x64"
    "\xa4seed\x01"
    "\xa4host\x93\xa9" "cache.get\xa5" "fetch\xac" "defaults.get";
/* clang-format on */

static long private_memory(pid_t pid) {
  char path[64], line[256];
  long value, sum = 0;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "Private_Dirty: %ld", &value) == 1) sum += value;
  }
  fclose(file);
  return sum;
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  double times[RUNS];
  long memory = 0;
  for (int i = 0; i < RUNS; i++) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return 1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3);
    char *argv[] = {"luawidget-worker", 0}, *envp[] = {0};
    double begin = now();
    pid_t pid;
    if (posix_spawn(&pid, arguments[1], &actions, 0, argv, envp) != 0) return 1;
    close(ends[1]);
    unsigned size = sizeof hello - 1;
    unsigned char head[4] = {size & 255, size >> 8, 0, 0}, ready[4096];
    if (write(ends[0], head, 4) != 4 || write(ends[0], hello, size) != (ssize_t)size) return 1;
    if (read(ends[0], ready, sizeof ready) < 8) {
      fprintf(stderr, "the worker did not respond\n");
      return 1;
    }
    times[i] = now() - begin;
    if (i == RUNS - 1) memory = private_memory(pid);
    close(ends[0]);
    waitpid(pid, 0, 0);
    posix_spawn_file_actions_destroy(&actions);
  }
  qsort(times, RUNS, sizeof *times, compare);
  printf("%.3f %ld\n", times[RUNS / 2], memory);
  return 0;
}
