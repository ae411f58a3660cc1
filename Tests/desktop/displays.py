"""Desktops without a monitor: a home folder with a board, an X server or a Wayland compositor, and luawidget desktop."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PATIENCE = int(os.environ.get("PATIENCE", "60"))


def wait(what, condition):
    """Waits for a condition and returns its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("not within %d s: %s" % (PATIENCE, what))


class Home:
    """A temporary home, and the processes that end with it."""

    def __init__(self, program, images):
        self.program, self.images = program, images
        self.folder = Path(tempfile.mkdtemp(prefix="luawidget-desktop-"))
        self.board = self.folder / ".config/luawidget/boards/today.toml"
        self.board.parent.mkdir(parents=True)
        self.environment = {
            "HOME": str(self.folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC",
            "XDG_RUNTIME_DIR": str(self.folder), "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
        }
        self.processes = []
        self.desktop = None

    def widget(self, name, keys=""):
        """Adds a widget of this folder to the board."""
        shutil.copy(HERE / name, self.folder / name)
        with self.board.open("a") as board:
            board.write('[[widget]]\nfile = "%s"\n%s\n\n' % (self.folder / name, keys))

    def start(self, *command, **options):
        process = subprocess.Popen(
            [str(word) for word in command], env=self.environment, cwd=self.folder,
            stdin=options.pop("stdin", subprocess.DEVNULL), stdout=open(self.folder / "log", "ab"),
            stderr=open(self.folder / "log", "ab"), **options)
        self.processes.append(process)
        return process

    def run(self, *command, check=True):
        done = subprocess.run(
            [str(word) for word in command], env=self.environment, cwd=self.folder, capture_output=True, text=True, check=False)
        if check and done.returncode:
            raise AssertionError("%s: %d %s" % (command, done.returncode, done.stderr))
        return done.stdout

    def start_desktop(self, *arguments):
        self.desktop = self.start(self.program, "desktop", *arguments)

    def window_program(self):
        """The process id of luawidget-desktop; None while there is none."""
        for entry in Path("/proc").iterdir():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)
                name = fields[0].split("(", 1)[1]
                state, parent = fields[1].split()[:2]
            except (OSError, IndexError, ValueError):
                continue
            if name.startswith("luawidget-deskt") and state != "Z" and int(parent) == self.desktop.pid:
                return int(entry.name)
        return None

    def counts(self):
        """What clicks.lua has counted, from its stored view."""
        text = self.run(self.program, "run", "clicks", "--format", "text", check=False)
        return text.split("WIDGET ")[1].split()[0] if "WIDGET " in text else text

    def expect(self, counts):
        wait("count %s, but %s" % (counts, self.counts()), lambda: self.counts() == counts)

    def painted(self, name, *options):
        """The painter's PNG of a widget, at the size of a card."""
        path = self.folder / "painted.png"
        self.run(self.program, "run", self.folder / name, "--format", "png", "--size", "338", "--output", path, *options)
        return path

    def size(self, image):
        return tuple(int(word) for word in self.run("identify", "-format", "%w %h", image).split())

    def expect_painted(self, name, x, y, *options, scale=1):
        """The screen shows exactly what the painter draws, but for the corners, which are transparent there."""
        painted = self.painted(name, "--scale", scale, *options)
        width, height = self.size(painted)
        inset = 8 * scale
        part = "%dx%d+%d+%d" % (width - 2 * inset, height - 2 * inset, inset, inset)

        def difference():
            shot = self.folder / "shot.png"
            self.screenshot(shot)
            self.run("convert", shot, "-crop", "%dx%d+%d+%d" % (width, height, x, y), "+repage", "-alpha", "off", self.folder / "card.png")
            for image in ["card.png", "painted.png"]:
                self.run("convert", self.folder / image, "-alpha", "off", "-crop", part, "+repage", self.folder / ("part-" + image))
            done = subprocess.run(
                ["compare", "-metric", "AE", self.folder / "part-card.png", self.folder / "part-painted.png", "null:"],
                capture_output=True, text=True, check=False)
            return done.stderr.split()[0] if done.stderr else "none"

        wait("the painter's pixels of %s at %d, %d" % (name, x, y), lambda: difference() == "0")

    def end_desktop(self):
        self.desktop.send_signal(signal.SIGTERM)
        return self.desktop.wait(PATIENCE)

    def log(self):
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def close(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        if not os.environ.get("KEEP"):
            shutil.rmtree(self.folder, ignore_errors=True)


class X11(Home):
    """Xvfb with openbox."""

    name, needs = "x11", ["Xvfb", "openbox", "xdotool", "xprop", "xmessage", "import", "compare"]
    screen = "1000x700x24"

    def display(self):
        read, write = os.pipe()
        self.start("Xvfb", "-displayfd", write, "-screen", "0", self.screen, "-nolisten", "tcp", pass_fds=(write,))
        os.close(write)
        number = b""
        while not number.endswith(b"\n"):
            number += os.read(read, 16)
        os.close(read)
        self.environment["DISPLAY"] = ":" + number.decode().strip()
        self.start("openbox", "--sm-disable")
        wait("openbox", lambda: "_NET_SUPPORTING_WM_CHECK" in self.run("xprop", "-root", check=False))

    def window(self, widget):
        """The geometry of a card: x, y, width, height."""
        found = self.run("xdotool", "search", "--onlyvisible", "--name", "^luawidget %s$" % widget, check=False).split()
        if not found:
            return None
        values = dict(
            line.split("=") for line in self.run("xdotool", "getwindowgeometry", "--shell", found[0], check=False).split() if "=" in line)
        return tuple(int(values[key]) for key in ["X", "Y", "WIDTH", "HEIGHT"]) if "HEIGHT" in values else None

    def click(self, x, y, button=1):
        self.run("xdotool", "mousemove", x, y, "click", button)

    def scroll_up(self, x, y):
        self.click(x, y, 4)

    def key(self, *names):
        self.run("xdotool", "key", *names)

    def screenshot(self, path):
        # Away from the card, so no tooltip covers it.
        self.run("xdotool", "mousemove", 990, 690)
        time.sleep(0.1)
        self.run("import", "-window", "root", path)


POINTER = """
import os, signal, socket, struct
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ["XDG_RUNTIME_DIR"] + "/" + os.environ["WAYLAND_DISPLAY"])
def u(*v): return struct.pack("<%dI" % len(v), *v)
def send(obj, op, body): s.sendall(u(obj, 8 + len(body) << 16 | op) + body)
send(1, 1, u(2))
want = b"zwlr_virtual_pointer_manager_v1\\0"; buf = b""
while want not in buf: buf += s.recv(4096)
at = buf.index(want)
send(2, 0, buf[at-8:at-4] + u(32) + want + u(1, 3))
send(3, 0, u(0, 4))
signal.pause()
"""


class Sway(Home):
    """Sway without a monitor."""

    name, needs = "sway", ["sway", "swaymsg", "grim", "unshare", "compare"]

    def display(self):
        (self.folder / "sway.conf").write_text(
            "output HEADLESS-1 resolution 1000x700 position 0 0\noutput HEADLESS-2 resolution 800x600 position 1000 0\n")
        self.environment.update(
            SWAYSOCK=str(self.folder / "sway.sock"), WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
        prefix = ["unshare", "-U", "--map-user=1000", "--map-group=1000"] if os.getuid() == 0 else []
        self.start(*prefix, "sway", "-c", self.folder / "sway.conf")
        wait("sway", lambda: "HEADLESS-1" in self.run("swaymsg", "-t", "get_outputs", check=False))
        self.environment["WAYLAND_DISPLAY"] = wait(
            "socket of sway", lambda: next((path.name for path in self.folder.glob("wayland-*") if path.suffix != ".lock"), None))
        self.start("python3", "-c", POINTER)
        wait("pointer", lambda: '"capabilities": 1' in self.run("swaymsg", "-t", "get_seats", "-r", check=False))
        time.sleep(0.3)

    def press(self, x, y, *actions):
        self.run("swaymsg", "-q", "seat seat0 cursor set %d %d" % (x, y))
        for action in actions:
            self.run("swaymsg", "-q", "seat seat0 cursor " + action)

    def click(self, x, y, button=1):
        self.press(x, y, "press button%d" % button, "release button%d" % button)

    def scroll_up(self, x, y):
        self.press(x, y, "press button4")

    def screenshot(self, path, output="HEADLESS-1"):
        # Without the pointer, which grim would draw over a card.
        self.run("swaymsg", "-q", "seat seat0 cursor set 990 690")
        self.run("grim", "-o", output, path)
