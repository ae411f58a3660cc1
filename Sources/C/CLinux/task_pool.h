/* Runs Swift's tasks on separate threads. The hook is part of the concurrency runtime's interface. */
#pragma once
#if defined(__linux__)
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__clang__)
#define LW_SWIFTCALL __attribute__((swiftcall))

typedef void (*lw_enqueue_job)(void *job);

typedef struct {
  void *identity;
  void *implementation;
} lw_serial_executor;

extern LW_SWIFTCALL void (*swift_task_enqueueGlobal_hook)(void *job, void *original);
extern LW_SWIFTCALL void swift_job_run(void *job, lw_serial_executor executor);

/* Where jobs go. One file of Swift uses these functions. */
static inline lw_enqueue_job *lw_job_pool(void) {
  static lw_enqueue_job pool;
  return &pool;
}

static LW_SWIFTCALL void lw_hook_enqueue(void *job, void *original) {
  (void)original;
  (*lw_job_pool())(job);
}

/* From now on, jobs without an executor go to this function, from any thread. */
static inline void lw_use_task_pool(lw_enqueue_job pool) {
  *lw_job_pool() = pool;
  swift_task_enqueueGlobal_hook = lw_hook_enqueue;
}

/* Runs a job on the calling thread. */
static inline void lw_run_job(void *job) {
  lw_serial_executor none = {0, 0};
  swift_job_run(job, none);
}
#endif

/* A timer on CLOCK_BOOTTIME, which keeps running while the machine is suspended. */
static inline int lw_delay_create(void) {
  return (int)syscall(SYS_timerfd_create, 7 /* CLOCK_BOOTTIME */, 02004000 /* TFD_CLOEXEC, TFD_NONBLOCK */);
}

static inline int lw_delay_set(int descriptor, double due) {
  struct {
    int64_t interval[2], value[2]; /* seconds, nanoseconds */
  } time = {{0, 0}, {(int64_t)due, (int64_t)((due - (double)(int64_t)due) * 1e9)}};
  /* 0 would disarm it. */
  if (time.value[0] == 0 && time.value[1] == 0) time.value[1] = 1;
  return (int)syscall(SYS_timerfd_settime, descriptor, 1 /* TFD_TIMER_ABSTIME */, &time, (void *)0);
}
#endif
