/* What Swift cannot call by itself: prctl(2) takes a variable number of arguments. */
#if defined(__linux__)
#include <sys/prctl.h>

#include "sandbox.h"
static inline int lw_prctl(int option, unsigned long value) { return prctl(option, value, 0UL, 0UL, 0UL); }
#endif
