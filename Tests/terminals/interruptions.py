"""What happens to a terminal while a board runs in it: many sizes, detaching, a hangup, and a reader that stops."""

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

TICK = """
widget { name = "Tick", refresh = "1s" }
function perform_update()
  defaults.set("runs", (defaults.get("runs") or 0) + 1)
  return update_result.new_data
end
function content() return ui.vstack { ui.text("run " .. defaults.get("runs")), ui.text(string.rep("wörter ", 200)) } end
"""


def wait(what, condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("not within %d s: %s" % (seconds, what))


class Line:
    """A terminal that is only read when a check wants it."""

    open = []

    def __init__(self, folder, program, *arguments):
        Line.open.append(self)
        self.folder, self.program = folder, program
        self.environment = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
                            "TERM": "xterm-256color"}
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.execve(program, ["luawidget", *arguments], self.environment)
        self.text = ""

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds=0.05):
        """Reads what there is, and answers the query that every terminal answers."""
        while select.select([self.master], [], [], seconds)[0]:
            try:
                data = os.read(self.master, 1 << 16)
            except OSError:
                return False
            if b"\033[c" in data:
                os.write(self.master, b"\033[?62;22c")
            self.text += data.decode(errors="replace")
            seconds = 0
        return True

    def see(self, words, after=0):
        def seen():
            self.read()
            return words in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.text[after:])
        return wait(words, seen)

    def runs(self):
        done = subprocess.run([self.program, "defaults", "read", "tick.lua", "runs"], env=self.environment, cwd=self.folder,
                              capture_output=True, text=True, check=False)
        return int(done.stdout) if done.stdout.strip() else 0

    def end(self, seconds=15, reading=True):
        """Waits for the end of the program. Returns its status."""
        def ended():
            if reading:
                self.read(0)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                Line.open.remove(self)
            return [os.waitstatus_to_exitcode(status)] if pid else None
        return wait("the end", ended, seconds)[0]

    def family(self):
        """The program and all processes below it."""
        return family(self.pid)


def family(root):
    parents = {}
    for entry in Path("/proc").iterdir():
        try:
            state, parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[:2]
            if state != "Z":
                parents[int(entry.name)] = int(parent)
        except (OSError, ValueError):
            continue
    found = [root] if root in parents else []
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def gone(pids):
    """Waits until none of the processes is there. A number isn't used again so soon."""
    wait("the end of %s" % pids, lambda: not any(family(pid) for pid in pids))


COMMANDS = [("today",), ("run", "tick.lua", "--watch")]


def storm(folder, program):
    """Two hundred sizes in five seconds, from 1x1 to 500x200."""
    for command in COMMANDS:
        line = Line(folder, program, *command)
        line.resize(80, 24)
        line.see("run ")
        sizes = random.Random(7)
        for count in range(200):
            line.resize(*([(1, 1), (500, 200), (2, 1), (1, 200), (500, 1)] + [(sizes.randint(1, 500), sizes.randint(1, 200))])[count % 6])
            line.read(0.025)
        line.resize(80, 24)
        start = len(line.text)
        line.see("run ", start)
        line.see("q quit", start)
        pids = line.family()
        os.write(line.master, b"q")
        assert line.end() == 0
        gone(pids)


def hangup(folder, program):
    """A terminal that goes away ends the program, its helpers and workers."""
    for command in COMMANDS:
        line = Line(folder, program, *command)
        line.see("run ")
        pids = line.family()
        os.close(line.master)
        line.end(reading=False)
        gone(pids)


