"""Terminals to try: how each is started, typed into, looked at and closed. Their screens are read back as text, by themselves."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "desktop"))
from displays import Sway, X11, wait  # noqa: E402

SHELL = ["bash", "--norc", "--noprofile", "-i"]


class Emulator:
    """A terminal on its own display, in which a shell runs."""

    # The images it can draw; None for coloured blocks.
    graphics = None
    # Whether the program in it can use the mouse, and whether pastes are bracketed.
    mouse, pastes = True, True
    needs = []

    def __init__(self, display, folder):
        self.display, self.folder = display, folder
        self.tty = None

    @property
    def environment(self):
        return self.display.environment

    def shell(self):
        """The command of the shell, which tells the name of its terminal."""
        path = self.folder / "tty"
        script = self.folder / "shell"
        script.write_text("#!/bin/sh\ntty > %s.new; mv %s.new %s\nexec %s\n" % (path, path, path, " ".join(SHELL)))
        script.chmod(0o755)
        return [str(script)]

    def started(self):
        self.tty = wait("a shell in %s" % self.name, lambda: (self.folder / "tty").exists() and (self.folder / "tty").read_text().strip())

    def line(self, text):
        self.type(text)
        self.key("Return")

    def show(self, *words, without=(), seconds=None):
        """Waits until the screen has all words."""
        def seen():
            text = self.text()
            return text if all(word in text for word in words) and not any(word in text for word in without) else None
        try:
            return wait(self.name, seen)
        except AssertionError:
            raise AssertionError("%s doesn't show %s without %s:\n%s" % (self.name, words, without, self.text())) from None

    def screenshot(self, path):
        self.display.screenshot(path)

    def magenta(self):
        """The magenta pixels on the screen."""
        shot = self.folder / "shot.png"
        self.screenshot(shot)
        text = self.display.run("convert", shot, "-alpha", "off", "-fill", "black", "+opaque", "#ff00ff", "-format",
                                "%[fx:round(mean.r*w*h)]", "info:")
        return int(float(text))

    def place(self, words):
        """The cell of a text on the screen: column and row from 0."""
        for row, line in enumerate(self.text().split("\n")):
            if words in line:
                return line.index(words), row
        raise AssertionError("%s isn't on the screen of %s" % (words, self.name))


class Xterm(Emulator):
    """XTerm, which sends its screen to a printer program."""

    name, on, needs = "xterm", X11, ["xterm", "xclip"]
    graphics = "sixel"
    resources = [
        "XTerm*decTerminalID: vt340", "XTerm*faceName: DejaVu Sans Mono", "XTerm*faceSize: 9", "XTerm*locale: true",
        "XTerm*printAttributes: 0", "XTerm*printerAutoClose: true", "XTerm*sixelScrolling: true", "XTerm*geometry: 90x30+0+0",
        "XTerm*selectToClipboard: false",
    ]
    options = []

    def start(self):
        self.printed = self.folder / "printed"
        printer = self.folder / "printer"
        printer.write_text("#!/bin/sh\ncat > %s.new; mv %s.new %s\n" % ((self.printed,) * 3))
        printer.chmod(0o755)
        options = [word for resource in self.resources + ["XTerm*printerCommand: %s" % printer] for word in ("-xrm", resource)]
        self.process = self.display.start("xterm", *options, *self.options, "-e", *self.shell())
        self.started()
        self.window = wait("a window", lambda: self.display.run("xdotool", "search", "--onlyvisible", "--class", "xterm", check=False).split())[-1]
        self.display.run("xdotool", "mousemove", 300, 300)
        self.display.run("xdotool", "windowfocus", self.window)

    def text(self):
        if self.printed.exists():
            self.printed.unlink()
        with open(self.tty, "wb") as tty:
            tty.write(b"\033[0i")
        end = time.monotonic() + 5
        while not self.printed.exists():
            if time.monotonic() > end:
                return ""
            time.sleep(0.01)
        return self.printed.read_text(errors="replace").replace("\f", "")

    def key(self, *names):
        self.display.run("xdotool", "key", "--delay", 30, *names)

    def type(self, text):
        self.display.run("xdotool", "type", "--delay", 5, text)

    def click(self, words):
        column, row = self.place(words)
        values = dict(line.split("=") for line in self.display.run("xdotool", "getwindowgeometry", "--shell", self.window).split())
        columns, rows = self.size()
        width, height = (int(values["WIDTH"]) - 4) / columns, (int(values["HEIGHT"]) - 4) / rows
        x, y = int(2 + (column + 1.5) * width), int(2 + (row + 0.5) * height)
        # kitty 0.26 doesn't notice the motion with which the pointer comes back.
        self.display.run("xdotool", "mousemove", "--window", self.window, x + 3, y, "sleep", 0.1, "mousemove", "--window", self.window, x, y, "sleep", 0.2, "mousedown", 1, "sleep", 0.1, "mouseup", 1)

    def size(self):
        with open(self.tty, "rb") as tty:
            return winsize(tty)

    def paste(self, text):
        subprocess.run(["xclip", "-selection", "primary"], input=text.encode(), env=self.environment, check=True)
        self.key("shift+Insert")

    def resize(self, columns, rows):
        self.display.run("xdotool", "windowsize", "--usehints", self.window, columns, rows)

    def close(self):
        """As its close button: the shell gets SIGHUP."""
        self.process.terminate()


def winsize(tty):
    import struct
    rows, columns, _, _ = struct.unpack("HHHH", fcntl.ioctl(tty, termios.TIOCGWINSZ, bytes(8)))
    return columns, rows


class Kitty(Xterm):
    """kitty, which tells its text over a socket."""

    name, needs = "kitty", ["kitty", "xclip"]
    graphics = "kitty"

    def start(self):
        self.environment.update(LIBGL_ALWAYS_SOFTWARE="1", KITTY_CONFIG_DIRECTORY=str(self.folder))
        self.socket = "unix:%s/kitty" % self.folder
        (self.folder / "kitty.conf").write_text(
            "allow_remote_control yes\nupdate_check_interval 0\nremember_window_size no\ninitial_window_width 90c\n"
            "initial_window_height 30c\nenable_audio_bell no\nconfirm_os_window_close 0\nwindow_padding_width 0\n"
            "shell_integration disabled\nfont_size 9\nplacement_strategy top-left\n")
        self.process = self.display.start("kitty", "--listen-on", self.socket, *self.shell())
        self.started()
        self.window = wait("a window", lambda: self.display.run("xdotool", "search", "--onlyvisible", "--class", "kitty", check=False).split())[-1]
        self.display.run("xdotool", "mousemove", 300, 300)
        self.display.run("xdotool", "windowfocus", self.window)

    def text(self):
        return self.display.run("kitty", "@", "--to", self.socket, "get-text", "--extent", "screen", check=False)

    def resize(self, columns, rows):
        self.display.run("kitty", "@", "--to", self.socket, "resize-os-window", "--width", columns, "--height", rows, check=False)


class Foot(Emulator):
    """foot in sway, which pipes its text to a program."""

    name, on, needs = "foot", Sway, ["foot", "wl-copy", "sway"]
    graphics = "sixel"

    def start(self):
        self.piped = self.folder / "piped"
        script = self.folder / "pipe"
        script.write_text("#!/bin/sh\ncat > %s.new; mv %s.new %s\n" % ((self.piped,) * 3))
        script.chmod(0o755)
        (self.folder / "foot.ini").write_text(
            "font=DejaVu Sans Mono:size=9\npad=0x0\n[key-bindings]\npipe-visible=[%s] F12\n" % script)
        for command in ("floating enable", "border none", "move position 0 0"):
            self.display.run("swaymsg", 'for_window [app_id="foot"] ' + command)
        self.process = self.display.start("foot", "-c", self.folder / "foot.ini", "-W", "90x30", *self.shell())
        self.started()
        wait("a window", lambda: self.window())
        self.resize(90, 30)

    def window(self):
        def find(node):
            if node.get("app_id") == "foot":
                return node
            return next((found for child in node["nodes"] + node["floating_nodes"] for found in [find(child)] if found), None)
        return find(json.loads(self.display.run("swaymsg", "-t", "get_tree", "-r")))

    def text(self):
        if self.piped.exists():
            self.piped.unlink()
        self.key("F12")
        end = time.monotonic() + 5
        while not self.piped.exists():
            if time.monotonic() > end:
                return ""
            time.sleep(0.01)
        return self.piped.read_text(errors="replace")

    def key(self, *names):
        self.display.key(*names)

    def type(self, text):
        self.display.type(text)

    def size(self):
        with open(self.tty, "rb") as tty:
            return winsize(tty)

    def click(self, words):
        column, row = self.place(words)
        columns, rows = self.size()
        area = self.window()["rect"]
        self.display.click(area["x"] + int((column + 1.5) * area["width"] / columns), area["y"] + int((row + 0.5) * area["height"] / rows))

    def paste(self, text):
        subprocess.run(["wl-copy", "--", text], env=self.environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.key("ctrl+shift+v")

    def resize(self, columns, rows):
        # Cells of the font above have 7 by 15 pixels.
        self.display.run("swaymsg", '[app_id="foot"] resize set width %d px height %d px, move position 0 0' % (columns * 7, rows * 15), check=False)

    def close(self):
        self.display.run("swaymsg", '[app_id="foot"] kill')


class Console(Emulator):
    """A console of Linux (TERM=linux), whose screen and keyboard the kernel lends to root."""

    name, on, needs = "linux", None, ["setsid"]
    mouse, pastes = False, False

    @staticmethod
    def number():
        """A console that nothing uses; None without consoles or rights."""
        for number in range(20, 40):
            path = "/dev/tty%d" % number
            # Its screen exists once the console has been opened.
            if os.path.exists(path) and os.access(path, os.R_OK | os.W_OK) and not os.path.exists("/dev/vcsu%d" % number):
                return number
        return None

    def start(self):
        self.console = self.number()
        self.device = "/dev/tty%d" % self.console
        self.environment["TERM"] = "linux"
        self.display.start("sh", "-c", "exec setsid -c %s <%s >%s 2>&1" % (self.shell()[0], self.device, self.device))
        self.started()

    def text(self):
        with open("/dev/vcsu%d" % self.console, "rb") as file:
            cells = file.read().decode("utf-32", errors="replace")
        columns = self.size()[0]
        return "\n".join(cells[start:start + columns].rstrip() for start in range(0, len(cells), columns))

    def size(self):
        with open(self.device, "rb") as tty:
            return winsize(tty)

    KEYS = {"Return": b"\r", "Tab": b"\t", "Escape": b"\033", "ctrl+z": b"\032", "ctrl+c": b"\003", "Down": b"\033[B"}

    def key(self, *names):
        for name in names:
            self.send(self.KEYS.get(name, name.encode()))

    def type(self, text):
        self.send(text.encode())

    def send(self, data):
        with open(self.device, "rb") as tty:
            for byte in data:
                fcntl.ioctl(tty, termios.TIOCSTI, bytes([byte]))

    def screenshot(self, path):
        path.with_suffix(".txt").write_text(self.text())

    def close(self):
        """A hangup of the line: root's vhangup is only for the own terminal, so the shell gets the signal."""
        for process in self.display.processes:
            process.send_signal(signal.SIGHUP)


EMULATORS = [Xterm, Kitty, Foot, Console]
