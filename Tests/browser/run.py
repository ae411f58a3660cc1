#!/usr/bin/env python3
"""Uses the page of `luawidget serve` in chromium.  usage: Tests/browser/run.py PROGRAM [--images FOLDER] [WORD...]

PROGRAM is a build of luawidget. With words, only the checks whose names contain one of them run. With --images, screenshots of the
board at three widths in both appearances are written to a folder. Needs chromium and the Python package playwright.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

CHECKS = []
ROOT = Path(__file__).resolve().parents[2]

COUNTER = """
local count = 0
function content()
  return ui.vstack {
    ui.text { "count " .. count },
    ui.button { "Add", id = "add", action = function() count = count + 1 end },
    ui.button { "Other", action = function() end },
    ui.hstack { ui.text { "row" }, on_tap = function() count = count + 10 end },
    ui.date { os.time() + 3600, style = "timer" },
  }
end
"""
TEXT = 'function content() return ui.text { "%s" } end\n'
SETTINGS = """
widget {
  name = "Greeting",
  settings = {
    greeting = { type = "string", default = "Hello", label = "Greeting", description = "The first word." },
    loud = { type = "boolean", default = false, label = "Loud" },
    key = { type = "secret", label = "Key" },
    size = { type = "choice", choices = { "one", "two" }, default = "one", label = "Size" },
  },
}
function content() return ui.text { settings.greeting .. (settings.loud and "!" or ".") .. " " .. settings.size } end
"""


def check(function):
    CHECKS.append(function)
    return function


class Board:
    """A running `luawidget serve` with its own folder."""

    running = []

    def __init__(self, program, widgets):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="luawidget-browser-"))
        boards = self.folder / ".config/luawidget/boards"
        boards.mkdir(parents=True)
        for name, text in widgets.items():
            path = name if name.startswith("/") else self.write(name, text)
            with open(boards / "today.toml", "a", encoding="utf-8") as file:
                file.write(f'[[widget]]\nfile = "{path}"\n\n')
        self.start()

    def write(self, name, text):
        path = self.folder / name
        part = self.folder / (name + ".part")
        part.write_text(text, encoding="utf-8")
        part.rename(path)
        return path

    def start(self, port=0):
        environment = {"HOME": str(self.folder), "PATH": "/usr/bin:/bin", "LANG": "en_US.UTF-8", "TZ": "UTC"}
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(port), "--quiet"], env=environment, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.port = int(re.search(r":(\d+)/", self.address)[1])
        Board.running.append(self)

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            assert self.process.wait(30) == 143

    def server(self):
        """The process id of luawidget-server."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        for pid in " ".join(file.read_text() for file in children).split():
            if Path(f"/proc/{pid}/comm").read_text().startswith("luawidget-serve"):
                return int(pid)
        return None


class Page:
    """A page that collects everything that a console shows."""

    def __init__(self, browser, board, width=1440, height=900, scheme="light", script=True):
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, java_script_enabled=script)
        self.page = self.context.new_page()
        self.page.set_default_timeout(30000)
        self.errors = []
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(board.address)
        if not script:
            self.page.get_by_role("button", name="Open the board").click()
        self.page.wait_for_selector("#cards")


def text_of(page, card):
    return page.locator(f"#card-{card}").inner_text()


def wait_text(page, card, text):
    page.wait_for_function(
        "([card, text]) => document.getElementById('card-' + card)?.innerText.includes(text)", arg=[card, text], timeout=30000)


@check
def shows_cards_and_no_errors(program, browser):
    board = Board(program, {"counter.lua": COUNTER, "text.lua": TEXT % "plain"})
    page = Page(browser, board)
    wait_text(page.page, "counter", "count 0")
    wait_text(page.page, "text", "plain")
    assert page.page.locator("h1").count() == 1
    page.page.wait_for_timeout(1500)
    assert page.errors == [], page.errors
    return board


@check
def taps_and_keeps_the_focus(program, browser):
    board = Board(program, {"counter.lua": COUNTER})
    page = Page(browser, board)
    wait_text(page.page, "counter", "count 0")
    button = page.page.get_by_role("button", name="Add", exact=True)
    button.focus()
    for count in range(1, 4):
        page.page.keyboard.press("Enter")
        wait_text(page.page, "counter", f"count {count}")
        assert page.page.evaluate("document.activeElement.innerText.trim()") == "Add"
    page.page.get_by_role("button", name="row").click()
    wait_text(page.page, "counter", "count 13")
    assert page.errors == [], page.errors
    return board


