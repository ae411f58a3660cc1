"""Desktops without a monitor: a home folder with a board, an X server or a Wayland compositor, and luawidget desktop."""

import os
import random
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

    # Where the pointer is while the screen is looked at: away from the cards, so that no tooltip covers one.
    park = (990, 690)

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

    def end(self, process):
        process.terminate()
        process.wait(PATIENCE)

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

    def expect_painted(self, name, x, y, *options, scale=1, held=0):
        """The screen shows exactly what the painter draws, but for the corners, which are transparent there.

        With `held`, the pointer stays where it is, in the upper points of the card, which aren't compared.
        """
        painted = self.painted(name, "--scale", scale, *options)
        width, height = self.size(painted)
        inset = 8 * scale
        top = held or inset
        part = "%dx%d+%d+%d" % (width - 2 * inset, height - inset - top, inset, top)

        def difference():
            shot = self.folder / "shot.png"
            (self.picture if held else self.screenshot)(shot)
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

    name, needs = "x11", ["Xvfb", "openbox", "xdotool", "xprop", "xmessage", "xlogo", "import", "compare"]
    screen = "1000x700x24"
    # The command of the window manager, and of its files: name and text.
    manager, files = ["openbox", "--sm-disable"], {}

    def display(self):
        self.start_server("Xvfb", "-screen", "0", self.screen)
        self.manage()

    def start_server(self, *command):
        """Starts an X server.

        Two that look for a number at the same time (-displayfd alone) can take each other's sockets. A server resets when its last
        client ends (without -noreset), and so closes the connection of a program that is just starting.
        """
        for _ in range(20):
            number = ":%d" % random.randrange(100, 30_000)
            read, write = os.pipe()
            server = self.start(command[0], number, "-displayfd", write, "-noreset", "-nolisten", "tcp", *command[1:], pass_fds=(write,))
            os.close(write)
            with open(read) as answer:
                if answer.readline():
                    self.environment["DISPLAY"] = number
                    return
            server.wait(PATIENCE)
        raise AssertionError("no X server: " + self.log())

    def manage(self):
        """Starts the window manager."""
        for name, text in self.files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        self.start(*(word.format(folder=self.folder) for word in self.manager))
        wait(self.manager[0], lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK", check=False))

    def open_window(self, color):
        """Opens a window of one colour that covers a part of a card at 20, 20; a tiling window manager makes it larger."""
        return self.start("xlogo", "-geometry", "100x80+150+60", "-bg", color, "-fg", color)

    def window(self, widget):
        """The geometry of a card: x, y, width, height."""
        found = self.run("xdotool", "search", "--onlyvisible", "--name", "^luawidget %s$" % widget, check=False).split()
        if not found:
            return None
        values = dict(
            line.split("=") for line in self.run("xdotool", "getwindowgeometry", "--shell", found[0], check=False).split() if "=" in line)
        return tuple(int(values[key]) for key in ["X", "Y", "WIDTH", "HEIGHT"]) if "HEIGHT" in values else None

    def is_open(self, widget):
        return self.window(widget) is not None

    def is_gone(self, widget):
        return self.window(widget) is None

    def has_title(self, words):
        """Whether there is a window whose title begins with words."""
        return bool(self.run("xdotool", "search", "--onlyvisible", "--name", "^" + words, check=False))

    def click(self, x, y, button=1):
        self.run("xdotool", "mousemove", x, y, "click", button)

    def drag(self, start, end, held=None):
        """Drags; `held` is called before the button is released."""
        self.run("xdotool", "mousemove", *start, "mousedown", 1)
        for part in range(1, 11):
            self.run("xdotool", "mousemove", *(a + (b - a) * part // 10 for a, b in zip(start, end)))
        if held:
            held()
        self.run("xdotool", "mouseup", 1)

    def scroll_up(self, x, y):
        self.click(x, y, 4)

    def key(self, *names):
        self.run("xdotool", "key", *names)

    def type(self, text):
        self.run("xdotool", "type", text)

    def screenshot(self, path):
        self.run("xdotool", "mousemove", *self.park)
        time.sleep(0.1)
        self.picture(path)

    def picture(self, path):
        """The screen with the pointer where it is."""
        self.run("import", "-window", "root", path)


POINTER = """
import os, socket, struct, sys, time
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
# Each line is a request: its opcode and its numbers. 0 is a motion in 256ths, 2 a button, 4 the end of a frame.
for line in sys.stdin:
    opcode, *numbers = map(int, line.split())
    now = [] if opcode == 4 else [int(time.monotonic() * 1000) & 0xffffffff]
    send(4, opcode, u(*(number & 0xffffffff for number in now + numbers)))
"""

# A keyboard with the layout of the United States, which stays for all keys: a terminal loses those that come with a new layout.
KEYBOARD = """
import os, socket, struct, sys, tempfile, time
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ["XDG_RUNTIME_DIR"] + "/" + os.environ["WAYLAND_DISPLAY"])
def u(*v): return struct.pack("<%dI" % len(v), *v)
def send(obj, op, body, fds=[]): socket.send_fds(s, [u(obj, 8 + len(body) << 16 | op) + body], fds)
send(1, 1, u(2))
seat, want = b"wl_seat\\0", b"zwp_virtual_keyboard_manager_v1\\0"; buf = b""
while seat not in buf or want not in buf: buf += s.recv(4096)
for new, name in ((3, seat), (4, want)):
    at = buf.index(name)
    send(2, 0, buf[at-8:at-4] + u(len(name)) + name + bytes(-len(name) % 4) + u(1, new))
send(4, 0, u(3, 5))
keymap = b'xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };' \\
  b' xkb_compat { include "complete" }; xkb_symbols { include "pc+us" }; };\\0'
file = tempfile.TemporaryFile(); file.write(keymap); file.flush()
send(5, 0, u(1, len(keymap)), [file.fileno()])
# Each line is a key: its code, and the modifiers that are held down with it.
for line in sys.stdin:
    key, modifiers = map(int, line.split())
    now = lambda: int(time.monotonic() * 1000) & 0xffffffff
    if modifiers: send(5, 2, u(modifiers, 0, 0, 0))
    send(5, 1, u(now(), key, 1)); time.sleep(0.01); send(5, 1, u(now(), key, 0))
    if modifiers: send(5, 2, u(0, 0, 0, 0))
    time.sleep(0.01)
"""
# The codes of keys, from linux/input-event-codes.h.
ROWS = [(2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"), (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
        (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"), (57, " ", "")]
CODES = {character: (start + index, shift) for start, plain, shifted in ROWS
         for shift, row in ((0, plain), (1, shifted)) for index, character in enumerate(row)}
KEYS = {"Return": 28, "Tab": 15, "Escape": 1, "Up": 103, "Down": 108, "Left": 105, "Right": 106, "BackSpace": 14, "F12": 88}
MODIFIERS = {"shift": 1, "ctrl": 4, "alt": 8}


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
        self.pointer = self.start("python3", "-c", POINTER, stdin=subprocess.PIPE)
        wait("pointer", lambda: '"capabilities": 1' in self.run("swaymsg", "-t", "get_seats", "-r", check=False))
        self.keyboard = self.start("python3", "-c", KEYBOARD, stdin=subprocess.PIPE)
        wait("keyboard", lambda: '"capabilities": 3' in self.run("swaymsg", "-t", "get_seats", "-r", check=False))
        time.sleep(0.3)

    def key(self, *names):
        for name in names:
            *modifiers, key = name.split("+")
            code, shift = (KEYS[key], 0) if key in KEYS else CODES[key]
            self.press_key(code, shift | sum(MODIFIERS[modifier] for modifier in modifiers))

    def type(self, text):
        for character in text:
            self.press_key(*CODES[character])

    def press_key(self, code, modifiers):
        self.keyboard.stdin.write(b"%d %d\n" % (code, modifiers))
        self.keyboard.stdin.flush()

    def is_open(self, widget):
        # Sway does not list layers: it is open once it has been drawn somewhere else.
        return self.window_program() is not None

    def is_gone(self, widget):
        # Where the tests have their card, there is nothing.
        shot = self.folder / "gone.png"
        self.screenshot(shot)
        return self.run("convert", shot, "-alpha", "off", "-crop", "250x50+50+50", "-format", "%k", "info:") == "1"

    def has_title(self, words):
        return '"name": "%s' % words.lower() in self.run("swaymsg", "-t", "get_tree", "-r").lower()

    def press(self, x, y, *actions):
        self.run("swaymsg", "-q", "seat seat0 cursor set %d %d" % (x, y))
        for action in actions:
            self.run("swaymsg", "-q", "seat seat0 cursor " + action)

    def click(self, x, y, button=1):
        self.press(x, y, "press button%d" % button, "release button%d" % button)

    def drag(self, start, end, held=None):
        # swaymsg doesn't tell a client of motions while a button is down.
        self.press(*start)
        self.send_pointer("2 272 1", "4")
        for _ in range(10):
            self.send_pointer("0 %d %d" % tuple((b - a) * 256 // 10 for a, b in zip(start, end)), "4")
            time.sleep(0.1)
        time.sleep(0.3)
        self.send_pointer("0 0 0", "4")
        time.sleep(0.3)
        if held:
            held()
        self.send_pointer("2 272 0", "4")
        time.sleep(0.3)

    def send_pointer(self, *requests):
        self.pointer.stdin.write("".join(line + "\n" for line in requests).encode())
        self.pointer.stdin.flush()

    def scroll_up(self, x, y):
        self.press(x, y, "press button4")

    def open_window(self, color):
        """Opens a window of one colour, as large as the screen."""
        return self.start("foot", "-c", "/dev/null", "-o", "colors.background=" + color.lstrip("#"), "sleep", "1000")

    def screenshot(self, path, output="HEADLESS-1"):
        # Without the pointer, which grim would draw over a card.
        self.run("swaymsg", "-q", "seat seat0 cursor set %d %d" % self.park)
        self.picture(path, output)

    def picture(self, path, output="HEADLESS-1"):
        self.run("grim", "-o", output, path)
