"""Moving cards by hand."""

import os
import re
import time
from pathlib import Path

from displays import Sway, X11, wait


def stored(home):
    """The anchor and the margins of the only card, from the board file."""
    text = home.board.read_text()
    anchor = re.search(r'anchor = "(\w+)"', text)
    # One number is both.
    margin = re.search(r"margin = \[?(\d+)(?:, (\d+)\])?", text)
    return (anchor and anchor.group(1), margin and (int(margin.group(1)), int(margin.group(2) or margin.group(1))))


def drag(home):
    """A card follows the pointer, stays where it is put, and is there again after a restart; at the edge it ends at the edge."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect("0/0/0")
    home.expect_painted("clicks.lua", 20, 20)
    def held():
        # The pointer is in its upper part.
        home.expect_painted("clicks.lua", 170, 120, held=60)
        shot = home.folder / "held.png"
        home.picture(shot)
        colors = home.run("convert", shot, "-alpha", "off", "-crop", "140x90+25+25", "-format", "%k", "info:")
        assert colors == "1", "the card is still at its old place: %s colours" % colors
    home.drag((200, 45), (350, 145), held)
    wait("a place: %s" % (stored(home),), lambda: stored(home) == ("top_left", (170, 120)))
    home.expect_painted("clicks.lua", 170, 120)
    home.screenshot(home.images / ("moved-%s.png" % home.name))
    # A click that trembles isn't a drag, and one on a control presses it.
    home.drag((200, 145), (202, 146))
    home.expect_painted("clicks.lua", 170, 120)
    home.click(220, 205)
    home.expect("1/0/0")
    assert stored(home) == ("top_left", (170, 120)), stored(home)
    home.park = (10, 10)
    home.drag((350, 145), (990, 690))
    wait("a place in the corner: %s" % (stored(home),), lambda: stored(home) == ("bottom_right", (0, 0)))
    height = home.size(home.painted("clicks.lua", "--scale", 1))[1]
    home.expect_painted("clicks.lua", 1000 - 338, 700 - height)
    home.end_desktop()
    home.start_desktop("--appearance", "light")
    home.expect_painted("clicks.lua", 1000 - 338, 700 - height)


def nudge(home):
    """Shift and the arrow keys move a card, and a letter is the command that it is in the terminal: h hides the card."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("clicks.lua", 20, 20)
    home.click(300, 60)
    time.sleep(0.5)
    home.key("shift+Right", "shift+Right", "shift+Down")
    wait("a place", lambda: stored(home) == ("top_left", (36, 28)))
    home.expect_painted("clicks.lua", 36, 28)
    # The pointer has left, and a card without a window manager has no keyboard then.
    home.click(300, 60)
    time.sleep(0.5)
    home.key("h")
    wait("a hidden card", lambda: "hidden = true" in home.board.read_text())
    wait("no window", lambda: home.is_gone("clicks"))


def across(home):
    """A card that is dragged to another monitor has that one's name in the board file."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("clicks.lua", 20, 20)
    home.drag((200, 45), (840, 145))
    wait("a monitor", lambda: 'monitor = "DUMMY1"' in home.board.read_text() and stored(home) == ("top_left", (20, 120)))
    home.expect_painted("clicks.lua", 660, 120)


def full(home, options="size=64k", fill="dd if=/dev/zero of=$0/fill bs=4k 2>/dev/null;"):
    """On a full disk, a card that was dragged goes back and says why, and the board file stays as it is."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20')
    before = home.board.read_text()
    disk = home.folder / "disk"
    disk.mkdir()
    home.environment["XDG_CONFIG_HOME"] = str(disk)
    script = "mount -t tmpfs -o %s tmpfs $0 && cp -a $1/. $0 && { %s exec $2 desktop --appearance light; }" % (options, fill)
    names = ["-m"] if os.getuid() == 0 else ["-rm"]
    home.desktop = home.start("unshare", *names, "sh", "-c", script, disk, home.folder / ".config", home.program)
    x, y, width, height = wait("a card", lambda: home.window("still"))
    time.sleep(1)
    home.drag((200, 45), (350, 145))
    wait("a reason", lambda: home.window("still") and home.window("still")[3] > height)
    wait("a card at its place", lambda: home.window("still")[:3] == (20, 20, width))
    home.screenshot(home.images / ("%s-%s.png" % ("full" if "64k" in options else "readonly", home.name)))
    there = Path("/proc/%d/root" % home.desktop.pid)
    assert (there / str(disk)[1:] / "luawidget/boards/today.toml").read_text() == before


def readonly(home):
    """The same, in a home that is read-only."""
    full(home, fill="mount -o remount,ro $0;", options="size=1m")