@check
def timers_tick_without_the_server(program, browser):
    board = Board(program, {"counter.lua": COUNTER})
    page = Page(browser, board)
    wait_text(page.page, "counter", "count 0")
    first = page.page.locator("#card-counter time[data-style=timer]").inner_text()
    page.page.wait_for_function(
        "first => document.querySelector('#card-counter time[data-style=timer]').innerText !== first", arg=first, timeout=30000)
    return board


@check
def two_tabs_show_the_same(program, browser):
    board = Board(program, {"counter.lua": COUNTER})
    page = Page(browser, board)
    wait_text(page.page, "counter", "count 0")
    other = page.context.new_page()
    other.goto(f"http://127.0.0.1:{board.port}/")
    wait_text(other, "counter", "count 0")
    page.page.get_by_role("button", name="Add", exact=True).click()
    wait_text(other, "counter", "count 1")
    return board


@check
def works_without_javascript(program, browser):
    board = Board(program, {"counter.lua": COUNTER})
    page = Page(browser, board, script=False)
    for _ in range(300):
        if "count 0" in page.page.inner_text("#cards"):
            break
        time.sleep(0.1)
        page.page.reload()
    page.page.get_by_role("button", name="Add", exact=True).click()
    page.page.wait_for_load_state()
    for _ in range(100):
        if "count 1" in page.page.inner_text("#cards"):
            return board
        time.sleep(0.1)
        page.page.reload()
    raise AssertionError(page.page.inner_text("#cards"))


@check
def reloads_a_saved_script_and_shows_its_error(program, browser):
    board = Board(program, {"a.lua": TEXT % "first", "b.lua": TEXT % "other"})
    page = Page(browser, board)
    wait_text(page.page, "a", "first")
    board.write("a.lua", TEXT % "second")
    wait_text(page.page, "a", "second")
    board.write("a.lua", "function content()\n  return ui.text {\nend\n")
    page.page.wait_for_selector("#card-a .problem pre")
    assert "return ui.text {" in text_of(page.page, "a")
    assert "other" in text_of(page.page, "b")
    board.write("a.lua", TEXT % "third")
    wait_text(page.page, "a", "third")
    assert page.page.locator("#card-a .problem").count() == 0
    return board


@check
def the_server_may_crash(program, browser):
    board = Board(program, {"counter.lua": COUNTER})
    page = Page(browser, board)
    wait_text(page.page, "counter", "count 0")
    os.kill(board.server(), signal.SIGKILL)
    for _ in range(300):
        if board.server():
            break
        time.sleep(0.1)
    board.write("counter.lua", TEXT % "after the crash")
    wait_text(page.page, "counter", "after the crash")
    return board


@check
def luawidget_may_restart(program, browser):
    board = Board(program, {"a.lua": TEXT % "before"})
    page = Page(browser, board)
    wait_text(page.page, "a", "before")
    port = board.port
    board.stop()
    board.write("a.lua", TEXT % "after")
    board.start(port)
    wait_text(page.page, "a", "after")
    return board


@check
def moves_a_card_by_keyboard(program, browser):
    board = Board(program, {"a.lua": TEXT % "first", "b.lua": TEXT % "second"})
    page = Page(browser, board)
    wait_text(page.page, "b", "second")
    page.page.locator("#card-b").focus()
    page.page.keyboard.press("Alt+ArrowUp")
    page.page.wait_for_function("() => document.querySelector('#cards').firstElementChild.id === 'card-b'", timeout=30000)
    assert page.page.evaluate("document.activeElement.id") == "card-b"
    return board


@check
def hides_and_shows_a_card(program, browser):
    board = Board(program, {"a.lua": TEXT % "first", "b.lua": TEXT % "second"})
    page = Page(browser, board)
    wait_text(page.page, "a", "first")
    page.page.get_by_label("Actions for a").click()
    page.page.locator("#card-a").get_by_role("button", name="Hide").click()
    page.page.wait_for_function("() => document.getElementById('card-a') === null", timeout=30000)
    page.page.get_by_text("1 hidden widget").click()
    page.page.get_by_role("button", name="Show a").click()
    wait_text(page.page, "a", "first")
    return board


@check
def shows_more_and_less(program, browser):
    board = Board(program, {"a.lua": TEXT % "first"})
    page = Page(browser, board)
    wait_text(page.page, "a", "first")
    page.page.get_by_role("button", name="Show less of a").click()
    page.page.get_by_role("button", name="Show more of a").click()
    page.page.get_by_role("button", name="Show less of a").wait_for()
    return board


