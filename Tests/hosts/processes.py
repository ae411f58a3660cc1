#!/usr/bin/env python3
"""Stops processes that show the same widget, and upgrades luawidget while they run.  usage: processes.py PROGRAM

PROGRAM is a build of luawidget with its other programs in the same folder. Takes two minutes: a lease outlives its stopped owner by 40 s.
"""

import atexit
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

TIMEOUT = 120
# A press takes a while, so we can stop the host in the middle of it.
COUNT = """
widget { name = "Count", refresh = "6h" }
local presses = 0
local function press()
  local start = os.clock()
  while os.clock() - start < 0.3 do end
  presses = presses + 1
end
function perform_update()
  defaults.set("runs", (defaults.get("runs") or 0) + 1)
  return update_result.new_data
end
function content()
  return ui.hstack { ui.text("run " .. defaults.get("runs") .. " presses " .. presses), ui.button { "More", id = "more", action = press } }
end
"""


def until(what, condition, seconds=TIMEOUT):
    """Waits for a condition and returns its value."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.02)


class Home:
    def __init__(self, program):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="luawidget-processes-"))
        (self.folder / "run").mkdir(mode=0o700)
        self.environment = {"HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder / "run"), "PATH": "/usr/bin:/bin",
                            "LANG": "C.UTF-8", "TZ": "UTC"}
        (self.folder / "count.lua").write_text(COUNT)

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], env=self.environment, cwd=self.folder, capture_output=True, text=True,
                              timeout=TIMEOUT, check=False)
        assert done.returncode == 0, done
        return done.stdout


class Bar:
    """`luawidget run --follow`, which keeps the worker of the widget like any host."""

    def __init__(self, home):
        self.output = home.folder / f"bar-{time.monotonic_ns()}"
        with open(self.output, "wb") as file:
            self.process = subprocess.Popen([home.program, "run", "count.lua", "--format", "i3bar", "--follow"],
                                            # The host itself, not the shell that starts it again.
                                            env={**home.environment, "LUAWIDGET_BAR_RESTARTS": "1"},
                                            cwd=home.folder, stdin=subprocess.PIPE, stdout=file, stderr=subprocess.DEVNULL)
        # A check that fails ends it too.
        atexit.register(self.process.kill)
        self.process.stdin.write(b"[\n")

    @property
    def shown(self):
        """The newest line."""
        lines = [line for line in self.output.read_text().splitlines() if line.startswith("[{")]
        return json.loads(lines[-1].rstrip(","))[0]["full_text"] if lines else ""

    def shows(self, text):
        until(f"{text}, got {self.shown}", lambda: text in self.shown)

    def click(self):
        self.process.stdin.write(b'{"name":"widget-count","instance":"click","button":1,"modifiers":[]}\n')
        self.process.stdin.flush()

    def send(self, number):
        self.process.send_signal(number)

    def workers(self):
        pids = []
        for children in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            pids += [int(pid) for pid in children.read_text().split()]
        return pids

    def end(self):
        self.process.terminate()
        self.process.wait(TIMEOUT)


def stopped_owner(program):
    """Another host takes over from a stopped one, whose late view is rejected."""
    home = Home(program)
    first = Bar(home)
    first.shows("presses 0")
    first.click()
    first.shows("presses 1")
    before = first.shown
    second = Bar(home)
    second.shows(before)
    first.click()
    time.sleep(0.1)
    first.send(signal.SIGSTOP)
    began = time.monotonic()
    pressed = -100.0
    while runs(second.shown) == runs(before):
        assert time.monotonic() - began < TIMEOUT, second.shown
        if time.monotonic() - pressed > 5:
            second.click()
            pressed = time.monotonic()
        time.sleep(0.05)
    until("a press in the second host", lambda: "presses 0" not in second.shown)
    print(f"  taken over after {time.monotonic() - began:.0f} s")
    # The presses that waited.
    time.sleep(5)
    view = second.shown
    first.send(signal.SIGCONT)
    first.shows(view)
    until("the worker of the first host ends", lambda: not first.workers())
    assert second.shown == view, second.shown
    assert view in home.run("snapshot", "show", "count.lua"), view
    first.end()
    second.end()


def runs(view):
    return int(re.search(r"run (\d+)", view)[1])


def upgrade(program):
    """After an upgrade the new version takes a host's place, in the same process, once nobody has typed for ten seconds."""
    upgraded(program, [], lambda seen, pid, folder: until(
        "the new version", lambda: (seen(""), os.path.realpath(f"/proc/{pid}/exe") == str(folder / "luawidget"))[1]))


def stays(program):
    """With --on-upgrade stay, a host keeps its last view and says that it must be restarted."""
    upgraded(program, ["--on-upgrade", "stay"], lambda seen, pid, folder: until(
        "the notice", lambda: seen("luawidget was upgraded")))


def installed(home):
    """A copy of the program, which can be replaced, and a board."""
    folder = home.folder / "bin"
    shutil.copytree(Path(home.program).parent, folder, ignore=lambda _, names: [name for name in names if not re.fullmatch(
        r"(lib)?luawidget(-[a-z]+)?(\.so)?", name)])
    boards = home.folder / ".config/luawidget/boards"
    boards.mkdir(parents=True)
    (boards / "today.toml").write_text(f'[[widget]]\nfile = "{home.folder}/count.lua"\n')
    return folder


def replace(folder):
    """Puts a new file in the place of the program."""
    shutil.copy(folder / "luawidget", folder / "new")
    os.rename(folder / "new", folder / "luawidget")


def ends(program):
    """A host that's asked to end while the new version takes its place ends."""
    for delay in [0, 0.002, 0.005, 0.01, 0.05]:
        home = Home(program)
        folder = installed(home)
        key = home.run("key", "add", "test").split()[-1]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        host = subprocess.Popen([folder / "luawidget", "serve", "--quiet", "--port", str(port)], env=home.environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(host.kill)

        def view(width):
            request = urllib.request.Request(f"http://127.0.0.1:{port}/widgets/count.txt?size={width}x200",
                                             headers={"Authorization": f"Bearer {key}"})
            try:
                return urllib.request.urlopen(request, timeout=TIMEOUT).status == 200
            except OSError:
                return False

        until("a view", lambda: view(400))
        replace(folder)
        # Another size needs a worker, which the host doesn't start any more.
        view(500)
        time.sleep(delay)
        host.terminate()
        host.wait(10)


def upgraded(program, arguments, wait):
    home = Home(program)
    folder = installed(home)
    pid, master = pty.fork()
    if pid == 0:
        os.execve(folder / "luawidget", ["luawidget", "today", *arguments], home.environment | {"TERM": "xterm-256color"})
    os.set_blocking(master, False)
    text = ""

    def seen(words):
        nonlocal text
        try:
            text += os.read(master, 1 << 16).decode(errors="replace")
        except OSError:  # Nothing to read yet, or the end.
            pass
        return words in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)

    until("the view", lambda: seen("run 1 presses 0"))
    replace(folder)
    os.write(master, b"R")
    before = len(text)
    wait(seen, pid, folder)
    until("the last view", lambda: (seen(""), "run 1 presses 0" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text[before:]))[1])
    os.write(master, b"q")
    until("the end", lambda: (seen(""), os.waitpid(pid, os.WNOHANG)[0] == pid)[1])
    assert home.run("defaults", "read", "count.lua", "runs") == "1\n"


def main():
    program = str(Path(sys.argv[1]).resolve())
    for check in [stopped_owner, upgrade, stays, ends]:
        print(check.__doc__.rstrip("."))
        check(program)


if __name__ == "__main__":
    main()
