#!/usr/bin/env python3
"""Time zones and clocks that change while luawidget runs.  usage: clocks.py PROGRAM

The system's time zone is changed in a mount namespace of the programs; the clock is another one by libfaketime (the package faketime).
"""

import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from processes import Home, until  # noqa: E402

ZONE = """
widget { name = "Zone", refresh = "6h" }
function perform_update()
  defaults.set("runs", (defaults.get("runs") or 0) + 1)
  return update_result.new_data
end
function content(context) return ui.text(context.time_zone .. os.date(" %z", 1800000000) .. " run " .. defaults.get("runs")) end
"""
LATER = [["today"], ["run", "zone.lua", "--watch"], ["run", "zone.lua", "--format", "i3bar", "--follow"],
         ["run", "zone.lua", "--format", "plain-json", "--follow"]]


class Zone(Home):
    """A home with its own /etc, which the programs see in place of the system's."""

    def __init__(self, program):
        super().__init__(program)
        del self.environment["TZ"]
        (self.folder / "zone.lua").write_text(ZONE)
        boards = self.folder / ".config/luawidget/boards"
        boards.mkdir(parents=True)
        (boards / "today.toml").write_text('[[widget]]\nfile = "%s/zone.lua"\n' % self.folder)
        self.etc = self.folder / "etc"
        self.etc.mkdir()
        for name in ["passwd", "group", "nsswitch.conf", "ld.so.cache", "ssl", "fonts", "alternatives"]:
            source = Path("/etc", name)
            if source.is_dir():
                shutil.copytree(source, self.etc / name, symlinks=True, ignore=shutil.ignore_patterns("private"))
            elif source.exists():
                shutil.copy(source, self.etc / name)

    def link(self, zone):
        """As timedatectl does: a new link replaces the old one."""
        os.symlink("/usr/share/zoneinfo/" + zone, self.etc / "new")
        os.rename(self.etc / "new", self.etc / "localtime")

    def copy(self, zone):
        (self.etc / "localtime").unlink(missing_ok=True)
        shutil.copy("/usr/share/zoneinfo/" + zone, self.etc / "localtime")

    def command(self, *arguments):
        names = ["-m"] if os.getuid() == 0 else ["-rm"]
        return ["unshare", *names, "sh", "-c", 'mount --bind "$0" /etc && exec "$@"', str(self.etc), self.program, *arguments]


class Shown:
    """A program in a terminal, and what it has written."""

    def __init__(self, home, arguments):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.chdir(home.folder)
            os.execvpe("unshare", home.command(*arguments), home.environment | {"TERM": "xterm-256color", "LUAWIDGET_BAR_RESTARTS": "1"})
        self.text = ""

    def see(self, *words, after=0):
        def seen():
            while select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.text += os.read(self.master, 1 << 16).decode(errors="replace")
                except OSError:
                    break
            plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.text[after:])
            return all(word in plain for word in words)
        try:
            until("%s" % (words,), seen, 60)
        except AssertionError as problem:
            raise AssertionError("%s in %r" % (problem, self.text[after:][-600:])) from None

    def end(self):
        os.kill(self.pid, signal.SIGTERM)
        os.waitpid(self.pid, 0)


def zones(program):
    """A running host follows the system's time zone, without another update; a copied file of a zone has its name."""
    for arguments in LATER:
        home = Zone(program)
        home.link("Asia/Tokyo")
        shown = Shown(home, arguments)
        shown.see("Asia/Tokyo +0900 run 1")
        start = len(shown.text)
        home.link("Europe/Berlin")
        shown.see("Europe/Berlin +0100", after=start)
        start = len(shown.text)
        home.copy("America/New_York")
        shown.see("America/New_York -0500", after=start)
        shown.end()


def variable(program):
    """TZ decides, whatever the system has."""
    home = Zone(program)
    home.link("Asia/Tokyo")
    for value, words in [("Europe/Berlin", "Europe/Berlin +0100"), (":Europe/Berlin", "Europe/Berlin +0100"), ("", "Asia/Tokyo +0900"),
                         ("/usr/share/zoneinfo/America/New_York", "America/New_York -0500"), ("Nowhere/Land", "no time zone \"Nowhere/Land\"")]:
        done = subprocess.run(home.command("run", "zone.lua", "--no-snapshot"), env=home.environment | {"TZ": value}, cwd=home.folder,
                              capture_output=True, text=True, timeout=120, check=True)
        assert words in done.stdout + done.stderr, (value, done)


def jumps(program):
    """After the clock was a day ahead, or back, the next host updates at once, and no age is odd."""
    if not shutil.which("faketime"):
        print("--   faketime is not installed")
        return
    for shift in ["+1 day", "-1 day", "+400 days"]:
        home = Zone(program)
        home.environment["TZ"] = "UTC"
        command = ["faketime", "-f", shift.replace(" days", "d").replace(" day", "d"), program, "run", "zone.lua", "--format", "text"]
        done = subprocess.run(command, env=home.environment, cwd=home.folder, capture_output=True, text=True, timeout=120, check=False)
        assert "run 1" in done.stdout, done
        line = home.run("run", "zone.lua", "--format", "plain")
        if shift == "-1 day":
            # A day later by the clock: due.
            assert "run 2" in line, line
        else:
            assert "run 2" in line, "a view from the future counts as current: " + line
        text = home.run("run", "zone.lua", "--format", "text")
        assert "run 3" in text and "-1" not in text and "in 1" not in text, text
        # Another host after the stopped one: its lease is no day long.
        home.run("defaults", "read", "zone.lua", "runs")


def main():
    program = str(Path(sys.argv[1]).resolve())
    for check in [zones, variable, jumps]:
        check(program)
        print("ok   %s" % check.__doc__, flush=True)


if __name__ == "__main__":
    main()
