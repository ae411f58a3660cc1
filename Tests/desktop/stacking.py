"""Cards and the windows of other programs: which is above, and which has the keyboard."""

import time

from displays import wait

COLOR = "#ff00ff"


def colors(home):
    """The colours of a region that is inside a card at 20, 20 and inside the window of Home.open_window."""
    shot = home.folder / "covered.png"
    home.screenshot(shot)
    text = home.run("convert", shot, "-alpha", "off", "-crop", "60x30+170+95", "-unique-colors", "txt:")
    return {line.split()[2].lower() for line in text.splitlines()[1:]}


def below(home):
    """Windows cover cards, whether they were opened before or after them, also after a click."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    window = home.open_window(COLOR)
    wait("a window", lambda: colors(home) == {COLOR})
    home.start_desktop("--appearance", "light")
    home.expect("0/0/0")
    wait("a card", lambda: home.is_open("clicks"))
    # A card is above for a moment if it is ever.
    time.sleep(1)
    assert colors(home) == {COLOR}, "a card is above a window that was opened before it: %s" % colors(home)
    home.end(window)
    home.expect_painted("clicks.lua", 20, 20)
    for button in [70, 300]:
        window = home.open_window(COLOR)
        wait("a window above the card", lambda: colors(home) == {COLOR})
        home.click(button, 105)
        time.sleep(0.5)
        assert colors(home) == {COLOR}, "a card is above a window after a click: %s" % colors(home)
        home.end(window)
        wait("a card without a window", lambda: COLOR not in colors(home))
    before = home.counts()
    home.click(70, 105)
    wait("a press", lambda: home.counts() != before)


def keys(home):
    """Tab selects a control of the card that was clicked, and Return presses it. Then a window has the keyboard again."""
    home.display()
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect("0/0/0")
    home.expect_painted("clicks.lua", 20, 20)
    home.click(300, 60)
    time.sleep(0.5)
    home.key("Tab")
    home.key("Tab")
    home.key("Return")
    home.expect("0/1/0")


def form(home):
    """The settings open in a window that has the keyboard, and what is typed there is stored."""
    home.display()
    home.widget("settings.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("settings.lua", 20, 20)
    home.click(200, 60, 3)
    time.sleep(1)
    # Settings is the last but two.
    home.key("Up", "Up", "Up", "Return")
    wait("a form", lambda: home.has_title("Settings"))
    time.sleep(0.5)
    home.screenshot(home.images / ("form-%s.png" % home.name))
    home.key("ctrl+a")
    home.type("Typed")
    home.key("Return")
    wait("a setting", lambda: 'title = "Typed"' in home.board.read_text())
    home.expect_painted("settings.lua", 20, 20, "--set", "title=Typed")
