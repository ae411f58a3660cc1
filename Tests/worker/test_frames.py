"""Frames, the handshake, and what is not the protocol."""

import struct

from checks import ends, fresh, same, test
from worker import Ended, INSETS, Worker, pack


@test
def handshake():
    with Worker() as w:
        message = w.hello()
        same(message[:2], [1, 1])
        assert message[2]["lua"].startswith("Lua 5.4"), message
    same(w.process.returncode, 0)


@test
def another_version_is_refused():
    for version in (0, 2, -1, 1 << 40):
        with Worker() as w:
            ends(lambda: w.hello(version), 103)


@test
def broken_prelude_is_named():
    with Worker(prelude="return (") as w:
        message = w.hello()
        same(message[0], 4)
        assert "unexpected symbol" in message[1]["message"], message
        same(w.wait(), 105)


@test
def end_of_file_ends_the_worker():
    with Worker() as w:
        same(w.close(), 0)
    with fresh() as w:
        pass
    same(w.process.returncode, 0)


@test
def hostile_frames():
    hello = pack([1, 1, {}])
    cases = [
        b"\xff\xff\xff\xff",  # 4 GiB
        struct.pack("<I", (8 << 20) + 1),
        struct.pack("<I", 0),
        struct.pack("<I", 1) + b"\xc1",
        struct.pack("<I", 3) + b"\x93\x01\x01",  # an element short
        struct.pack("<I", 5) + b"\xdd\xff\xff\xff\xff",  # four thousand million elements
        struct.pack("<I", 5) + b"\xdf\xff\xff\xff\xff",
        struct.pack("<I", 5) + b"\xdb\xff\xff\xff\xff",
        struct.pack("<I", len(hello) + 1) + hello + b"\x00",  # something after the value
        struct.pack("<I", 200) + b"\x91" * 200,  # deep
        struct.pack("<I", 4) + b"\x93\x01\x01\xc0",
    ]
    for bytes_ in cases:
        with Worker() as w:
            w.send_bytes(bytes_)
            ends(w.receive, 105)


@test
def half_frames_at_every_byte():
    frame = pack([2, "content", [{"size": {}}, INSETS], "update"])
    frame = struct.pack("<I", len(frame)) + frame
    for cut in range(1, len(frame), 7):
        with fresh() as w:
            w.send_bytes(frame[:cut])
            same(w.close(), 0)
    

@test
def mutated_frames_never_crash():
    import random

    random.seed(4)
    frame = bytearray(pack([2, "content", [{"size": {"width": 1.5, "list": [1, None, b"\xff"]}}, INSETS], "content"]))
    for _ in range(120):
        mutant = bytearray(frame)
        for _ in range(random.randint(1, 4)):
            mutant[random.randrange(len(mutant))] = random.randrange(256)
        with fresh() as w:
            w.load("function content(c) return ui.text { tostring(next(c)) } end")
            w.send_bytes(struct.pack("<I", len(mutant)) + mutant)
            w.socket.shutdown(1)
            try:
                while True:
                    w.receive()
            except Ended as ended:
                assert ended.status in (0, 103, 105), str(ended)


@test
def unknown_entry_or_phase():
    with fresh() as w:
        ends(lambda: w.call("nothing"), 105)
    with fresh() as w:
        ends(lambda: w.call("content", phase="nothing"), 105)


@test
def garbage_instead_of_an_answer():
    for reply in (pack([3, True]), pack([2, True, 1]), b"\xc1", pack(None), pack([3, 1, 1])):
        with fresh() as w:
            w.send([2, "load", ["cache.get('a')", "t.lua", {}], "load"])
            same(w.receive(), [2, "cache.get", ["a"]])
            w.send_bytes(struct.pack("<I", len(reply)) + reply)
            ends(w.receive, 105)


@test
def an_answer_may_hold_as_many_values_as_memory_does():
    def everything(suite):
        return {"t%d" % i: [1] * 15000 for i in range(20)}

    with fresh({"defaults.all": everything}) as w:
        w.load("local n = 0 for _, t in pairs(defaults.all()) do n = n + #t end print(n)")
        same(w.logs, [("print", "300000")])
    with fresh({"defaults.all": lambda suite: {"t": [1] * 3000000}}) as w:
        ends(lambda: w.load("defaults.all()"), 101)
