"""Speaks to luawidget-worker as the broker does (docs/protocol.md). Standard library only."""

import json
import os
import select
import socket
import struct
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PARTS = os.path.join(ROOT, "Sources/luawidget-worker/prelude")
PRELUDE = "".join(open(os.path.join(PARTS, name), encoding="utf-8").read() for name in sorted(os.listdir(PARTS)))
VIEWS = json.load(open(os.path.join(ROOT, "Tests/worker/views.json"), encoding="utf-8"))
BINARY = os.environ.get("LUAWIDGET_WORKER", os.path.join(ROOT, "build/luawidget-worker"))
PATIENCE = float(os.environ.get("LUAWIDGET_PATIENCE", "30"))  # seconds until a silent worker is a failure


def pack(value):
    """MessagePack, always in a form that the protocol allows."""
    if value is None:
        return b"\xc0"
    if value is True or value is False:
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        if -32 <= value <= 127:
            return struct.pack("b", value)
        return b"\xd3" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode("utf-8")
        return b"\xdb" + struct.pack(">I", len(data)) + data
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    if isinstance(value, (list, tuple)):
        return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))
    if isinstance(value, dict):
        return b"\xdf" + struct.pack(">I", len(value)) + b"".join(pack(k) + pack(v) for k, v in value.items())
    raise TypeError(type(value))


def unpack(data):
    value, end = _unpack(data, 0)
    assert end == len(data), "bytes after the value"
    return value


def _unpack(d, i):
    b = d[i]
    i += 1
    if b <= 0x7F:
        return b, i
    if b >= 0xE0:
        return b - 256, i
    if b <= 0x8F:
        return _map(d, i, b & 15)
    if b <= 0x9F:
        return _list(d, i, b & 15)
    if b <= 0xBF:
        return d[i:i + (b & 31)].decode("utf-8"), i + (b & 31)
    if b in (0xC0, 0xC2, 0xC3):
        return {0xC0: None, 0xC2: False, 0xC3: True}[b], i
    if b == 0xCB:
        return struct.unpack_from(">d", d, i)[0], i + 8
    if 0xD0 <= b <= 0xD3:
        size = 1 << (b - 0xD0)
        return int.from_bytes(d[i:i + size], "big", signed=True), i + size
    sizes = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
    size = sizes[b]
    count = int.from_bytes(d[i:i + size], "big")
    i += size
    if b in (0xDC, 0xDD):
        return _list(d, i, count)
    if b in (0xDE, 0xDF):
        return _map(d, i, count)
    data = d[i:i + count]
    return (data.decode("utf-8") if b >= 0xD9 else data), i + count


def _list(d, i, count):
    out = []
    for _ in range(count):
        value, i = _unpack(d, i)
        out.append(value)
    return out, i


def _map(d, i, count):
    out = {}
    for _ in range(count):
        key, i = _unpack(d, i)
        assert isinstance(key, str), "a key that is not text"
        out[key], i = _unpack(d, i)
    return out, i


class Refused(Exception):
    """A host function's refusal: raised in the script."""


class ScriptError(Exception):
    """The entry raised."""

    def __init__(self, fields, stats):
        super().__init__(fields.get("message"))
        self.fields, self.stats = fields, stats

    @property
    def place(self):
        return "%s:%s" % (self.fields.get("file"), self.fields.get("line"))


class Ended(Exception):
    """The worker ended. `status` is what waitpid gave; negative: a signal."""

    def __init__(self, status, stderr):
        super().__init__("status %s %s" % (status, stderr[:2000].decode("utf-8", "replace")))
        self.status = status


BUDGETS = {"load": 500, "update": 1000, "action": 500, "content": 100}
CONTEXT = {"reason": "launch", "size": {"width": 320.0, "max_height": 200.0}}
INSETS = {"top": 0.0, "left": 47.0, "bottom": 39.0, "right": 0.0}
# As the broker declares them: forwarded ones get a script's arguments as they are.
FUNCTIONS = {
    **{name: {"served": True, "forwarded": True} for name in ["cache.get", "cache.remove", "cache.clear", "open_url", "add", "refresh_after"]},
    **{name: {"served": True} for name in [
        "fetch.all", "cache.set", "defaults.get", "defaults.set", "defaults.remove", "defaults.all", "module.source",
        "date.zone", "redraw"]},
    **{"log." + level: {} for level in ["debug", "info", "warning", "error"]},
    "fetch": {"served": True, "options": [
        "method", "headers", "query", "body", "json", "form", "multipart", "timeout", "retry", "redirect", "cache",
        "fresh_for", "usable_for"]},
    "json.encode": {"options": ["pretty"]},
    "json.decode": {"options": ["null"]},
    "url.parse": {"served": True, "forwarded": True, "returns_error": True, "long_argument": 1},
}
API = {
    "functions": FUNCTIONS, "part_call": "argument.part", "part_size": 512 << 10, "maximum_size": 4 << 20,
    "entry_points": ["perform_update", "content", "margin_insets"],
    "views": VIEWS, "part_fields": ["body", "filename", "content_type"],
}


