/* What a program was built from. */
#ifndef LUAWIDGET_BUILD_H
#define LUAWIDGET_BUILD_H

#define LUAWIDGET_BUILD_LENGTH 64

/* Volatile, because Scripts/stamp-build changes the text in the linked program. */
extern const volatile char luawidget_build[LUAWIDGET_BUILD_LENGTH];

/* A byte of the text, which a NUL ends. Swift can't import volatile arrays. */
static inline char luawidget_build_byte(unsigned index) { return index < LUAWIDGET_BUILD_LENGTH ? luawidget_build[index] : 0; }

#endif
