/* Descriptors the kernel uses to report changes: of the system clock, of suspensions, and of the network.
 *
 * The structures are declared here: including their headers would make the C library's types seem to come from this module. */
#pragma once
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Readable at the time set by lw_alarm_set, and also when the clock is set or the machine wakes up. */
static inline int lw_alarm_create(void) {
  return (int)syscall(SYS_timerfd_create, 0 /* CLOCK_REALTIME */, 02004000 /* TFD_CLOEXEC, TFD_NONBLOCK */);
}

/* `seconds` since 1970; 0 or less disarms. */
static inline int lw_alarm_set(int descriptor, double seconds) {
  struct {
    int64_t interval[2], value[2]; /* seconds, nanoseconds */
  } time = {{0, 0}, {0, 0}};
  if (seconds > 0) {
    time.value[0] = (int64_t)seconds;
    time.value[1] = (int64_t)((seconds - (double)time.value[0]) * 1e9);
    if (time.value[1] > 999999999) time.value[1] = 999999999;
  }
  return (int)syscall(SYS_timerfd_settime, descriptor, 3 /* TFD_TIMER_ABSTIME, TFD_TIMER_CANCEL_ON_SET */, &time, (void *)0);
}

/* Readable when a child process has ended. -1 before Linux 5.3. */
static inline int lw_process_end(int pid) { return (int)syscall(434 /* SYS_pidfd_open, which sets FD_CLOEXEC */, pid, 0); }

/* Readable when an address or a route changes. -1 without netlink. */
static inline int lw_network_changes(void) {
  struct {
    uint16_t family, padding;
    uint32_t process, groups;
  } address = {16 /* AF_NETLINK */, 0, 0, 0x10 | 0x40 | 0x100 | 0x400 /* addresses and routes of IPv4 and IPv6 */};
  int descriptor = (int)syscall(SYS_socket, 16, 02004003 /* SOCK_CLOEXEC, SOCK_NONBLOCK, SOCK_RAW */, 0 /* NETLINK_ROUTE */);
  if (descriptor < 0) return -1;
  if (syscall(SYS_bind, descriptor, &address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}
