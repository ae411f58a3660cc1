/* libsystemd's D-Bus client (sd-bus(3)), linked by luawidget-notifier. Swift doesn't see its variadic functions. */
#pragma once
#if defined(__linux__)
#include <systemd/sd-bus.h>
#endif
