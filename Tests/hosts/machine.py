#!/usr/bin/env python3
"""Shows and controls services of the machine in widgets, with python-dbusmock's UPower, power-profiles-daemon and logind, and with PulseAudio.
usage: machine.py PROGRAM

PROGRAM is a build of luawidget with its other programs in the same folder. Each check has its own home folder, and one private bus that
is both its session and its system bus. Checks of services that aren't installed are left out.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from session import ROOT, Session, until

PYTHON = "/usr/bin/python3"


class Machine(Session):
    """A user of a machine with mocked services."""

    def __init__(self, folder, program):
        super().__init__(folder, program)
        self.environment["DBUS_SYSTEM_BUS_ADDRESS"] = self.environment["DBUS_SESSION_BUS_ADDRESS"]

    def mock(self, template, name, *parameters):
        """Starts a service of dbusmock and waits for it."""
        process = self.start(PYTHON, "-m", "dbusmock", "--system", "--template", template, *parameters, stdout=subprocess.DEVNULL)
        until("%s is on the bus" % name, lambda: name in self.call(
            "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m", "org.freedesktop.DBus.ListNames"))
        return process

    def method(self, name, path, method, *arguments):
        return self.call("gdbus", "call", "--session", "-d", name, "-o", path, "-m", method, *arguments)

    def shown(self, widget):
        return self.call(self.program, "run", str(ROOT / widget), "--format", "text")

    def follow(self, widget, *arguments, prefix=()):
        """Starts a host whose output is a file."""
        output = self.folder / "bar"
        self.start(*prefix, self.program, "run", str(ROOT / widget), "--format", "waybar", "--follow", *arguments,
                   stdout=open(output, "w"))
        return output


UPOWER, DISPLAY = "org.freedesktop.UPower", "/org/freedesktop/UPower/devices/DisplayDevice"


def power(folder, program):
    """The battery and the profile are shown, follow their services, a tap sets a profile, and another keeps the machine awake."""
    machine = Machine(folder, program)

    def charge(percent, state):
        machine.method(UPOWER, "/org/freedesktop/UPower", "org.freedesktop.DBus.Mock.SetupDisplayDevice", "2", str(state),
                       str(percent), "40.0", "80.0", "7.5", "5400", "0", "true", "battery", "1")

    try:
        assert "No battery" in machine.shown("examples/power.lua")
        mock = machine.mock("upower", UPOWER)
        charge(40.0, 2)
        machine.mock("power_profiles_daemon", "net.hadess.PowerProfiles")
        machine.mock("logind", "org.freedesktop.login1")
        shown = machine.shown("examples/power.lua")
        assert "discharging" in shown and "balanced" in shown, shown
        output = machine.follow("examples/power.lua")
        until("the bar shows the battery", lambda: "discharging" in output.read_text())
        charge(41.0, 1)
        until("the bar shows that it's charging", lambda: "charging" in output.read_text().split("\n")[-2].replace("discharging", ""))
        machine.call(program, "tap", str(ROOT / "examples/power.lua"), "awake")
        inhibitors = lambda: machine.method(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager.ListInhibitors")
        until("the machine is kept awake", lambda: "Power: Switched on in the widget" in inhibitors())
        machine.call(program, "tap", str(ROOT / "examples/power.lua"), "awake")
        until("the machine may sleep", lambda: "Switched on" not in inhibitors())
        mock.kill()
        until("the bar shows that there's no battery", lambda: "No battery" in output.read_text().split("\n")[-2])
    finally:
        machine.end()


NETWORK = "org.freedesktop.NetworkManager"


def network(folder, program):
    """The Wi-Fi connection is shown with its strength, and a connection that ends is gone at once."""
    machine = Machine(folder, program)
    path, mocked = "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager"

    def mock(method, *arguments):
        return machine.method(NETWORK, path, "org.freedesktop.DBus.Mock." + method, *arguments)

    try:
        machine.mock("networkmanager", NETWORK)
        mock("AddWiFiDevice", "wifi1", "wlan0", "100")
        point = path + "/AccessPoint/ap1"
        mock("AddAccessPoint", path + "/Devices/wifi1", "ap1", "Caf\u00e9", "00:23:F8:7E:12:BB", "2", "2425", "5400", "82", "256")
        mock("AddWiFiConnection", path + "/Devices/wifi1", "con1", "Caf\u00e9", "wpa-psk")
        mock("AddActiveConnection", "['%s/Devices/wifi1']" % path, path + "/Settings/con1", point, "active1", "2")
        shown = machine.shown("examples/network.lua")
        assert "Caf\u00e9" in shown and "82" in shown, shown
        output = machine.follow("examples/network.lua")
        until("the bar shows the connection", lambda: "Caf" in output.read_text())
        mock("RemoveActiveConnection", path + "/Devices/wifi1", path + "/ActiveConnection/active1")
        until("the bar shows that it has ended", lambda: "Not connected" in output.read_text().split("\n")[-2])
    finally:
        machine.end()


def brightness(folder, program):
    """The screen's brightness is shown, follows the kernel's file, and a button sets it by way of logind."""
    if os.getuid() != 0:
        return "left out: it needs root, to put a screen in the place of /sys/class"
    machine = Machine(folder, program)
    screen = folder / "class/backlight/screen"
    screen.mkdir(parents=True)
    for name, text in [("type", "raw"), ("max_brightness", "200"), ("actual_brightness", "50"), ("brightness", "50")]:
        (screen / name).write_text(text + "\n")
    prefix = ["unshare", "-m", "sh", "-c", 'mount --bind "$0" /sys/class && exec "$@"', str(folder / "class")]
    try:
        assert "No brightness here" in machine.shown("examples/brightness.lua")
        machine.mock("logind", "org.freedesktop.login1")
        session = "/org/freedesktop/login1/session/auto"
        machine.method("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.DBus.Mock.AddSession",
                       "auto", "seat0", "1000", "user", "true")
        machine.method("org.freedesktop.login1", session, "org.freedesktop.DBus.Mock.AddMethod",
                       "org.freedesktop.login1.Session", "SetBrightness", "ssu", "",
                       "open('%s/actual_brightness', 'w').write(str(args[2]))" % screen)
        output = machine.follow("examples/brightness.lua", prefix=prefix)
        last = lambda: output.read_text().split("\n")[-2]
        until("the bar shows the brightness", lambda: "25" in output.read_text())
        time.sleep(1)
        (screen / "actual_brightness").write_text("100\n")
        until("the bar shows the new one", lambda: "50" in last())
        machine.call(program, "tap", str(ROOT / "examples/brightness.lua"), "brighter")
        until("logind has set it", lambda: (screen / "actual_brightness").read_text().strip() == "120")
        until("the bar shows it", lambda: "60" in last())
    finally:
        machine.end()
    return None


SYSTEMD, MANAGER = "org.freedesktop.systemd1", "/org/freedesktop/systemd1"


def units(folder, program):
    """A unit's state is shown, a tap starts it, and another host follows."""
    machine = Machine(folder, program)
    path, interface = MANAGER + "/unit/syncthing_2eservice", SYSTEMD + ".Unit"
    widget = str(ROOT / "examples/units.lua")
    allow = ["--allow", "units=syncthing.service", "--allow", "units=cups.service"]

    def mock(path, method, *arguments):
        return machine.method(SYSTEMD, path, "org.freedesktop.DBus.Mock." + method, *arguments)

    try:
        machine.start(PYTHON, "-m", "dbusmock", "--system", SYSTEMD, MANAGER, SYSTEMD + ".Manager", stdout=subprocess.DEVNULL)
        until("systemd is on the bus", lambda: SYSTEMD in machine.call(
            "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m", "org.freedesktop.DBus.ListNames"))
        mock(MANAGER, "AddMethod", "", "LoadUnit", "s", "o",
             "ret = '%s/unit/' + args[0].replace('.', '_2e')" % MANAGER)
        mock(MANAGER, "AddMethod", "", "Subscribe", "", "", "")
        for name, load in [("syncthing", "loaded"), ("cups", "not-found")]:
            mock(MANAGER, "AddObject", "%s/unit/%s_2eservice" % (MANAGER, name), interface,
                 "{'Id': <'%s.service'>, 'LoadState': <'%s'>, 'ActiveState': <'inactive'>, 'Description': <'Files'>}" % (name, load),
                 "[('Start', 's', 'o', 'self.UpdateProperties(\\\"%s\\\", {\\\"ActiveState\\\": \\\"active\\\"}); "
                 "ret = \\\"/job/1\\\"')]" % interface)
        shown = machine.call(program, "run", widget, "--format", "text", *allow)
        assert "Files" in shown and "inactive" in shown and "missing" in shown, shown
        output = machine.follow("examples/units.lua", *allow)
        until("the bar shows the unit", lambda: "inactive" in output.read_text())
        time.sleep(1)
        machine.call(program, "tap", widget, "start.syncthing.service", *allow)
        until("the bar shows that it runs", lambda: "inactive" not in output.read_text().split("\n")[-2])
    finally:
        machine.end()


