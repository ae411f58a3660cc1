#!/usr/bin/env python3
"""Two versions of luawidget side by side: sockets and stores of another version.  usage: versions.py PROGRAM

The other version is played here: it speaks the protocol with another number, and its stores have another version.
"""

import socket
import sqlite3
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from processes import Bar, Home, runs, until  # noqa: E402


def frame(payload):
    return struct.pack("<I", len(payload)) + payload


def text(word):
    return bytes([0xA0 + len(word)]) + word.encode()


def exchange(path, payload):
    """Sends a frame and returns what comes back."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(20)
        connection.connect(str(path))
        connection.sendall(frame(payload))
        reply = b""
        while True:
            try:
                part = connection.recv(4096)
            except ConnectionResetError:
                return reply
            if not part:
                return reply
            reply += part


def sockets(home):
    return [path for path in (home.folder / "run/luawidget").iterdir() if path.is_socket()]


def run(home, *arguments):
    done = subprocess.run([home.program, *arguments], env=home.environment, cwd=home.folder, capture_output=True, text=True, timeout=120,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def newer_client(program):
    """A host answers a request of another version with a refusal, and goes on."""
    home = Home(program)
    bar = Bar(home)
    bar.shows("presses 0")
    bar.click()
    bar.shows("presses 1")
    for version in (b"\x01", b"\x63", b"\xcd\x03\xe8"):
        # [version, "update", "x", "manual", null], and a message with a shape that this version doesn't know.
        for rest in (text("update") + text("x") + text("manual") + b"\xc0", text("later") + b"\xc0\xc0\xc0"):
            reply = exchange(sockets(home)[0], b"\x95" + version + rest)
            assert text("other version") in reply, reply
    # Not a request at all.
    for junk in (b"", b"\xc1", b"\x91\xc0", b"\xdd\xff\xff\xff\xff"):
        exchange(sockets(home)[0], junk)
    bar.click()
    bar.shows("presses 2")
    bar.end()


def older_owner(program):
    """A process of another version has the lease: the card keeps its view, and a press says why nothing happens."""
    home = Home(program)
    owner = Bar(home)
    owner.shows("presses 0")
    owner.click()
    owner.shows("presses 1")
    path = sockets(home)[0]
    # From here on, the owner answers as another version does. Its own socket is only moved away.
    path.rename(path.with_suffix(".away"))
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen(16)
    requests = []

    def serve():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                try:
                    request = connection.recv(65536)
                    connection.sendall(frame(b"\x91" + text("other version")))
                except OSError:  # Only a check that somebody listens.
                    continue
                if request:
                    requests.append(request)

    threading.Thread(target=serve, daemon=True).start()
    before = owner.shown
    updates = home.run("defaults", "read", "count.lua", "runs")
    code, said = run(home, "tap", "count.lua", "more")
    assert code != 0 and "is from another version" in said and "restart it" in said, (code, said)
    assert requests, "nobody asked the owner"
    second = Bar(home)
    second.shows("presses 1")
    second.click()
    time.sleep(2)
    assert runs(second.shown) == runs(before) and "presses 1" in second.shown, second.shown
    code, said = run(home, "run", "count.lua")
    assert "presses 1" in said and "another version" in said, (code, said)
    assert home.run("defaults", "read", "count.lua", "runs") == updates
    second.end()
    listener.close()
    path.unlink()
    path.with_suffix(".away").rename(path)
    owner.click()
    owner.shows("presses 2")
    owner.end()


def newer_stores(program):
    """Stores of a newer version are left as they are, and every command says so; with the old version they work again."""
    home = Home(program)
    home.run("run", "count.lua")
    stores = [path for path in home.folder.rglob("*.db") if path.is_file()]
    assert len(stores) >= 2, stores
    before = {}
    for path in stores:
        with sqlite3.connect(path) as database:
            before[path] = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute("PRAGMA user_version = 1000")
            database.commit()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
    contents = {path: path.read_bytes() for path in stores}
    code, said = run(home, "run", "count.lua")
    assert "written by a newer luawidget" in said and "version 1000" in said, (code, said)
    bar = Bar(home)
    time.sleep(3)
    bar.end()
    for command in (["snapshot", "show", "count.lua"], ["defaults", "read", "count.lua", "runs"]):
        code, said = run(home, *command)
        assert code != 0 and "newer luawidget" in said, (command, code, said)
    assert contents == {path: path.read_bytes() for path in stores}, "a store was changed"
    for path in stores:
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA user_version = %d" % before[path])
        database.close()
    assert home.run("defaults", "read", "count.lua", "runs") == "1\n"
    assert "run 1" in home.run("snapshot", "show", "count.lua")


def main():
    program = str(Path(sys.argv[1]).resolve())
    for check in [newer_client, older_owner, newer_stores]:
        check(program)
        print("ok   %s" % check.__doc__)


main()