@check
def changes_settings(program, browser):
    board = Board(program, {"greet.lua": SETTINGS})
    page = Page(browser, board)
    wait_text(page.page, "greet", "Hello. one")
    page.page.get_by_label("Actions for Greeting").click()
    page.page.get_by_role("link", name="Settings").click()
    page.page.get_by_label("Greeting").fill("Good <b>day</b>")
    page.page.get_by_label("Loud").check()
    page.page.get_by_label("Size", exact=True).first.select_option("two")
    assert page.page.get_by_label("Key").input_value() == ""
    page.page.get_by_role("button", name="Save").click()
    page.page.wait_for_selector("#cards")
    wait_text(page.page, "greet", "Good <b>day</b>! two")
    return board


@check
def adds_and_removes_a_widget(program, browser):
    board = Board(program, {"a.lua": TEXT % "first"})
    path = board.write("new.lua", TEXT % "added")
    page = Page(browser, board)
    wait_text(page.page, "a", "first")
    page.page.get_by_role("link", name="Add a widget").click()
    page.page.get_by_label("Name or path of a widget").fill(str(path))
    page.page.get_by_role("button", name="Add", exact=True).first.click()
    wait_text(page.page, "new", "added")
    page.page.goto(f"http://127.0.0.1:{board.port}/settings?widget=new")
    page.page.get_by_role("button", name="Remove from the board").click()
    page.page.wait_for_selector("#card-a")
    page.page.wait_for_function("() => document.getElementById('card-new') === null", timeout=30000)
    return board


@check
def has_names_for_all_controls_and_contrast(program, browser):
    board = Board(program, {"counter.lua": COUNTER})
    page = Page(browser, board)
    for scheme in ("light", "dark"):
        page.page.emulate_media(color_scheme=scheme)
        wait_text(page.page, "counter", "count 0")
        tree = page.page.locator("body").aria_snapshot()
        for wanted in ("heading", "main", "navigation", "button \"Add\"", "article"):
            assert wanted in tree, tree
        unnamed = page.page.evaluate(
            "[...document.querySelectorAll('button,a,summary,input')].filter(e => e.type !== 'hidden' && !e.closest('[hidden]') && "
            "!(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)")
        assert unnamed == [], unnamed
        low = page.page.evaluate(CONTRAST)
        assert low == [], low
    return board


# The texts whose contrast with the nearest background is below WCAG AA.
CONTRAST = """
() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const low = [];
  for (const element of document.querySelectorAll('main *, header *')) {
    const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || element.closest('[hidden],.spoken,svg,noscript') || !element.checkVisibility()) continue;
    let ground = element, color = [0, 0, 0, 0];
    while (ground) { color = parse(getComputedStyle(ground).backgroundColor); if (color.length < 4 || color[3] > 0.5) break; ground = ground.parentElement; }
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(color)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.4) low.push(element.tagName + ' ' + element.innerText.slice(0, 20) + ' ' + ratio.toFixed(2));
  }
  return low;
}
"""


def take_images(program, browser, folder):
    folder.mkdir(parents=True, exist_ok=True)
    names = ["disk", "system", "controls", "charts", "flight"]
    files = [p for n in names for p in (ROOT / "widgets" / f"{n}.lua", ROOT / "examples" / f"{n}.lua") if p.exists()]
    board = Board(program, {str(p): "" for p in files})
    page = Page(browser, board)
    page.page.wait_for_timeout(4000)
    for width, height in ((390, 844), (820, 1180), (1440, 900)):
        for scheme in ("light", "dark"):
            page.page.set_viewport_size({"width": width, "height": height})
            page.page.emulate_media(color_scheme=scheme)
            page.page.wait_for_timeout(2500)
            page.page.screenshot(path=str(folder / f"serve-{width}-{scheme}.png"))
    for path in ("add", "access", "settings?widget=" + files[0].stem):
        page.page.goto(f"http://127.0.0.1:{board.port}/{path}")
        page.page.screenshot(path=str(folder / f"serve-{path.split('?')[0]}.png"))
    board.stop()


def main():
    arguments = sys.argv[1:]
    program = str(Path(arguments.pop(0)).resolve())
    images = None
    if arguments[:1] == ["--images"]:
        images = Path(arguments[1])
        arguments = arguments[2:]
    failed = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        if images:
            take_images(program, browser, images)
        else:
            for function in CHECKS:
                if arguments and not any(word in function.__name__ for word in arguments):
                    continue
                try:
                    function(program, browser).stop()
                    print("ok  ", function.__name__, flush=True)
                except Exception as error:  # each check reports its own failure
                    failed += 1
                    line = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == __file__][-1]
                    print(f"FAIL {function.__name__} (line {line}) - {error}", flush=True)
                while Board.running:
                    Board.running.pop().kill()
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
