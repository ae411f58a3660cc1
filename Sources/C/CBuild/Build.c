#include "Build.h"

/* A section of its own, so that a commit is written into finished programs: compiling it in would compile again for each one. */
#ifdef __linux__
__attribute__((section(".luawidget.build"), used))
#endif
const volatile char luawidget_build[LUAWIDGET_BUILD_LENGTH] = "development build";
