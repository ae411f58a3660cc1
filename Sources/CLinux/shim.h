/* What Swift cannot call by itself: prctl(2) takes a variable number of arguments. */
#if defined(__linux__)
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* ppoll, pipe2 */
#endif
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fetcher_sandbox.h"
#include "notifications.h"
#include "sandbox.h"
#include "server_sandbox.h"
#include "supervisor.h"
static inline int lw_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }
static inline int lw_prctl(int option, unsigned long value) { return prctl(option, value, 0UL, 0UL, 0UL); }
#endif
