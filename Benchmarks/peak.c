/* Runs a command and prints the most memory that it held at once (KiB), its children not included.  usage: peak COMMAND...
 * A launcher as small as this one does not count itself in, as a large one that forks would. */
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
