"""Speaks the protocol of docs/desktop.md to luawidget-desktop, and counts what it draws."""

import math
import re
import select
import socket
import struct
import subprocess
import time
from pathlib import Path

PATIENCE = 60
DOCUMENT = Path(__file__).parents[2] / "docs/desktop.md"
VERSION = int(re.search(r"the first frame: the version, (\d+);", DOCUMENT.read_text())[1])


def pack(value):
    """MessagePack."""
    if value is None:
        return b"\xc0"
    if value is True or value is False:
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode()
        return b"\xdb" + struct.pack(">I", len(data)) + data
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    if isinstance(value, dict):
        return b"\xdf" + struct.pack(">I", len(value)) + b"".join(pack(key) + pack(value[key]) for key in value)
    return b"\xdd" + struct.pack(">I", len(value)) + b"".join(pack(element) for element in value)


def unpack(data):
    """The value of a message of the program: arrays, texts and numbers."""
    value, _ = _unpack(data, 0)
    return value


def _unpack(data, at):
    kind = data[at]
    if kind <= 0x7F:
        return kind, at + 1
    if kind >= 0xE0:
        return kind - 256, at + 1
    if kind == 0xC0:
        return None, at + 1
    if 0x90 <= kind <= 0x9F or kind in (0xDC, 0xDD):
        size = {0xDC: 2, 0xDD: 4}.get(kind, 0)
        count = int.from_bytes(data[at + 1:at + 1 + size], "big") if size else kind & 0x0F
        at += 1 + size
        elements = []
        for _ in range(count):
            element, at = _unpack(data, at)
            elements.append(element)
        return elements, at
    if 0xA0 <= kind <= 0xBF or kind in (0xD9, 0xDA, 0xDB):
        size = {0xD9: 1, 0xDA: 2, 0xDB: 4}.get(kind, 0)
        count = int.from_bytes(data[at + 1:at + 1 + size], "big") if size else kind & 0x1F
        at += 1 + size
        return data[at:at + count].decode(), at + count
    if kind in (0xCC, 0xCD, 0xCE, 0xCF):
        size = 1 << (kind - 0xCC)
        return int.from_bytes(data[at + 1:at + 1 + size], "big"), at + 1 + size
    if kind in (0xD0, 0xD1, 0xD2, 0xD3):
        size = 1 << (kind - 0xD0)
        return int.from_bytes(data[at + 1:at + 1 + size], "big", signed=True), at + 1 + size
    raise AssertionError("byte %#x in a message" % kind)


class Program:
    """A running luawidget-desktop with this process as its host."""

    def __init__(self, home):
        ours, theirs = socket.socketpair()
        self.socket, self.input = ours, b""
        self.process = home.start(home.program.parent / "luawidget-desktop", stdin=theirs.fileno())
        theirs.close()
        self.generation = 0
        # The times drawn, by card and generation.
        self.drawn = {}
        self.times = {}
        self.send([0, VERSION, "light"])
        self.receive(lambda: False, 2)

    def send(self, message):
        payload = pack(message)
        self.socket.sendall(struct.pack("<I", len(payload)) + payload)

    def receive(self, condition, seconds=PATIENCE):
        """Reads messages until a condition is true.  Returns whether it is."""
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            if not select.select([self.socket], [], [], 0.05)[0]:
                continue
            data = self.socket.recv(65536)
            if not data:
                return condition()
            self.input += data
            while len(self.input) >= 4 and len(self.input) >= 4 + struct.unpack("<I", self.input[:4])[0]:
                length = struct.unpack("<I", self.input[:4])[0]
                message = unpack(self.input[4:4 + length])
                self.input = self.input[4 + length:]
                if message[0] == 8:
                    self.drawn[message[1]] = message[2:]
                    self.times[message[1], message[2]] = time.monotonic()
        return condition()

    def card(self, name, view):
        """Replaces a card, and returns its generation."""
        self.generation += 1
        snapshot = [
            1, [name, name, name], view, [0.0, 16.0, 16.0, 16.0], 0.0, 0.0, True, "new_data", "launch", 1.0,
        ]
        rendering = [
            "png", snapshot, None, [1795262400.0, 0], 338.0, None, None, 1.0, "light", "large", "expanded", "default", False, False,
            False, [], [-1, -1],
        ]
        header = pack([2, "rendering", rendering, []])
        self.send([2, name, self.generation, struct.pack("<I", len(header)) + header, [], None])
        return self.generation

    def is_drawn(self, name, generation):
        return self.receive(lambda: self.drawn.get(name, [0])[0] >= generation)


def text(words):
    return ["text", words]


def redraws(home):
    """Only the card that changed is drawn, and a card that is slow to draw does not stop the others."""
    home.display()
    program = Program(home)
    program.send([1, [["still", "top_left", None, None, None], ["busy", "top_right", None, None, None]], False])
    still = program.card("still", text("still"))
    busy = program.card("busy", text("busy"))
    assert program.is_drawn("still", still) and program.is_drawn("busy", busy)
    before = program.drawn["still"][1]
    changes = 40
    for number in range(changes):
        generation = program.card("busy", text("busy %d" % number))
        assert program.is_drawn("busy", generation), number
    # The other card's counter is in its next message. The X server may have asked for one more drawing when windows opened.
    still = program.card("still", text("still again"))
    assert program.is_drawn("still", still)
    drawings = program.drawn["still"][1] - before
    assert drawings < changes / 2, "the card that did not change was drawn %d times" % (drawings - 1)
    assert program.drawn["busy"][1] >= changes

    hostile = ["vstack", None, [text("%d " % number + "x" * 200) for number in range(2000)]]
    slowest = 0.0
    for number in range(5):
        program.card("busy", hostile)
        start = time.monotonic()
        generation = program.card("still", text("round %d" % number))
        assert program.is_drawn("still", generation)
        slowest = max(slowest, time.monotonic() - start)
    assert program.process.poll() is None
    assert math.isfinite(slowest)
    huge = text("word " * 200_000)
    generation = program.card("busy", huge)
    assert program.is_drawn("busy", generation)
    # Bytes that aren't a message end the program, and nothing else.
    program.socket.sendall(b"\x04\x00\x00\x00abcd")
    assert program.process.wait(PATIENCE) == 1


def fades(home):
    """A change of a view with a transition is drawn in several steps, and any other one at once."""
    home.display()
    program = Program(home)
    program.send([1, [["fading", "top_left", None, None, None], ["plain", "top_right", None, None, None]], False])

    def drawings(name, style):
        """How often a change is drawn, with the drawing of the card after it."""
        first = program.card(name, ["vstack", style, [text("one")]])
        assert program.is_drawn(name, first), (name, "first", program.drawn, program.process.poll())
        time.sleep(0.5)
        assert program.is_drawn(name, program.card(name, ["vstack", style, [text("one")]]))
        before = program.drawn[name][1]
        assert program.is_drawn(name, program.card(name, ["vstack", style, [text("two")]]))
        time.sleep(0.5)
        # The counter is in the next message.
        assert program.is_drawn(name, program.card(name, ["vstack", style, [text("two")]]))
        return program.drawn[name][1] - before

    plain = drawings("plain", None)
    # A style is a list, with the transition at this place.
    fading = drawings("fading", [None] * 25 + ["fade"])
    assert plain <= 3 and fading >= 6, (plain, fading)
