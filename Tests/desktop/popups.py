"""Popups: one card in front of all windows, in a frame of luawidget's own."""

import time

from displays import X11, wait


def popup(home):
    """A popup is beside the pointer or where it is asked for, works, and closes with Escape, a click outside, and itself."""
    home.display()
    home.widget("clicks.lua")
    clicks = home.folder / "clicks.lua"

    def shown():
        home.desktop = home.start(home.program, "popup", clicks, "--at", "top-left", "--appearance", "light")
        # 16 points from the edges, below the header of 30.
        home.expect_painted("clicks.lua", 16, 46)
        # The keyboard and the pointer come a moment later.
        time.sleep(0.5)
        return home.desktop

    # Its control, and then Escape.
    process = shown()
    home.click(66, 131)
    home.expect("1/0/0")
    home.screenshot(home.images / ("popup-%s.png" % home.name))
    home.key("Escape")
    assert process.wait(60) == 0
    # A click outside, which nothing else gets.
    process = shown()
    home.click(700, 500)
    assert process.wait(60) == 0
    # The same widget again closes it; another one takes its place.
    process = shown()
    again = home.start(home.program, "popup", clicks)
    assert again.wait(60) == 0 and process.wait(60) == 0
    process = shown()
    home.widget("still.lua")
    other = home.start(home.program, "popup", home.folder / "still.lua", "--at", "bottom-right")
    assert process.wait(60) == 0
    home.desktop = other
    wait("another popup", home.window_program)
    home.end(other)
    # A card that fails is a popup too.
    (home.folder / "broken.lua").write_text("error 'no'")
    broken = home.start(home.program, "popup", home.folder / "broken.lua", "--at", "center")
    home.desktop = broken
    wait("a popup with a failure", home.window_program)
    time.sleep(1)
    home.key("Escape")
    assert broken.wait(60) == 0, broken.returncode
    if isinstance(home, X11):
        home.run("xdotool", "mousemove", 500, 100)
        process = home.start(home.program, "popup", clicks, "--appearance", "light")
        home.desktop = process
        window = wait("a popup beside the pointer", lambda: home.window("clicks"))
        time.sleep(1)
        x, y, width, _ = home.window("clicks")
        assert abs(x + width / 2 - 500) <= 2 and y == 112, window
        home.key("Escape")
        assert process.wait(60) == 0


def front(home):
    """A card in front is above other windows for a while."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = [30, 40]')
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 30, 40)
    home.run(home.program, "show", "still", "--for", "4s")
    home.expect_painted("still.lua", 30, 40)
    time.sleep(4)
    home.expect_painted("still.lua", 30, 40)
