/* What every Swift process of the project needs: reading files, memory, threads, clocks and its own end. The painter and the fetcher
 * share it. */
#pragma once
#include "seccomp_filter.h"

#ifdef SYS_faccessat2
#define LW_OPTIONAL_FACCESSAT2 LW_ALLOW(SYS_faccessat2),
#else
#define LW_OPTIONAL_FACCESSAT2
#endif

#ifdef SYS_open
#define LW_OPTIONAL_OPEN                                                                                                         \
  LW_ALLOW(SYS_open), LW_ALLOW(SYS_stat), LW_ALLOW(SYS_lstat), LW_ALLOW(SYS_access), LW_ALLOW(SYS_readlink), LW_ALLOW(SYS_poll), \
      LW_ALLOW(SYS_time), LW_ALLOW(SYS_getrlimit), LW_ALLOW(SYS_setrlimit), LW_ALLOW(SYS_arch_prctl),
#else
#define LW_OPTIONAL_OPEN
#endif

#ifdef SYS_rseq
#define LW_OPTIONAL_RSEQ LW_ALLOW(SYS_rseq),
#else
#define LW_OPTIONAL_RSEQ
#endif

#ifdef SYS_membarrier
#define LW_OPTIONAL_MEMBARRIER LW_ALLOW(SYS_membarrier),
#else
#define LW_OPTIONAL_MEMBARRIER
#endif

/* Threads, but no processes. The flags of clone3 are in memory that a filter cannot read: without it, libc uses clone. */
#ifdef SYS_clone3
#define LW_REFUSE_CLONE3 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1), LW_REFUSE(38 /* ENOSYS */),
#else
#define LW_REFUSE_CLONE3
#endif
#define LW_ALLOW_THREADS                                                                      \
  LW_REFUSE_CLONE3 BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4), LW_LOAD_ARGUMENT(0), \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x10000 /* CLONE_THREAD */, 0, 1), LW_RETURN_ALLOW, LW_REFUSE(1)

/* Everything but what would let the process outlive its parent, or be traced: PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_PTRACER. */
#define LW_ALLOW_PRCTL                                                                                                      \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 6), LW_LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 3, 0),  \
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 4, 2, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x59616d61, 1, 0), LW_RETURN_ALLOW, \
      LW_REFUSE(1)

#define LW_ALLOW_READING_AND_THREADS                                                                                           \
  LW_OPTIONAL_FACCESSAT2 LW_OPTIONAL_OPEN LW_OPTIONAL_RSEQ LW_OPTIONAL_MEMBARRIER LW_ALLOW(SYS_read), LW_ALLOW(SYS_write),     \
      LW_ALLOW(SYS_readv), LW_ALLOW(SYS_writev), LW_ALLOW(SYS_pread64), LW_ALLOW(SYS_lseek), LW_ALLOW(SYS_openat),             \
      LW_ALLOW(SYS_close), LW_ALLOW(SYS_fstat), LW_ALLOW(SYS_newfstatat), LW_ALLOW(SYS_statx), LW_ALLOW(SYS_fstatfs),          \
      LW_ALLOW(SYS_statfs), LW_ALLOW(SYS_getdents64), LW_ALLOW(SYS_faccessat), LW_ALLOW(SYS_readlinkat), LW_ALLOW(SYS_getcwd), \
      LW_ALLOW(SYS_fcntl), LW_ALLOW(SYS_fadvise64), LW_ALLOW(SYS_ppoll), LW_ALLOW(SYS_mmap), LW_ALLOW(SYS_munmap),             \
      LW_ALLOW(SYS_mremap), LW_ALLOW(SYS_mprotect), LW_ALLOW(SYS_madvise), LW_ALLOW(SYS_brk), LW_ALLOW(SYS_futex),             \
      LW_ALLOW(SYS_set_robust_list), LW_ALLOW(SYS_sched_yield), LW_ALLOW(SYS_sched_getaffinity), LW_ALLOW(SYS_sysinfo),        \
      LW_ALLOW(SYS_uname), LW_ALLOW(SYS_getpid), LW_ALLOW(SYS_gettid), LW_ALLOW(SYS_getuid), LW_ALLOW(SYS_geteuid),            \
      LW_ALLOW(SYS_getgid), LW_ALLOW(SYS_getegid), LW_ALLOW(SYS_getrandom), LW_ALLOW(SYS_getrusage),                           \
      LW_ALLOW(SYS_clock_gettime), LW_ALLOW(SYS_clock_getres), LW_ALLOW(SYS_clock_nanosleep), LW_ALLOW(SYS_nanosleep),         \
      LW_ALLOW(SYS_gettimeofday), LW_ALLOW(SYS_rt_sigaction), LW_ALLOW(SYS_rt_sigprocmask), LW_ALLOW(SYS_rt_sigreturn),        \
      LW_ALLOW(SYS_sigaltstack), LW_ALLOW(SYS_restart_syscall), LW_ALLOW(SYS_exit), LW_ALLOW(SYS_exit_group), LW_ALLOW_PRCTL,  \
      LW_ALLOW_OWN_LIMITS, LW_ALLOW_THREADS