LOUDER = """widget { permissions = { audio = { "control" } } }
function content() return ui.button { "Louder", id = "louder", action = function() assert(audio.set_volume(0.8)) end } end
"""


def audio(folder, program):
    """The volume of a sink is shown, follows pactl, a tap changes it, and without the server there's none."""
    if not shutil.which("pulseaudio") or not shutil.which("pactl"):
        return "left out: it needs pulseaudio and pulseaudio-utils"
    machine = Machine(folder, program)
    machine.environment["XDG_CONFIG_HOME"] = str(folder / "config")
    widget = "widgets/mixer.lua"
    pactl = lambda *words: machine.call("pactl", *words)

    def start():
        sink = "module-null-sink sink_name=%s sink_properties=device.description=%s"
        source = "module-virtual-source source_name=microphone master=hdmi.monitor source_properties=device.description=Microphone"
        modules = ["module-native-protocol-unix", sink % ("speakers", "Speakers"), sink % ("hdmi", "HDMI"), source]
        server = machine.start(
            "pulseaudio", "--daemonize=no", "-n", "--exit-idle-time=-1", "--use-pid-file=no", "--realtime=no", "--high-priority=no",
            *[word for module in modules for word in ("-L", module)], stdout=subprocess.DEVNULL)
        until("pulseaudio has its sinks", lambda: "hdmi" in pactl("list", "short", "sinks"))
        until("and its source", lambda: "microphone" in pactl("list", "short", "sources"))
        pactl("set-default-sink", "speakers")
        pactl("set-sink-volume", "speakers", "40%")
        return server

    try:
        assert "No sound server here" in machine.shown(widget)
        server = start()
        shown = machine.shown(widget)
        assert all(text in shown for text in ["Speakers", "] 40", "HDMI", "] 100", "Microphone"]), shown
        assert "Monitor" not in shown, shown
        output = machine.follow(widget)
        last = lambda: (output.read_text().split("\n")[-2:] or [""])[0]
        until("the bar shows the volume", lambda: "40" in last())
        time.sleep(1)
        pactl("set-sink-volume", "speakers", "55%")
        until("the bar shows pactl's volume", lambda: "55" in last())
        machine.call(program, "tap", str(ROOT / widget), "mute.speakers")
        until("pulseaudio has muted it", lambda: "yes" in pactl("get-sink-mute", "speakers"))
        until("the bar shows it", lambda: "Muted" in last())
        pactl("set-sink-volume", "speakers", "20%", "40%")
        louder = folder / "louder.lua"
        louder.write_text(LOUDER)
        machine.call(program, "tap", str(louder), "louder")
        until("the balance stays", lambda: all(text in pactl("get-sink-volume", "speakers") for text in ["40%", "80%"]))
        machine.call(program, "tap", str(ROOT / widget), "choose.hdmi")
        until("hdmi is the default", lambda: pactl("get-default-sink").strip() == "hdmi")
        server.terminate()
        server.wait()
        until("the bar shows that it's gone", lambda: "No sound server here" in last())
        start()
        until("the bar shows it again", lambda: "40" in last())
    finally:
        machine.end()
    return None


def main():
    program = os.path.abspath(sys.argv[1])
    failed = 0
    for check in [power, network, brightness, units, audio]:
        with tempfile.TemporaryDirectory(prefix="luawidget-hosts-") as folder:
            try:
                reason = check(Path(folder), program)
                print("ok   machine: %s" % (reason or check.__doc__))
            except (AssertionError, OSError, subprocess.SubprocessError) as problem:
                failed += 1
                print("FAIL machine: %s\n     %s" % (check.__doc__, problem))
    sys.exit(1 if failed else 0)


main()
