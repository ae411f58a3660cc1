/* The parts of a seccomp filter that allows a few system calls. The worker and the painter share them. */
#pragma once
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LW_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define LW_LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)
/* The low half of an argument; both machines are little-endian. */
#define LW_LOAD_ARGUMENT(index) LW_LOAD(offsetof(struct seccomp_data, args) + (index)*8)
#define LW_RETURN_ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LW_REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define LW_ALLOW(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), LW_RETURN_ALLOW

/* Begins a filter: refuses the system calls of other architectures, and loads the number of the call. */
#define LW_BEGIN                                                                                                        \
  LW_LOAD(offsetof(struct seccomp_data, arch)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LW_AUDIT_ARCH, 1, 0), LW_REFUSE(1), \
      LW_LOAD(offsetof(struct seccomp_data, nr))

/* Allows a process to change its own limits only. */
#define LW_ALLOW_OWN_LIMITS                                                                                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4), LW_LOAD_ARGUMENT(0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), \
      LW_RETURN_ALLOW, LW_REFUSE(1)

/* Returns whether the filter is in force. Needs no_new_privs. */
static inline int lw_seccomp(const struct sock_filter *filter, size_t count) {
  struct sock_fprog program = {.len = (unsigned short)count, .filter = (struct sock_filter *)filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
