#!/usr/bin/env python3
"""json.decode and json.encode in a worker against other libraries in lua5.4, and xml.decode of a feed.  usage: run.py WORKER

Prints JSON: a list of [name, value, aim]; the values are medians of five runs, which alternate with those of the other library.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
os.environ["LUAWIDGET_WORKER"] = sys.argv[1] if len(sys.argv) > 1 else "build/luawidget-worker"
os.environ["LUAWIDGET_PRELUDE"] = "built-in"
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent.parent / "Tests/worker"))
from worker import Worker  # noqa: E402

# A worker's os.clock has a resolution of 1 ms, so a round takes at least 100.
SIZES = [("1 KiB", 1 << 10, 16000), ("50 KiB", 50 << 10, 480), ("1 MiB", 1 << 20, 24)]
LIBRARIES = [("lua-cjson", "cjson", {"decode": "aim: 1.5", "encode": "aim: 1.3"}), ("dkjson", "dkjson", {})]


def payload(size):
    """A typical response of a web API: records of strings, integers, floats, booleans and short lists."""
    draw = random.Random(size)
    words = "Ankunft verspätet gate open light rain fix the build café naïve 東京 review requested merged".split()

    def record():
        return {
            "id": draw.randrange(1 << 40), "title": " ".join(draw.choices(words, k=draw.randrange(3, 9))),
            "url": "https://api.example.org/v2/items/%d?page=%d" % (draw.randrange(10000), draw.randrange(9)),
            "temperature": round(draw.uniform(-30, 40), 1), "latitude": round(draw.uniform(-90, 90), 6),
            "longitude": round(draw.uniform(-180, 180), 6), "updated_at": "2026-11-%02dT%02d:00:00Z" % (draw.randrange(1, 29), draw.randrange(24)),
            "active": draw.random() < 0.5, "note": None if draw.random() < 0.3 else "line one\n\"line\" two",
            "counts": [draw.randrange(1000) for _ in range(8)], "user": {"login": draw.choice(words), "score": draw.random()},
        }

    items = [record()]
    while len(json.dumps({"total": len(items), "items": items}, ensure_ascii=False).encode()) < size:
        items += [record() for _ in range(max(1, len(items) // 20))]
    return json.dumps({"total": len(items), "items": items}, ensure_ascii=False, separators=(",", ":"))


def in_worker(text, rounds):
    bench = (HERE / "bench.lua").read_text()
    # Messages are limited in size, so the text is sent in parts, as bytes.
    data = text.encode()
    parts = [data[i:i + (256 << 10)] for i in range(0, len(data), 256 << 10)]
    handlers = {"cache.get": lambda key: {"value": parts[int(key) - 1], "age": 0.0}}
    with Worker(handlers, memory=512 << 20, budgets={"load": 60000, "update": 60000, "action": 500, "content": 100}) as w:
        w.ready()
        w.load("local bench = (function() %s end)() function perform_update() "
               "local parts = {} for i = 1, %d do parts[i] = cache.get(tostring(i)) end local text = table.concat(parts) "
               "print(string.format('%%.9f %%.9f', bench(json.decode, json.encode, text, %d))) return update_result.no_data end"
               % (bench, len(parts), rounds))
        w.update()
        return list(map(float, w.logs[-1][1].split()))


def in_lua(module, text, rounds):
    """None if the library is not installed."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        program = ("local there, library = pcall(require, '%s') if not there then os.exit(7) end local text = io.open('%s'):read('a') "
                   "print(string.format('%%.9f %%.9f', dofile('%s')(library.decode, library.encode, text, %d)))"
                   % (module, file.name, HERE / "bench.lua", rounds))
        done = subprocess.run(["lua5.4", "-e", program], capture_output=True, text=True)
    if done.returncode == 7:
        return None
    if done.returncode:
        sys.exit(done.stderr)
    return list(map(float, done.stdout.split()))


def feed(size):
    """RSS as a news site sends it, with items of half a kilobyte."""
    item = ("<item><title>Title &amp; more</title><link>https://news.example/a?b=1&amp;c=2</link><guid>id</guid>"
            "<pubDate>Sat, 21 Nov 2026 12:00:00 GMT</pubDate><category>news</category><dc:creator>Ann</dc:creator><description><![CDATA["
            "<p>Some <b>HTML</b> of a usual length, a sentence or two about what has happened, and where to read more of it.</p>"
            "]]></description><media:thumbnail url='https://news.example/1.jpg' width='10' height='10'/></item>\n")
    return ("<?xml version='1.0'?><rss version='2.0' xmlns:dc='urn:dc' xmlns:media='urn:media'><channel><title>News</title>"
            + item * (size // len(item)) + "</channel></rss>")


def decode_xml(text, rounds=200):
    """CPU seconds of one xml.decode."""
    with Worker({"cache.get": lambda key: {"value": text, "age": 0.0}}, memory=512 << 20, budgets={"load": 60000, "update": 60000}) as w:
        w.ready()
        w.load("function perform_update() local text = cache.get 'text' local began = os.clock() "
               "for _ = 1, %d do xml.decode(text) end print(string.format('%%.9f', (os.clock() - began) / %d)) "
               "return update_result.no_data end" % (rounds, rounds))
        w.update()
        return float(w.logs[-1][1])


def main():
    rows = []
    seconds = statistics.median(decode_xml(feed(50 << 10)) for _ in range(5))
    rows.append(["xml.decode of a feed of 50 KiB", "%.2f ms" % (seconds * 1e3), ""])
    for name, size, rounds in SIZES:
        text = payload(size)
        length = len(text.encode())
        for library, module, aim in LIBRARIES:
            pairs = []
            for _ in range(5):
                theirs = in_lua(module, text, rounds if module == "cjson" else max(1, rounds // 24))
                if theirs is None:
                    break
                pairs.append((in_worker(text, rounds), theirs))
            if not pairs:
                rows.append(["%s is not installed" % library, "skipped", ""])
                continue
            for index, what in enumerate(["decode", "encode"]):
                ratio, our, their = (statistics.median(values) for values in zip(
                    *((theirs[index] / ours[index], ours[index], theirs[index]) for ours, theirs in pairs)))
                rows.append(["json.%s of %s, speed against %s" % (what, name, library),
                             "%.2f times (%.0f, %.0f MB/s)" % (ratio, length / our / 1e6, length / their / 1e6), aim.get(what, "")])
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
