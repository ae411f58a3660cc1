#!/usr/bin/env python3
"""`luawidget today` in real terminals without a display: tmux, and GNU screen if it is installed.

    Tests/terminals/run.py PROGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

from widgets import COUNTER

WORDS = """
widget { name = "Words" }
function perform_update() return update_result.new_data end
function content(context) return ui.text("wörter ✓ " .. context.display_mode) end
"""

FAILING = """
widget { name = "Trains" }
function perform_update() return update_result.failed "no trains today" end
function content() return ui.text "x" end
"""


class Tmux:
    name = "tmux"

    def __init__(self, folder, columns, rows):
        self.command = ["tmux", "-S", os.path.join(folder, "tmux"), "-f", "/dev/null"]
        self.run("new-session", "-d", "-x", str(columns), "-y", str(rows), "exec sh")

    def run(self, *arguments):
        return subprocess.run(self.command + list(arguments), check=True, capture_output=True, text=True).stdout

    def text(self):
        return self.run("capture-pane", "-p")

    def type(self, *keys):
        self.run("send-keys", *keys)

    def line(self, text):
        self.run("send-keys", "-l", text)
        self.run("send-keys", "Enter")

    def resize(self, columns, rows):
        self.run("resize-window", "-x", str(columns), "-y", str(rows))

    def close(self):
        subprocess.run(self.command + ["kill-server"], capture_output=True)


class Screen:
    """GNU screen has no way to set the size of a window without a terminal, so it stays at 80 by 24."""

    name = "screen"

    def __init__(self, folder, columns, rows):
        self.folder = folder
        self.environment = dict(os.environ, SCREENDIR=os.path.join(folder, "screens"))
        os.makedirs(self.environment["SCREENDIR"], mode=0o700, exist_ok=True)
        self.session = f"luawidget-{os.getpid()}"
        subprocess.run(["screen", "-U", "-c", "/dev/null", "-dmS", self.session, "sh"], env=self.environment, check=True)
        time.sleep(0.5)

    def run(self, *arguments):
        subprocess.run(["screen", "-S", self.session, "-p", "0", "-X", *arguments], env=self.environment, check=True,
                       capture_output=True)

    def text(self):
        path = os.path.join(self.folder, "hardcopy")
        if os.path.exists(path):
            os.remove(path)
        self.run("hardcopy", path)
        for _ in range(50):
            if os.path.exists(path):
                break
            time.sleep(0.02)
        with open(path, errors="replace") as file:
            return file.read()

    def type(self, *keys):
        names = {"Enter": "\r", "Tab": "\t", "Escape": "\033", "Down": "\033[B"}
        self.run("stuff", "".join(names.get(key, key) for key in keys))

    def line(self, text):
        self.run("stuff", text.replace("$", "\\$") + "\r")

    def close(self):
        subprocess.run(["screen", "-S", self.session, "-X", "quit"], env=self.environment, capture_output=True)


def wait(terminal, condition, what):
    end = time.time() + 30
    while time.time() < end:
        text = terminal.text()
        if condition(text):
            return text
        time.sleep(0.05)
    sys.exit(f"{terminal.name}: not seen: {what}\n{terminal.text()}")


def has(*words):
    return lambda text: all(word in text for word in words)


def board(folder):
    home = os.path.join(folder, "home")
    boards = os.path.join(home, ".config/luawidget/boards")
    os.makedirs(boards)
    entries = []
    for name, source in (("counter", COUNTER), ("words", WORDS), ("failing", FAILING)):
        with open(os.path.join(home, name + ".lua"), "w") as file:
            file.write(source)
        entries.append(f'[[widget]]\nfile = "~/{name}.lua"\n')
    with open(os.path.join(boards, "today.toml"), "w") as file:
        file.write("\n".join(entries))
    return home


def story(terminal, program, home, columns):
    """Starts the board in a shell, uses it, and quits: the shell's screen is as before."""
    terminal.line(f"HOME={home} LANG=C.UTF-8 PS1='% '; export HOME LANG; cd; clear; echo before")
    wait(terminal, has("before"), "the shell")
    terminal.line(f"{program} today")
    # Screen's copies contain only the lower byte of each character.
    words = "wörter ✓ compact" if terminal.name == "tmux" else "compact"
    text = wait(terminal, has("count is 0", words, "q quit"), "the board")
    wide = [line for line in text.split("\n") if len(line.rstrip()) > columns]
    if wide or "before" in text:
        sys.exit(f"{terminal.name}, {columns} columns: the board is not alone on the screen\n{text}")
    wait(terminal, has("no trains today"), "the failure")
    terminal.type("Tab", "Enter")
    wait(terminal, has("count is 1"), "the tap")
    terminal.type("?")
    wait(terminal, lambda text: "show more or less" in text and "count is" not in text, "the help")
    terminal.type("q")
    wait(terminal, has("count is 1"), "the board after the help")
    terminal.type("a")
    wait(terminal, has("Add a widget", "./words.lua"), "the widgets to add")
    terminal.type("Escape")
    wait(terminal, has("count is 1"), "the board after the list")
    return text


def run(kind, program, sizes):
    for columns, rows in sizes:
        with tempfile.TemporaryDirectory() as folder:
            home = board(folder)
            terminal = kind(folder, columns, rows)
            try:
                text = story(terminal, program, home, columns)
                if kind is Tmux:
                    terminal.resize(columns + 60, rows + 10)
                    wait(terminal, lambda text: any("count is 1" in line and "wörter" in line for line in text.split("\n")),
                         "columns after the window has grown")
                    terminal.resize(columns, rows)
                    wait(terminal, lambda text: has("count is 1", "q quit")(text) and all(
                        len(line) <= columns for line in text.split("\n")), "the first size")
                terminal.type("q")
                # GNU screen has no alternate screen unless it's configured: then the board is erased.
                wait(terminal, lambda text: "%" in text and "count is" not in text and ("before" in text or kind is Screen),
                     "the shell's screen")
                terminal.line("echo $((40 + 2)); stty -a | grep -o -- ' echo '")
                wait(terminal, has("42", " echo "), "a shell that works")
                print(f"ok  {terminal.name} {columns}x{rows}")
                if "-v" in sys.argv:
                    print(text)
            finally:
                terminal.close()


def main():
    program = os.path.abspath(sys.argv[1])
    run(Tmux, program, [(80, 24), (120, 40), (40, 24)])
    if shutil.which("screen"):
        run(Screen, program, [(80, 24)])
    else:
        print("--  GNU screen is not installed")


main()
