/* Landlock with the kernel's numbers, because old headers lack them. The worker, the painter and the fetcher share it. */
#pragma once
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Allows reading `count` files, or what is below them if they are folders, and nothing else in the file system, no listening on
 * TCP ports, no connecting to them unless `connects`, and no signals to other processes.
 * Returns the version of Landlock, or 0 if the rules are not in force; an old kernel has none. Needs no_new_privs. */
static inline int lw_landlock_read_only(const char *const *paths, int count, int connects) {
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
  for (int index = 0; index < count; index++) {
    struct __attribute__((packed)) {
      uint64_t allowed;
      int32_t parent;
    } rule = {1 << 2 /* read a file */, open(paths[index], O_RDONLY | O_NONBLOCK | O_CLOEXEC)};
    struct stat status;
    if (rule.parent < 0) continue;
    if (fstat(rule.parent, &status) == 0 && S_ISDIR(status.st_mode)) rule.allowed |= 1 << 3 /* read a folder */;
    syscall(SYS_landlock_add_rule, rules, 1 /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0);
    close(rule.parent);
  }
  int done = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done ? version : 0;
#else
  (void)paths, (void)count, (void)connects;
  return 0;
#endif
}
