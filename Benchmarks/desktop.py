#!/usr/bin/env python3
"""Twenty cards on an idle desktop beside conky with the same values: processor time and memory.  usage: desktop.py PROGRAM [SECONDS]

Both run at once on one X server without a monitor (Xvfb), and both have windows there: it needs a conky with X11 (the package conky-std or
conky-all; conky-cli has none). Prints JSON: for each, the percentage of a core and megabytes (the proportional share of its memory, because
libraries are shared with other programs).
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CARDS = 20
WIDGET = """
widget { name = "Disk %d", icon = "internaldrive", refresh = "1m", permissions = { device = { "disk", "memory" } } }
function perform_update() return update_result.new_data end
function content()
  local disk, memory = device.disk("/"), device.memory()
  return ui.vstack {
    ui.text { ("%%.1f of %%.1f GB"):format(disk.used / 1e9, (disk.used + disk.free) / 1e9) },
    ui.progress { disk.used / (disk.used + disk.free) },
    ui.text { ("%%.1f GB of memory"):format(memory.used / 1e9), color = "secondary" },
  }
end
"""
CONKY = """
conky.config = { out_to_x = true, own_window = true, own_window_type = 'desktop', own_window_title = 'conky', alignment = 'top_left',
  update_interval = 60, double_buffer = true }
conky.text = [[
%s]]
"""


def descendants(pid):
    """A process and those that it started."""
    children = {}
    for entry in Path("/proc").iterdir():
        try:
            number, parent = int(entry.name), int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        children.setdefault(parent, []).append(number)
    found = [pid]
    for process in found:
        found += children.get(process, [])
    return found


def ticks(pid):
    total = 0
    for process in descendants(pid):
        try:
            fields = Path("/proc/%d/stat" % process).read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        # Its own time, and that of its ended children.
        total += sum(int(field) for field in fields[11:15])
    return total


def megabytes(pid):
    total = 0
    for process in descendants(pid):
        try:
            lines = Path("/proc/%d/smaps_rollup" % process).read_text().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def main():
    features = subprocess.run(["conky", "--version"], capture_output=True, text=True, check=False).stdout
    if "X11" not in features:
        sys.exit("conky has no X11; install conky-std")
    program, seconds = Path(sys.argv[1]).resolve(), float(sys.argv[2]) if len(sys.argv) > 2 else 180
    folder = Path(tempfile.mkdtemp(prefix="luawidget-desktop-benchmark-"))
    boards = folder / ".config/luawidget/boards"
    boards.mkdir(parents=True)
    with (boards / "today.toml").open("w") as board:
        for number in range(CARDS):
            widget = folder / ("disk%d.lua" % number)
            widget.write_text(WIDGET % number)
            board.write('[[widget]]\nfile = "%s"\nfamily = "medium"\n\n' % widget)
    lines = "Disk ${fs_used /} of ${fs_size /} ${fs_bar 6 /}\n$mem of memory\n" * CARDS
    (folder / "conky.conf").write_text(CONKY % lines)
    read, write = os.pipe()
    environment = {
        "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
        "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
    }

    def start(*command, **options):
        return subprocess.Popen(
            [str(word) for word in command], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, **options)

    server = start("Xvfb", "-displayfd", write, "-screen", "0", "1920x1200x24", "-nolisten", "tcp", pass_fds=(write,))
    os.close(write)
    environment["DISPLAY"] = ":" + os.fdopen(read).readline().strip()
    programs = {"luawidget desktop": start(program, "desktop"), "conky": start("conky", "-c", folder / "conky.conf")}
    try:
        # The first updates.
        time.sleep(20)
        tree = subprocess.run(["xwininfo", "-root", "-tree"], env=environment, capture_output=True, text=True, check=True).stdout
        for name, count in [("luawidget disk", CARDS), ("conky", 1)]:
            shown = len([line for line in tree.splitlines() if '"%s' % name in line])
            if shown < count:
                sys.exit("%s has %d of %d windows" % (name, shown, count))
        before = {name: ticks(process.pid) for name, process in programs.items()}
        started = time.monotonic()
        time.sleep(seconds)
        elapsed = time.monotonic() - started
        result = {
            name: {
                "percent": round(100 * (ticks(process.pid) - before[name]) / os.sysconf("SC_CLK_TCK") / elapsed, 3),
                "megabytes": round(megabytes(process.pid), 1), "processes": len(descendants(process.pid)),
            }
            for name, process in programs.items()
        }
        print(json.dumps(result))
    finally:
        for process in [*programs.values(), server]:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
