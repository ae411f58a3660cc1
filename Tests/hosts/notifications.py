#!/usr/bin/env python3
"""Responds to notifications of widgets/challenge.lua in dunst, mako, xfce4-notifyd and dbusmock's notification server.  usage: notifications.py PROGRAM

PROGRAM is a build of luawidget with its other programs in the same folder. Every check has its own home folder, D-Bus session and server.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from session import ROOT, TIMEOUT, Session, until


class Desktop(Session):
    """A session with the widget of challenges."""

    def owns_server(self):
        reply = self.call(
            "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/org/freedesktop/DBus", "-m",
            "org.freedesktop.DBus.NameHasOwner", "org.freedesktop.Notifications")
        return "true" in reply

    def challenge(self):
        """Runs the widget, which sends its challenge at once."""
        widget = ROOT / "widgets/challenge.lua"
        return self.call(self.program, "run", str(widget), "--allow", "notify", "--set", "delay=0")

    def state(self):
        return self.call(self.program, "defaults", "read", str(ROOT / "widgets/challenge.lua"), "state").strip()


def mako(folder, program):
    """mako in sway shows the notification; makoctl invokes an action, whose handler runs."""
    desktop = Desktop(folder, program)
    try:
        (folder / "sway.conf").write_text("output HEADLESS-1 resolution 800x600\n")
        desktop.environment.update(
            SWAYSOCK=str(folder / "sway.sock"), WLR_BACKENDS="headless", WLR_RENDERER="pixman", WLR_LIBINPUT_NO_DEVICES="1")
        prefix = ["unshare", "-U", "--map-user=1000", "--map-group=1000"] if os.getuid() == 0 else []
        desktop.start(*prefix, "sway", "-c", str(folder / "sway.conf"), stdout=subprocess.DEVNULL)
        run = folder / "run"
        until("sway starts", lambda: "HEADLESS-1" in desktop.call("swaymsg", "-t", "get_outputs"))
        desktop.environment["WAYLAND_DISPLAY"] = next(path.name for path in run.glob("wayland-*") if path.suffix != ".lock")
        desktop.start("mako", "-c", "/dev/null", stdout=subprocess.DEVNULL)
        until("mako starts", desktop.owns_server)
        assert "A challenge is on its way" in desktop.challenge()
        until("mako shows it", lambda: "dumdum86 has challenged you" in desktop.call("makoctl", "list"))
        desktop.call("makoctl", "invoke", "surrender")
        until("the handler runs", lambda: desktop.state() == '"surrendered"')
        until("it is closed", lambda: "dumdum86" not in desktop.call("makoctl", "list"))
    finally:
        desktop.end()


def xfce(folder, program):
    """xfce4-notifyd shows the notification with its actions; a click on one runs its handler."""
    libraries = next(Path("/usr/lib").glob("*/xfce4"))
    desktop = Desktop(folder, program)
    try:
        desktop.start_display()
        desktop.environment["GSETTINGS_BACKEND"] = "memory"
        desktop.start(str(libraries / "xfconf/xfconfd"), stdout=subprocess.DEVNULL)
        desktop.call("gdbus", "wait", "--session", "--timeout", str(TIMEOUT), "org.xfce.Xfconf")
        desktop.start(str(libraries / "notifyd/xfce4-notifyd"), stdout=subprocess.DEVNULL)
        until("xfce4-notifyd starts", desktop.owns_server)
        assert "A challenge is on its way" in desktop.challenge()
        window = until("it is shown", lambda: desktop.call(
            "xdotool", "search", "--onlyvisible", "--class", "xfce4-notifyd").split())[-1]
        # The buttons are at the bottom, the last one at the right.
        def press():
            shape = desktop.call("xdotool", "getwindowgeometry", "--shell", window)
            place = dict(line.split("=") for line in shape.split() if "=" in line)
            if "WIDTH" in place:
                x, y = int(place["X"]) + int(place["WIDTH"]) - 50, int(place["Y"]) + int(place["HEIGHT"]) - 28
                desktop.call("xdotool", "mousemove", str(x), str(y), "click", "1")
            return desktop.state() == '"surrendered"'
        until("the handler runs", press)
    finally:
        if "DISPLAY" in desktop.environment and os.environ.get("IMAGES"):
            desktop.call("import", "-window", "root", os.environ["IMAGES"] + "/xfce4-notifyd.png")
        desktop.end()


def dunst(folder, program):
    """dunst shows the notification; its menu picks an action, whose handler runs."""
    desktop = Desktop(folder, program)
    try:
        desktop.start_display()
        # The menu of actions: a program that picks a line.
        (folder / "dunstrc").write_text("[global]\n dmenu = /usr/bin/grep -m1 Surrender\n")
        desktop.start("dunst", "-conf", str(folder / "dunstrc"), stdout=subprocess.DEVNULL)
        until("dunst starts", desktop.owns_server)
        assert "A challenge is on its way" in desktop.challenge()
        until("dunst shows it", lambda: desktop.call("dunstctl", "count", "displayed").strip() == "1")
        desktop.call("dunstctl", "context")
        until("the handler runs", lambda: desktop.state() == '"surrendered"')
        until("it is closed", lambda: desktop.call("dunstctl", "count", "displayed").strip() == "0")
    finally:
        desktop.end()


def mock(folder, program):
    """dbusmock's server gets exactly what the specification wants, and its signal reaches the handler."""
    desktop = Desktop(folder, program)
    try:
        calls = folder / "calls"
        desktop.start("/usr/bin/python3", "-m", "dbusmock", "--session", "--template", "notification_daemon", "--parameters",
                      '{"capabilities": "body actions body-markup"}', stdout=open(calls, "w"))
        until("the server starts", desktop.owns_server)
        desktop.challenge()
        shown = until("the notification arrives", lambda: [line for line in calls.read_text().split("\n") if " Notify " in line])[0]
        for part in ['"Challenge"', "dumdum86 has challenged you to fight about nothing.", '"fight"', '"surrender"', "urgency"]:
            assert part in shown, "%s is missing: %s" % (part, shown)
        desktop.call(
            "gdbus", "call", "--session", "-d", "org.freedesktop.Notifications", "-o", "/org/freedesktop/Notifications", "-m",
            "org.freedesktop.DBus.Mock.EmitSignal", "org.freedesktop.Notifications", "ActionInvoked", "us",
            "[<uint32 1>, <'fight'>]")
        until("the handler runs", lambda: desktop.state() == '"fighting"')
        until("it is closed", lambda: " CloseNotification 1" in calls.read_text())
    finally:
        desktop.end()


def main():
    program = os.path.abspath(sys.argv[1])
    failed = 0
    for check in [dunst, mako, xfce, mock]:
        with tempfile.TemporaryDirectory(prefix="luawidget-hosts-") as folder:
            try:
                check(Path(folder), program)
                print("ok   notifications: %s" % check.__doc__)
            except (AssertionError, OSError, subprocess.SubprocessError) as problem:
                failed += 1
                print("FAIL notifications: %s\n     %s" % (check.__doc__, problem))
    sys.exit(1 if failed else 0)


main()
