"""A board and a widget in terminals on a display: what a user does with them, and what is left of it."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from emulators import EMULATORS, Console
from displays import Home, wait
from widgets import COUNTER

HERE = Path(__file__).resolve().parent
PICTURE = """
widget { name = "Picture" }
function perform_update() return update_result.new_data end
function content() return ui.image { "magenta.png", width = 160, height = 64, accessibility = "[magenta]" } end
"""
CLOCK = """
widget { name = "Clock", refresh = "1s" }
function perform_update() return update_result.new_data end
function content() return ui.text { "second " .. os.time() } end
"""


def modes(terminal, name):
    path = terminal.folder / name
    terminal.line("python3 %s/modes.py %s" % (HERE, path))
    wait("the modes of %s" % terminal.name, path.exists)
    return path.read_text()


def clean(terminal, before):
    """The shell's screen and modes are as before."""
    time.sleep(0.3)
    after = modes(terminal, "after-%d" % time.monotonic_ns())
    assert after == before, "%s has other modes afterwards:\n%s\n%s" % (terminal.name, before, after)
    terminal.line("echo $((40 + 2))")
    terminal.show("42")


def seconds(text):
    return [int(word.split()[0]) for word in text.split("second ")[1:] if word.split()[0].isdigit()]


def today(terminal, program, images):
    """The board: keys, mouse, a paste, an image, Ctrl-Z and fg, and the end."""
    terminal.line("clear; echo bef''ore")
    terminal.show("before", without=["clear"])
    before = modes(terminal, "before")
    terminal.line("%s today" % program)
    terminal.show("count is 0", "second ", "q quit")
    if terminal.graphics:
        wait("an image in %s" % terminal.name, lambda: terminal.magenta() > 2000)
    terminal.screenshot(images / ("today-%s.png" % terminal.name))
    terminal.key("Tab", "Return")
    terminal.show("count is 1")
    if terminal.mouse:
        terminal.click("[ More ]")
        terminal.show("count is 2")
    if terminal.pastes:
        terminal.key("a")
        terminal.show("Add a widget")
        terminal.paste("qqq\n:q!\nq")
        terminal.show("Add a widget", "qqq")
        terminal.key("Escape")
        terminal.show("count is 2", without=["Add a widget"])
    terminal.key("ctrl+z")
    terminal.show("Stopped", without=["q quit"])
    stopped = time.time()
    clean(terminal, before)
    time.sleep(2)
    terminal.line("fg")
    text = terminal.show("count is", "q quit", without=["Stopped"])
    wait("the time that passed", lambda: any(second >= stopped + 2 for second in seconds(terminal.text())))
    if terminal.graphics:
        wait("an image in %s after fg" % terminal.name, lambda: terminal.magenta() > 2000)
    # The button is still selected.
    terminal.key("Return")
    terminal.show("count is 3" if terminal.mouse else "count is 2")
    terminal.key("q")
    terminal.show("Stopped", without=["count is", "q quit"])
    clean(terminal, before)
    return text


def watch(terminal, program, images):
    """One widget below the shell's lines, which stays when it ends."""
    terminal.line("clear; echo bef''ore")
    terminal.show("before", without=["clear"])
    before = modes(terminal, "before-watch")
    for widget, words in (("counter.lua", "count is 0"), ("picture.lua", "Picture")):
        terminal.line("clear; %s run %s --watch" % (program, widget))
        terminal.show(words, "q quit")
        if widget == "picture.lua" and terminal.graphics:
            wait("an image in %s" % terminal.name, lambda: terminal.magenta() > 2000)
            for size in [(70, 25), (90, 30)]:
                terminal.resize(*size)
                time.sleep(0.5)
                wait("an image in %s in another size" % terminal.name, lambda: terminal.magenta() > 2000)
        if widget == "counter.lua":
            terminal.key("Tab", "Return")
            terminal.show("count is 1")
            if terminal.mouse:
                terminal.click("[ More ]")
                terminal.show("count is 2")
        terminal.screenshot(images / ("watch-%s-%s.png" % (widget[:-4], terminal.name)))
        terminal.key("ctrl+z")
        terminal.show("Stopped")
        clean(terminal, before)
        # What the shell clears is gone, images too.
        terminal.line("clear; fg")
        terminal.show(words[:5], "q quit", without=["Stopped"])
        if widget == "picture.lua" and terminal.graphics:
            wait("an image in %s after fg" % terminal.name, lambda: terminal.magenta() > 2000)
        terminal.key("q")
        terminal.show(words[:5], without=["q quit"])
        terminal.screenshot(images / ("watched-%s-%s.png" % (widget[:-4], terminal.name)))
        clean(terminal, before)
    terminal.line("TERM=dumb %s today; echo status $?" % program)
    terminal.show("status 2")
    terminal.line("clear; TERM=dumb %s run counter.lua; echo status $?" % program)
    terminal.show("count is 0", "status 0")
    clean(terminal, before)


