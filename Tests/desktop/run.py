#!/usr/bin/env python3
"""Cards on real displays without a monitor.  usage: Tests/desktop/run.py PROGRAM [--images FOLDER] [TEST...]

PROGRAM is a build of luawidget with its other programs in the same folder. Tests whose programs are not installed are skipped.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from displays import Sway, X11, wait  # noqa: E402
from links import links  # noqa: E402
from managers import I3, Linkable, MANAGERS, TwoMonitors  # noqa: E402
from moving import across, drag, full, nudge, readonly  # noqa: E402
from popups import front, popup  # noqa: E402
from redraws import fades, redraws  # noqa: E402
from screens import PANEL_MANAGERS, corners, monitors, panels, resolution  # noqa: E402
from stacking import below, form, keys  # noqa: E402


def places(home):
    """Cards are where the board says, look as the painter draws them, and stay below other windows."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = [30, 40]')
    home.widget("clicks.lua")
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 30, 40)
    if isinstance(home, X11):
        x, y, width, _ = wait("second card", lambda: home.window("clicks"))
        assert (x + width, y) == (1000 - 16, 16), (x, y, width)
    home.run(home.program, "board", "set", "still", "--anchor", "bottom_left", "--margin", "50")
    height = home.size(home.painted("still.lua", "--scale", 1))[1]
    home.expect_painted("still.lua", 50, 700 - 50 - height)


def input_(home):
    """Clicks and the wheel reach the handlers of the widget; a click beside a control does nothing."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect("0/0/0")
    home.expect_painted("clicks.lua", 20, 20)
    home.click(300, 60)
    home.click(70, 105)
    home.expect("1/0/0")
    home.expect_painted("clicks.lua", 20, 20)
    home.scroll_up(100, 60)
    home.expect("1/0/1")
    home.click(70, 105)
    home.expect("2/0/1")
    home.screenshot(home.images / ("desktop-%s.png" % home.name))


def menu(home):
    """The menu hides a card, and the board file has it hidden."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("clicks.lua", 20, 20)
    home.click(300, 60, 3)
    time.sleep(1)
    home.screenshot(home.images / ("menu-%s.png" % home.name))
    # Hide is the last but one.
    home.key("Up")
    home.key("Up")
    home.key("Return")
    wait("hidden widget", lambda: "hidden = true" in home.board.read_text())
    wait("closed window", lambda: home.is_gone("clicks"))


def ends(home):
    """Either program ends with the other; a crash is reported, and the cards come back."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 20, 20)
    first = home.window_program()
    os.kill(first, signal.SIGKILL)
    second = wait("another program", lambda: home.window_program() not in (None, first) and home.window_program())
    assert "luawidget-desktop was killed by signal 9; it is started again" in home.log(), home.log()
    home.expect_painted("still.lua", 20, 20)
    os.kill(second, signal.SIGTERM)
    assert home.desktop.wait(60) == 0
    home.start_desktop()
    third = wait("a program", home.window_program)
    assert home.end_desktop() == 143
    wait("end of %d" % third, lambda: not Path("/proc/%d" % third).exists())
    home.start_desktop()
    fourth = wait("a program", home.window_program)
    time.sleep(1)
    home.desktop.kill()
    wait("end of %d" % fourth, lambda: not Path("/proc/%d" % fourth).exists())


def dense(home):
    """On a dense monitor, cards have more pixels, and clicks arrive where they should."""
    home.environment["GDK_SCALE"] = "2"
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 10')
    home.start_desktop("--appearance", "dark")
    home.expect_painted("still.lua", 20, 20, "--appearance", "dark", scale=2)


def hotplug(home):
    """A card moves to its monitor when that is connected."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20\nmonitor = 2')
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 20, 20)
    # Sway 1.7 can't remove a headless output.
    home.run("swaymsg", "create_output")
    single = home.screenshot
    home.screenshot = lambda path: single(path, "HEADLESS-2")
    home.expect_painted("still.lua", 20, 20)


BUS = """<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


def appearance(home):
    """The cards follow the desktop's light or dark setting, also when it changes."""
    name, path = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
    (home.folder / "bus.conf").write_text(BUS.format(folder=home.folder))
    home.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=%s/bus" % home.folder
    home.start("dbus-daemon", "--config-file=%s/bus.conf" % home.folder, "--nofork", "--nopidfile")
    wait("bus", (home.folder / "bus").exists)
    home.start("/usr/bin/python3", "-m", "dbusmock", "--session", name, path, "org.freedesktop.portal.Settings")
    home.run("gdbus", "wait", "--session", "--timeout", "60", name)
    call = ["gdbus", "call", "--session", "-d", name, "-o", path, "-m"]
    mock = "org.freedesktop.DBus.Mock."
    # As the portal does, a variant inside a variant.
    code = "ret = dbus.UInt32(1, variant_level=2)"
    home.run(*call, mock + "AddMethod", "org.freedesktop.portal.Settings", "Read", "ss", "v", code)
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop()
    home.expect_painted("still.lua", 20, 20, "--appearance", "dark")
    home.run(
        *call, mock + "EmitSignal", "org.freedesktop.portal.Settings", "SettingChanged", "ssv",
        "[<'org.freedesktop.appearance'>, <'color-scheme'>, <uint32 2>]")
    home.expect_painted("still.lua", 20, 20, "--appearance", "light")


TESTS = [
    (places, [X11, Sway]), (input_, [X11, Sway]), (keys, MANAGERS + [Sway]), (menu, [X11, Sway]), (ends, [X11, Sway]), (dense, [X11]),
    (hotplug, [Sway]), (appearance, [X11]), (below, MANAGERS + [Sway]), (form, MANAGERS + [Sway]),
    (panels, PANEL_MANAGERS), (monitors, [TwoMonitors]), (resolution, [X11, I3]), (corners, [X11, I3]), (drag, [X11, I3, Sway]), (nudge, [X11, I3, Sway]), (across, [TwoMonitors]), (full, [X11]), (readonly, [X11]), (redraws, [X11]), (fades, [X11]), (links, [Linkable]),
    (popup, [X11, I3, Sway]), (front, [X11, I3, Sway]),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--images", type=Path, help="the folder for screenshots")
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_intermixed_args()
    images = arguments.images or Path(tempfile.mkdtemp(prefix="luawidget-desktop-images-"))
    images.mkdir(parents=True, exist_ok=True)
    failed = 0
    for test, displays in TESTS:
        for display in displays:
            name = "%s-%s" % (test.__name__.rstrip("_"), display.name)
            if arguments.tests and not any(word in name for word in arguments.tests):
                continue
            missing = [program for program in display.needs if not shutil.which(program)]
            if missing:
                print("%-16s skipped: %s not installed" % (name, ", ".join(missing)))
                continue
            home = display(arguments.program.resolve(), images.resolve())
            try:
                test(home)
                print("%-16s ok" % name, flush=True)
            except Exception as error:  # A test that cannot run has failed.
                failed += 1
                try:
                    home.screenshot(images / (name + "-failed.png"))
                except Exception:
                    pass
                print("%-16s FAILED: %r\n%s" % (name, error, home.log()[-2000:]), flush=True)
            finally:
                home.close()
    if not arguments.images and not failed:
        shutil.rmtree(images)
    sys.exit(1 if failed else 0)


main()
