#!/usr/bin/env python3
"""Tests of luawidget-worker with the real prelude. Usage: run.py [word in a test's name].

LUAWIDGET_WORKER names the binary; the default is build/luawidget-worker. With LUAWIDGET_PRELUDE=built-in the prelude in the
binary is used instead of the one in Sources. A sanitizer's build works too: pass its options in ASAN_OPTIONS or UBSAN_OPTIONS.
"""

import os
import sys
import traceback

sys.dont_write_bytecode = True

import checks
import test_entries  # each module adds its tests to checks.TESTS
import test_environment
import test_frames
import test_host_calls
import test_json
import test_json_cases
import test_limits
import test_views
import test_xml
from worker import BINARY


def main():
    if not os.access(BINARY, os.X_OK):
        print("there is no worker at %s: run `make worker`, or set LUAWIDGET_WORKER" % BINARY)
        return 1
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    failed = 0
    chosen = [t for t in checks.TESTS if word in t.__name__]
    for function in chosen:
        try:
            function()
        except Exception as error:
            failed += 1
            where = traceback.extract_tb(error.__traceback__)
            lines = ["%s:%d" % (os.path.basename(f.filename), f.lineno) for f in where]
            print("FAILED %s (%s): %s: %s" % (function.__name__, " ".join(lines), type(error).__name__, error))
    print("%d passed, %d failed" % (len(chosen) - failed, failed))
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
