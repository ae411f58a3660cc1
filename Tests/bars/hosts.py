"""Status bars without a display: each starts a bar that runs luawidget, clicks, scrolls and takes a screenshot."""

import os
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
from pathlib import Path

import menus

PATIENCE = 30


def wait(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError("no " + what)


class Host:
    """A temporary home with the widget, and the processes that end with the test."""

    needs = []

    def __init__(self, program, images):
        self.program, self.images = program, images
        self.folder = Path(tempfile.mkdtemp(prefix="luawidget-bars-"))
        self.widget = self.folder / "clicks.lua"
        shutil.copy(Path(__file__).parent / "clicks.lua", self.widget)
        self.environment = {
            "HOME": str(self.folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TZ": "UTC",
            "XDG_RUNTIME_DIR": str(self.folder), "TMUX_TMPDIR": str(self.folder),
        }
        self.processes = []

    def start(self, *command, **options):
        process = subprocess.Popen(
            [str(word) for word in command], env=self.environment, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=options.get("stdout", open(self.folder / "log", "ab")), stderr=open(self.folder / "log", "ab"),
            pass_fds=options.get("pass_fds", ()))
        self.processes.append(process)
        return process

    def run(self, *command, check=True):
        done = subprocess.run([str(word) for word in command], env=self.environment, cwd=self.folder, capture_output=True, text=True)
        if check and done.returncode:
            raise AssertionError("%s: %d %s" % (shlex.join(map(str, command)), done.returncode, done.stderr))
        return done.stdout

    def configuration(self, bar):
        return self.run(self.program, "bar-config", bar, self.widget)

    def counts(self):
        """What the widget has counted, from its stored view: left/right/up."""
        text = self.run(self.program, "run", self.widget, "--format", "tmux")
        return text.split("WIDGET ")[1].split("#")[0].strip() if "WIDGET " in text else text

    def expect(self, counts):
        wait("count %s, but %s" % (counts, self.counts()), lambda: self.counts() == counts)

    def close(self):
        for process in reversed(self.processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
        # No bar's command outlives it.
        wait("end of the bar's commands", lambda: not self.left())
        shutil.rmtree(self.folder, ignore_errors=True)

    def left(self):
        """The processes that still run this test's widget."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if entry.name.isdigit() and str(self.widget).encode() in words and b"--follow" in words:
                found.append(int(entry.name))
        return found


class Tmux(Host):
    name, needs = "tmux", ["tmux"]

    def outer(self, *words, check=True):
        return self.run("tmux", "-L", "out", *words, check=check)

    def test(self):
        (self.folder / "in.conf").write_text(self.configuration("tmux") + "set -g status-interval 1\n")
        command = "env -u TMUX TERM=screen-256color tmux -L in -f %s new-session" % (self.folder / "in.conf")
        self.outer("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", command)
        self.outer("set", "-g", "status", "off")
        line = lambda: self.outer("capture-pane", "-p").rstrip("\n").split("\n")[-1]
        shown = wait("widget in the status line", lambda: "WIDGET 0/0/0" in line() and line())
        # Reading the configuration again shows the widget once.
        self.run("tmux", "-L", "in", "source-file", self.folder / "in.conf")
        time.sleep(2)
        if line().count("WIDGET") != 1:
            raise AssertionError("after a reload the status line has " + line())
        column = shown.index("WIDGET") + 2
        # Two clicks in quick succession, then each of the others.
        for button, text in [(0, ""), (0, "2/0/0"), (2, "2/1/0"), (64, "2/1/1")]:
            press = "\033[<%d;%d;24M" % (button, column)
            self.outer("send-keys", "-l", press + ("" if button == 64 else "\033[<%d;%d;24m" % (button, column)))
            if not text:
                continue
            self.expect(text)
            wait("new text in the status line", lambda: "WIDGET " + text in line())

    def close(self):
        self.run("tmux", "-L", "in", "kill-server", check=False)
        self.outer("kill-server", check=False)
        super().close()


class X11(Host):
    needs = ["Xvfb", "xdotool", "import"]

    def display(self):
        read, write = os.pipe()
        self.start("Xvfb", "-displayfd", write, "-screen", "0", "800x600x24", "-noreset", "-nolisten", "tcp", pass_fds=(write,))
        os.close(write)
        number = b""
        while not number.endswith(b"\n"):
            number += os.read(read, 16)
        os.close(read)
        self.environment["DISPLAY"] = ":" + number.decode().strip()

    def click(self, x, y, button):
        self.run("xdotool", "mousemove", x, y, "click", button)

    def shot(self):
        # The bar draws what the last scroll changed.
        time.sleep(0.5)
        path = self.images / (self.name + ".png")
        self.run("import", "-window", "root", "-crop", "800x40+0+0", "+repage", path)

    def click_all(self, x, y):
        for button, text in [(1, "1/0/0"), (3, "1/1/0"), (4, "1/1/1")]:
            self.click(x, y, button)
            self.expect(text)


class I3Bar(X11):
    name, needs = "i3bar", X11.needs + ["i3", "i3bar"]

    def test(self):
        self.display()
        bar = self.configuration("i3").replace("bar {\n", "bar {\n    position top\n    font pango:DejaVu Sans Mono 11\n")
        (self.folder / "i3.conf").write_text("# i3 config file (v4)\nfont pango:DejaVu Sans Mono 11\n" + bar)
        self.start("i3", "-c", self.folder / "i3.conf")
        wait("i3bar", lambda: self.run("xdotool", "search", "--class", "i3bar", check=False))
        self.expect("0/0/0")
        time.sleep(1)
        self.click_all(720, 8)
        self.shot()


class Polybar(X11):
    name, needs = "polybar", X11.needs + ["polybar"]

    def test(self):
        self.display()
        (self.folder / "config.ini").write_text(
            "[bar/top]\nmodules-left = clicks\nheight = 24\nfont-0 = DejaVu Sans Mono:size=11\n" + self.configuration("polybar"))
        self.start("polybar", "-q", "-c", self.folder / "config.ini", "top")
        wait("polybar", lambda: self.run("xdotool", "search", "--class", "polybar", check=False))
        self.expect("0/0/0")
        time.sleep(1)
        self.click_all(50, 12)
        self.shot()


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


class Wayland(Host):
    needs = ["sway", "swaymsg", "grim", "unshare", "jq"]

    def sway(self, bar):
        (self.folder / "sway.conf").write_text("output HEADLESS-1 resolution 800x600 position 0 0\n" + bar)
        self.environment.update(
            SWAYSOCK=str(self.folder / "sway.sock"), WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
        self.start("unshare", "-U", "--map-user=1000", "--map-group=1000", "sway", "-c", self.folder / "sway.conf")
        wait("sway", lambda: self.run("swaymsg", "-t", "get_outputs", check=False))
        self.environment["WAYLAND_DISPLAY"] = wait("display", lambda: next(
            (path.name for path in self.folder.glob("wayland-*") if not path.name.endswith(".lock")), None))
        (self.folder / "pointer.py").write_text(POINTER)
        self.start("python3", self.folder / "pointer.py")
        wait("pointer", lambda: '"capabilities": 1' in self.run("swaymsg", "-t", "get_seats", "-r"))
        time.sleep(0.5)

    def click(self, x, y, button):
        self.run("swaymsg", "-q", "seat seat0 cursor set %d %d" % (x, y))
        self.run("swaymsg", "-q", "seat seat0 cursor press button%d" % button)
        # The release of a wheel would scroll again.
        if button < 4:
            self.run("swaymsg", "-q", "seat seat0 cursor release button%d" % button)

    def click_all(self, x, y):
        for button, text in [(1, "1/0/0"), (3, "1/1/0"), (4, "1/1/1")]:
            self.click(x, y, button)
            self.expect(text)
        self.run("swaymsg", "-q", "seat seat0 cursor set 400 300")
        time.sleep(0.5)
        self.run("grim", "-g", "0,0 800x40", self.images / (self.name + ".png"))


class Swaybar(Wayland):
    name, needs = "swaybar", Wayland.needs + ["swaybar"]

    def test(self):
        bar = self.configuration("sway").replace("bar {\n", "bar {\n    position top\n    font DejaVu Sans Mono 11\n")
        self.sway(bar)
        self.expect("0/0/0")
        time.sleep(1)
        self.click_all(740, 8)


class Waybar(Wayland):
    name, needs = "waybar", Wayland.needs + ["waybar"]

    def test(self):
        self.sway("")
        module = "\n".join(line for line in self.configuration("waybar").split("\n") if not line.startswith(("//", "/*", "#")))
        (self.folder / "config").write_text(
            '{"layer": "top", "height": 28, "modules-right": ["custom/clicks"],\n%s\n}' % module.strip().rstrip(","))
        (self.folder / "style.css").write_text("* { font: 14px 'DejaVu Sans Mono'; }\n")
        self.start("waybar", "-c", self.folder / "config", "-s", self.folder / "style.css")
        wait("waybar", lambda: "Bar configured" in (self.folder / "log").read_text(errors="replace"))
        self.expect("0/0/0")
        time.sleep(1)
        self.click_all(740, 12)


class I3Blocks(X11):
    name, needs = "i3blocks", X11.needs + ["i3", "i3bar", "i3blocks"]

    def test(self):
        self.display()
        (self.folder / "blocks.conf").write_text(self.configuration("i3blocks"))
        (self.folder / "i3.conf").write_text(
            "# i3 config file (v4)\nfont pango:DejaVu Sans Mono 11\nbar {\n    position top\n    font pango:DejaVu Sans Mono 11\n"
            "    status_command i3blocks -c %s\n}\n" % (self.folder / "blocks.conf"))
        self.start("i3", "-c", self.folder / "i3.conf")
        wait("i3bar", lambda: self.run("xdotool", "search", "--class", "i3bar", check=False))
        self.expect("0/0/0")
        time.sleep(2)
        self.click_all(720, 8)
        self.shot()


class Lemonbar(X11):
    name, needs = "lemonbar", X11.needs + ["lemonbar"]

    def test(self):
        self.display()
        script = self.configuration("lemonbar").replace("lemonbar -p", "lemonbar -p -d -f fixed -g 800x24+0+0")
        (self.folder / "bar.sh").write_text(script)
        self.start("sh", self.folder / "bar.sh")
        wait("lemonbar", lambda: self.run("xdotool", "search", "--class", "lemonbar", check=False)
             or self.run("xdotool", "search", "--name", "bar", check=False))
        self.expect("0/0/0")
        time.sleep(1)
        self.click_all(30, 12)
        self.shot()

    def close(self):
        for pid in self.left_bars():
            os.kill(pid, signal.SIGTERM)
        super().close()

    def left_bars(self):
        found = []
        for entry in Path("/proc").iterdir():
            try:
                name, environment = (entry / "comm").read_text().strip(), (entry / "environ").read_bytes()
            except OSError:
                continue
            if entry.name.isdigit() and name == "lemonbar" and str(self.folder).encode() in environment:
                found.append(int(entry.name))
        return found


class Genmon(X11):
    name, needs = "genmon", X11.needs + ["xfce4-panel", "dbus-run-session"]

    def test(self):
        self.display()
        panel = self.folder / ".config/xfce4/panel"
        channel = self.folder / ".config/xfce4/xfconf/xfce-perchannel-xml"
        panel.mkdir(parents=True)
        channel.mkdir(parents=True)
        # One panel with one item.
        (channel / "xfce4-panel.xml").write_text(PANEL)
        (panel / "genmon-1.rc").write_text(self.configuration("genmon").replace("UpdatePeriod=10000", "UpdatePeriod=1000"))
        self.start("dbus-run-session", "--", "xfce4-panel", "--disable-wm-check")
        wait("panel", lambda: self.run("xdotool", "search", "--class", "xfce4-panel", check=False))
        wait("the first update", lambda: self.counts() == "0/0/0" and list((self.folder / ".local/state/luawidget").glob("*.db")))
        time.sleep(4)
        for presses in (1, 2):
            self.click(20, 15, 1)
            self.expect("%d/0/0" % presses)
            time.sleep(1.5)
        self.shot()


PANEL = """<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array"><value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=0;x=400;y=15"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="30"/>
      <property name="plugin-ids" type="array"><value type="int" value="1"/></property>
    </property>
  </property>
  <property name="plugins" type="empty"><property name="plugin-1" type="string" value="genmon"/></property>
</channel>
"""


class Menu(Host):
    """A plugin as its bar runs it, in a folder and with settings that need quoting. No screen: the menu is read as the bar reads it."""

    def test(self):
        odd = self.folder / "it's a \"folder\""
        odd.mkdir()
        self.widget = odd / "clicks.lua"
        shutil.copy(Path(__file__).parent / "clicks.lua", self.widget)
        plugin = odd / "clicks.10s.sh"
        plugin.write_text(self.run(self.program, "bar-config", self.name, self.widget, "--set", "note=a \"b\" 'c' \\ | $HOME"))
        plugin.chmod(0o755)
        bar, menu = menus.read(self.run(plugin), self.name)
        if len(bar) != 1 or not bar[0].text.endswith("WIDGET 0/0/0"):
            raise AssertionError("the bar has %s" % [line.text for line in bar])
        for presses in (1, 2):
            _, menu = menus.read(self.run(plugin), self.name)
            command = next(line.command for line in menu if line.text.startswith("WIDGET"))
            self.run(*command)
            text = menus.read(self.run(plugin), self.name)[0][0].text
            if not text.endswith("WIDGET %d/0/0" % presses):
                raise AssertionError("after a press the bar has " + text)
        refresh = next(line.command for line in menu if line.text == "Refresh")
        self.run(*refresh)
        hidden = self.folder / "hidden.lua"
        hidden.write_text(HIDDEN)
        text = menus.shown(self.run(self.program, "run", hidden, "--format", self.name), self.name, "hidden.10s.sh")
        if text != {"xbar": "\u00b7"}.get(self.name):
            raise AssertionError("a hidden widget shows %r" % text)


HIDDEN = """function perform_update() has_content(false) return update_result.new_data end
function content() return ui.text "x" end
"""


class Xbar(Menu):
    name = "xbar"


class SwiftBar(Menu):
    name = "swiftbar"


class Argos(Menu):
    name = "argos"


HOSTS = [Tmux, I3Bar, I3Blocks, Polybar, Lemonbar, Swaybar, Waybar, Genmon, Xbar, SwiftBar, Argos]