def storm(terminal, program, images):
    """Many sizes in a short time; the board then fills the last one."""
    before = modes(terminal, "before-storm")
    terminal.line("clear; %s today" % program)
    terminal.show("count is", "q quit")
    sizes = [(1, 1), (200, 60), (3, 40), (120, 2), (90, 30), (17, 9), (2, 2), (140, 50)]
    end = time.monotonic() + 5
    count = 0
    while time.monotonic() < end:
        terminal.resize(*sizes[count % len(sizes)])
        count += 1
    terminal.resize(90, 30)
    time.sleep(0.5)
    terminal.show("count is", "second ", "q quit")
    if terminal.graphics:
        wait("an image in %s after many sizes" % terminal.name, lambda: terminal.magenta() > 2000)
    terminal.screenshot(images / ("storm-%s.png" % terminal.name))
    terminal.key("q")
    terminal.show("$", without=["q quit"])
    clean(terminal, before)
    print("     %d sizes" % count)


def closed(terminal, program, images):
    """The terminal's window is closed: no process of luawidget stays."""
    terminal.line("clear; %s today" % program)
    terminal.show("count is", "q quit")
    running = processes(program, terminal.display.folder)
    assert running, "no process"
    terminal.close()
    wait("the end of %s" % running, lambda: not processes(program, terminal.display.folder))


def processes(program, home):
    """The processes of luawidget in a home, but for those that haven't been reaped."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if Path(os.readlink(entry / "exe")).name.startswith("luawidget") and ("HOME=%s\0" % home) in (entry / "environ").read_text(errors="replace"):
                found.append(int(entry.name))
        except (OSError, ValueError):
            continue
    return found


def prepare(display):
    """A board with a counter, an image and a clock."""
    folder = display.folder
    (folder / "counter.lua").write_text(COUNTER)
    (folder / "picture.lua").write_text(PICTURE)
    (folder / "clock.lua").write_text(CLOCK)
    (folder / "picture").mkdir()
    subprocess.run(["convert", "-size", "160x64", "xc:#ff00ff", "PNG24:%s" % (folder / "picture/magenta.png")], check=True)
    display.board.write_text("".join('[[widget]]\nfile = "%s/%s.lua"\n\n' % (folder, name) for name in ("counter", "picture", "clock")))
    display.environment["PS1"] = "$ "


def check(program, names, images):
    """Tries every terminal that is installed. Returns how many failed."""
    failed = 0
    for kind in EMULATORS:
        if names and not any(word in kind.name for word in names):
            continue
        display = kind.on or Home
        missing = [word for word in kind.needs + (display.needs if kind.on else []) if not shutil.which(word)]
        if missing or (kind is Console and Console.number() is None):
            print("--   %s: %s not installed" % (kind.name, ", ".join(missing) or "a console is"))
            continue
        home = display(Path(program), images)
        home.environment.pop("TERM", None)
        terminal = kind(home, home.folder)
        try:
            prepare(home)
            if kind.on:
                home.display()
            terminal.start()
            stories = [today, watch] + ([storm] if hasattr(terminal, "resize") else []) + [closed]
            for story in stories:
                story(terminal, program, images)
                print("ok   %s: %s" % (terminal.name, story.__name__), flush=True)
        except (AssertionError, OSError, subprocess.SubprocessError) as problem:
            failed += 1
            print("FAIL %s: %s" % (terminal.name, problem), flush=True)
            try:
                terminal.screenshot(images / ("failed-%s.png" % terminal.name))
            except (AssertionError, OSError):
                pass
        finally:
            home.close()
    return failed


if __name__ == "__main__":
    folder = Path(os.environ.get("IMAGES") or tempfile.mkdtemp(prefix="luawidget-terminal-images-"))
    folder.mkdir(parents=True, exist_ok=True)
    sys.exit(1 if check(os.path.abspath(sys.argv[1]), sys.argv[2:], folder) else 0)
