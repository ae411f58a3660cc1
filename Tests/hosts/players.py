#!/usr/bin/env python3
"""Shows and controls mpv (with mpv-mpris) in widgets/player.lua.  usage: players.py PROGRAM

PROGRAM is a build of luawidget with its other programs in the same folder. The player has its own home folder and D-Bus session.
"""

import os
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

from session import ROOT, Session, until

WIDGET = str(ROOT / "widgets/player.lua")


class Player(Session):
    """A session in which mpv plays silence."""

    def __init__(self, folder, program):
        super().__init__(folder, program)
        for title in ["First", "Second"]:
            with wave.open(str(folder / (title + ".wav")), "wb") as sound:
                sound.setparams((1, 2, 8000, 0, "NONE", ""))
                sound.writeframes(bytes(16000 * 60))
        self.environment["HOME"] = str(folder)
        self.start("mpv", "--no-config", "--script=/usr/lib/mpv-mpris/mpris.so", "--ao=null", "--vo=null", "--no-terminal",
                   str(folder / "First.wav"), str(folder / "Second.wav"), stdout=subprocess.DEVNULL)
        until("mpv is on the bus", lambda: "mpris" in self.call(
            "gdbus", "call", "--session", "-d", "org.freedesktop.DBus", "-o", "/", "-m", "org.freedesktop.DBus.ListNames"))

    def status(self):
        return self.call(
            "gdbus", "call", "--session", "-d", "org.mpris.MediaPlayer2.mpv", "-o", "/org/mpris/MediaPlayer2", "-m",
            "org.freedesktop.DBus.Properties.Get", "org.mpris.MediaPlayer2.Player", "PlaybackStatus")

    def shown(self):
        return self.call(self.program, "run", WIDGET, "--format", "text")

    def tap(self, button):
        return self.call(self.program, "tap", WIDGET, button)


def control(folder, program):
    """mpv's track is shown; taps pause it, play it and go to the next one."""
    player = Player(folder, program)
    try:
        until("the track is shown", lambda: "First" in player.shown())
        player.tap("play")
        until("mpv pauses", lambda: "Paused" in player.status())
        player.tap("play")
        until("mpv plays", lambda: "Playing" in player.status())
        player.tap("next")
        until("the next track is shown", lambda: "Second" in player.shown())
    finally:
        player.end()


def changes(folder, program):
    """A host that watches shows the next track without asking, and that mpv has gone."""
    player = Player(folder, program)
    try:
        output = open(folder / "bar", "w")
        player.start(program, "run", WIDGET, "--format", "waybar", "--follow", stdout=output)
        until("the bar shows the track", lambda: "First" in (folder / "bar").read_text())
        player.call("playerctl", "--player=mpv", "next")
        until("the bar shows the next one", lambda: "Second" in (folder / "bar").read_text())
        player.processes[1].kill()
        until("the bar shows that nothing plays", lambda: "Nothing plays" in (folder / "bar").read_text().split("\n")[-2])
    finally:
        player.end()


def main():
    program = os.path.abspath(sys.argv[1])
    failed = 0
    for check in [control, changes]:
        with tempfile.TemporaryDirectory(prefix="luawidget-hosts-") as folder:
            try:
                check(Path(folder), program)
                print("ok   players: %s" % check.__doc__)
            except (AssertionError, OSError, subprocess.SubprocessError) as problem:
                failed += 1
                print("FAIL players: %s\n     %s" % (check.__doc__, problem))
    sys.exit(1 if failed else 0)


main()
