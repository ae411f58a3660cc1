/* The D-Bus client of libsystemd (sd-bus(3)), which luawidget-notifier links. Swift doesn't see its functions with a variable number of
 * arguments. */
#pragma once
#if defined(__linux__)
#include <systemd/sd-bus.h>
#endif
