#!/usr/bin/env python3
"""Writes the modes of the terminal it runs in to a file, to compare them.  usage: modes.py FILE"""

import json
import os
import re
import select
import sys
import termios
import tty

# Wrapping, the cursor, the mouse, focus, the alternate screen, pastes, frames, grapheme clusters and colour changes.
MODES = [1, 7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004, 2026, 2027, 2031]


def main():
    device = os.open("/dev/tty", os.O_RDWR)
    saved = termios.tcgetattr(device)
    tty.setraw(device)
    os.set_blocking(device, False)
    queries = "" if os.environ.get("TERM") == "linux" else "".join("\033[?%d$p" % mode for mode in MODES)
    os.write(device, (queries + "\033[c").encode())
    text = ""
    while not re.search(r"\033\[\?[0-9;]*c", text) and select.select([device], [], [], 3)[0]:
        text += os.read(device, 4096).decode(errors="replace")
    termios.tcsetattr(device, termios.TCSANOW, saved)
    found = {"terminal": [repr(word) for word in saved], "answered": "c" in text}
    found.update(re.findall(r"\033\[\?(\d+);(\d+)\$y", text))
    with open(sys.argv[1] + ".new", "w") as file:
        json.dump(found, file, sort_keys=True)
    os.rename(sys.argv[1] + ".new", sys.argv[1])


main()