def blocked(folder, program):
    """A reader that stops doesn't stop the updates; then it sees the newest view. A signal ends the program even while it's stopped."""
    for command in COMMANDS:
        line = Line(folder, program, *command)
        line.see("run ")
        time.sleep(1)
        # Fills the line: each size draws the whole frame.
        for count in range(60):
            line.resize(100 + count % 2, 40)
            time.sleep(0.05)
        before = line.runs()
        wait("updates while nobody reads", lambda: line.runs() >= before + 3)
        runs = line.runs()
        start = len(line.text)
        wait("the newest view", lambda: line.read() and any(
            int(number) >= runs for number in re.findall(r"run (\d+)", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", line.text[start:]))))
        for count in range(60):
            line.resize(100 + count % 2, 40)
            time.sleep(0.05)
        pids = line.family()
        os.kill(line.pid, signal.SIGTERM)
        began = time.monotonic()
        line.end(reading=False)
        print("     ended %.1f s after SIGTERM" % (time.monotonic() - began))
        gone(pids)


def suspended(folder, program):
    """All processes are stopped during an update: the last view stays, and updates go on."""
    # Unlike a suspended machine, the clock that limits updates goes on: that update may be given up.
    (folder / "tick.lua").write_text(TICK.replace('  defaults.set', '  local start = os.clock()\n  while os.clock() - start < 0.5 do end\n  defaults.set'))
    for command in COMMANDS:
        line = Line(folder, program, *command)
        line.see("run ")
        pids = wait("a worker in an update", lambda: len(line.family()) > 1 and line.family())
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(8)
        start = len(line.text)
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        line.see("run ", start)
        now = line.runs()
        wait("further updates", lambda: line.read() and line.runs() > now + 1)
        os.write(line.master, b"q")
        assert line.end() == 0


def detached(folder, program):
    """A client of tmux goes and another one of another size comes."""
    socket = str(folder / "tmux")
    environment = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color",
                   "SHELL": "/bin/sh"}

    def tmux(*arguments, check=True):
        return subprocess.run(["tmux", "-S", socket, "-f", "/dev/null", *arguments], env=environment, check=check, capture_output=True,
                              text=True).stdout

    def attach(columns, rows):
        pid, master = pty.fork()
        if pid == 0:
            os.execvpe("tmux", ["tmux", "-S", socket, "attach"], environment)
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        return pid, master

    def number():
        found = re.search(r"run (\d+)", tmux("capture-pane", "-p"))
        return int(found[1]) if found else -1

    tmux("new-session", "-d", "-x", "80", "-y", "24", program, "today")
    try:
        wait("the board", lambda: number() >= 0)
        for size in [(80, 24), (120, 40), (40, 20)]:
            pid, master = attach(*size)
            wait("the size", lambda: (drain(master), tmux("display-message", "-p", "#{window_width}").strip() == str(size[0]))[1])
            wait("the board in a new size", lambda: (drain(master), number() >= 0 and "q quit" in tmux("capture-pane", "-p"))[1])
            before = number()
            tmux("detach-client")
            drain(master)
            os.close(master)
            os.waitpid(pid, 0)
            time.sleep(2)
            wait("updates while detached", lambda: number() > before)
        pids = family(int(tmux("display-message", "-p", "#{pane_pid}")))
        tmux("kill-server")
        gone(pids)
    finally:
        tmux("kill-server", check=False)


def drain(master):
    while select.select([master], [], [], 0.02)[0]:
        try:
            os.read(master, 1 << 16)
        except OSError:
            return


def check(program, names=()):
    failed = 0
    for story in [storm, hangup, blocked, suspended, detached]:
        if names and story.__name__ not in names:
            continue
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "tick.lua").write_text(TICK)
            boards = folder / ".config/luawidget/boards"
            boards.mkdir(parents=True)
            (boards / "today.toml").write_text('[[widget]]\nfile = "~/tick.lua"\n')
            os.chdir(folder)
            try:
                story(folder, program)
                print("ok   %s" % story.__doc__, flush=True)
            except AssertionError as problem:
                failed += 1
                print("FAIL %s\n     %s" % (story.__doc__, problem), flush=True)
            finally:
                os.chdir("/")
                for line in Line.open:
                    try:
                        os.kill(line.pid, signal.SIGKILL)
                    except OSError:
                        pass
                Line.open = []
    return failed


if __name__ == "__main__":
    sys.exit(1 if check(os.path.abspath(sys.argv[1]), sys.argv[2:]) else 0)