class Worker:
    def __init__(self, handlers=None, **config):
        self.handlers, self.calls, self.logs, self.stopped = handlers or {}, [], [], None
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        env = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}

        def move():
            os.dup2(theirs.fileno(), 3)

        self.stderr, stderr = os.pipe()
        self.process = subprocess.Popen(
            [BINARY], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, preexec_fn=move,
            pass_fds=[3])
        os.close(stderr)
        theirs.close()
        self.socket.settimeout(PATIENCE)
        prelude = {} if os.environ.get("LUAWIDGET_PRELUDE") == "built-in" else {"prelude": PRELUDE}
        self.config = {**prelude, "memory": 32 << 20, "budgets": BUDGETS, "seed": 1, "api": API, **config}

    def send_bytes(self, data):
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def send(self, message):
        body = pack(message)
        self.send_bytes(struct.pack("<I", len(body)) + body)

    def _receive(self, count):
        data = b""
        while len(data) < count:
            try:
                more = self.socket.recv(count - len(data))
            except ConnectionResetError:
                more = b""
            if not more:
                raise Ended(self.wait(), self.errors())
            data += more
        return data

    def receive(self):
        length = struct.unpack("<I", self._receive(4))[0]
        assert length <= 1 << 20, "a frame larger than 1 MiB"
        return unpack(self._receive(length))

    def errors(self):
        data = b""
        while select.select([self.stderr], [], [], 0)[0]:
            more = os.read(self.stderr, 65536)
            if not more:
                break
            data += more
        return data

    def wait(self):
        if self.process.returncode is None:
            _, status, usage = os.wait4(self.process.pid, 0)
            self.process.returncode = os.waitstatus_to_exitcode(status)
            self.peak = usage.ru_maxrss  # KiB
        return self.process.returncode

    def hello(self, version=1):
        self.send([1, version, self.config])
        return self.receive()

    def ready(self):
        message = self.hello()
        assert message[0] == 1, message
        return self

    def call(self, entry, *args, phase="update"):
        """What the entry returned, or ScriptError, or Ended. Plays the broker in between."""
        self.send([2, entry, list(args), phase])
        while True:
            message = self.receive()
            if message[0] == 2:
                self.calls.append((message[1], message[2]))
                self.handle(message[1], message[2])
            elif message[0] == 5:
                self.logs.append((message[1], message[2]))
            elif message[0] == 3:
                self.stats = message[2]
                return message[1]
            elif message[0] == 4:
                raise ScriptError(message[1], message[2])
            elif message[0] == 6:
                self.stopped = message[1:]
            else:
                raise AssertionError(message)

    def handle(self, name, args):
        handler = self.handlers.get(name)
        if name == "date.zone" and not handler:
            handler = lambda t: [0, False, "UTC"]
        if name == "refresh_after" and not handler:
            handler = lambda delay: {"10m": 600, "1h": 3600}.get(delay, delay)
        try:
            if handler is None:
                raise Refused("%s is not available" % name)
            self.send([3, True, handler(*args)])
        except Refused as refusal:
            self.send([3, False, {"message": str(refusal)}])

    def load(self, source, settings=None, chunk="test.lua"):
        return self.call("load", source, chunk, settings or {}, phase="load")

    def update(self, need_content=False, context=CONTEXT, insets=INSETS):
        return self.call("update", context, insets, need_content, phase="update")

    def content(self):
        return self.call("content", CONTEXT, INSETS, phase="content")

    def action(self, number, generation, *value):
        return self.call("action", number, generation, CONTEXT, INSETS, *value, phase="action")

    def close(self):
        """Closes the socket; the worker must end by itself."""
        if self.stderr is None:
            return self.process.returncode
        try:
            self.socket.close()
            status = self.wait()
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the worker outlived its socket")
        finally:
            os.close(self.stderr)
            self.stderr = None
        return status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
