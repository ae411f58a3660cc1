/* Descriptors by which the kernel reports changes: of the system clock, of suspensions, and of the network. */
#pragma once
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <math.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

/* Readable when the time that lw_alarm_set gives has come, and also when the clock is set or the machine wakes up. */
static inline int lw_alarm_create(void) { return timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC); }

/* `seconds` since 1970; 0 or less disarms. */
static inline int lw_alarm_set(int descriptor, double seconds) {
  struct itimerspec time = {0};
  if (seconds > 0) {
    time.it_value.tv_sec = (time_t)seconds;
    time.it_value.tv_nsec = (long)((seconds - floor(seconds)) * 1e9);
    if (time.it_value.tv_nsec > 999999999) time.it_value.tv_nsec = 999999999;
  }
  return timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &time, NULL);
}

/* Readable when an address or a route changes. -1 without netlink. */
static inline int lw_network_changes(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
  if (descriptor < 0) return -1;
  struct sockaddr_nl address;
  memset(&address, 0, sizeof address);
  address.nl_family = AF_NETLINK;
  address.nl_groups = RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_ROUTE;
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  close(descriptor);
  return -1;
}
