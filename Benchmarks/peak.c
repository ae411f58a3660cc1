/* Runs a command and prints its peak resident memory in KiB, without its children.  usage: peak COMMAND...
 * A small launcher matters: the peak of a forked child includes the memory of the process that forked it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
  if (count < 2) return 2;
  pid_t pid = fork();
  if (pid == 0) {
    dup2(open("/dev/null", O_WRONLY), 1);
    execvp(arguments[1], arguments + 1);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(pid, &status, 0, &usage) != pid || status != 0) return 1;
  printf("%ld\n", usage.ru_maxrss);
  return 0;
}
