#!/usr/bin/env python3
"""Runs luawidget with random widgets, manifests and state files. No input may crash it or keep it busy.

    Tests/fuzz/run.py PROGRAM [SECONDS] [SEED]

A round that fails leaves its folder and prints the command that repeats it.
"""

import glob
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
PROGRAM = os.path.realpath(sys.argv[1])
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else 600
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
FORMATS = ["text", "ansi", "html", "json", "svg", "png", "markdown", "spoken", "waybar"]
# Seconds, on a loaded machine with a debug build.
PATIENCE = 120

NUMBERS = ["0/0", "-(0/0)", "1/0", "-1/0", "1e308", "-1e308", "1e-99", "5e-324", "-0.0", "0", "1", "-1", "0.5", "-30", "7", "100",
           "2^31", "-2^31", "2^53", "2^63", "-2^63", "9223372036854775807", "math.mininteger", "1e17", "4000", "1e6"]
TEXTS = ['""', '"a"', '"two words"', '("long "):rep(300)', '"%"', '"a\\u{2028}b\\u{2029}c\\u{85}d\\vf\\fg\\0h"', '"\\xff\\xfe"',
         '"\\u{202E}abc\\u{200D}\\u{FE0F}"', '"👩‍👩‍👧‍👦🇩🇪e\\u{301}"', '("\\u{301}"):rep(500)', '"\\n\\n\\t"', '"100%"', '"50%"', '"1e99%"',
         '"#12"', '"red/blue"', '"https://a.example/"', '"nan"', '"שלום"', '"**a** _b_ [c](https://d.example)"']
STRANGE = ["nil", "json.null", "true", "false", "{}", "{ 1, 2, 3 }", "function() end", "print", "{ {} }", "{ a = { b = {} } }"]


def number():
    return random.choice(NUMBERS) if random.random() < 0.6 else repr(random.uniform(-1, 1) * 10 ** random.randint(-5, 20))


class Reference:
    """The views and functions, from the program's own reference."""

    def __init__(self, text):
        self.views, self.functions, self.style = {}, [], []
        fields, table = self.style, False
        for line in text.split("\n"):
            heading = re.match(r"### `([\w.]+)(\(?)", line)
            if heading and heading[1].startswith("ui.") and not heading[2]:
                fields = self.views.setdefault(heading[1], [])
            elif heading:
                self.functions.append(heading[1])
                fields = None
            elif line.startswith("Fields of any view"):
                fields = self.style
            cells = re.match(r"\| `(\w+)` \| ([^|]+) \|", line)
            if cells and fields is not None:
                fields.append((cells[1], cells[2]))
        self.style = [f for f in self.style if not any(f in v for v in self.views.values())]


def accepted(words):
    """A number that the field takes, more often than not at an end of its range."""
    limits = re.search(r"from (-?[\d.]+) to (-?[\d.]+)", words)
    if limits:
        low, high = float(limits[1]), float(limits[2])
        return repr(random.choice([low, high, (low + high) / 2, random.uniform(low, high), min(high, max(low, 5e-324)), min(high, max(low, -0.0))]))
    if "whole" in words or "integer" in words:
        return random.choice(["0", "1", "2", "3", "100", "9223372036854775807", "2^53"])
    return random.choice(["0", "-0.0", "1", "0.5", "7", "100", "4000", "1e6", "1e-99", "5e-324", "1e17", "1e308", "1e308", "-30", "-1e308"])


def value(words, reference, depth):
    """Lua for a field, from what the reference says about it. One wrong field hides a whole view, so wrong ones are rare."""
    chance = random.random()
    if chance < 0.01:
        return random.choice(STRANGE)
    if chance < 0.02:
        return number()
    choices = re.findall(r'"([^"]+)"', words)
    if choices and not "percentage" in words and random.random() < 0.99:
        return '"%s"' % random.choice(choices)
    if words.startswith("a list of series"):
        return "{ %s }" % ", ".join(value("a list of numbers", reference, depth) for _ in range(random.randint(1, 4)))
    if "list" in words:
        item = "a number from -1e308 to 1e308" if "numbers" in words else "a text"
        return "{ %s }" % ", ".join(value(item, reference, depth) for _ in range(random.choice([0, 1, 2, 5, 40])))
    if "true or false" in words:
        return random.choice(["true", "false"])
    if "1970" in words or "time" in words:
        return random.choice(["0", "-1", "1800000000", "1e10", "1800000000.999", "-62135596800", "253402300799"])
    if "colour" in words or "gradient" in words:
        return random.choice(['"red"', '"#80FF00"', '"#80FF0080"', '{ "blue", opacity = 0.5 }'] + (
            ['{ gradient = { "blue", "green" } }'] if "gradient" in words else []))
    if "function" in words:
        return "function() end"
    if "view" in words:
        return view(reference, depth + 1)
    if "{" in words and random.random() < 0.7:
        names = [n for n in re.findall(r"(\w+) =", words) if n not in ("color", "gradient")] or ["size"]
        return "{ %s }" % ", ".join("%s = %s" % (n, accepted(words)) for n in random.sample(names, random.randint(1, len(names))))
    if "percentage" in words and random.random() < 0.3:
        return random.choice(['"0%"', '"50%"', '"100%"', '"1000%"', '"1e3%"'])
    if "number" in words or "radius" in words or "time" in words or "seconds" in words:
        return accepted(words)
    if "text style" in words:
        return random.choice(['"headline"', '"caption"', "{ size = %s }" % accepted("")])
    if "address" in words or "URL" in words:
        return '"https://a.example/"'
    if "icon" in words or "symbol" in words:
        return '"star"'
    return random.choice(TEXTS[:9] if "auto" not in words else ['"auto"'])


def path():
    shape = ["M0 0"]
    for _ in range(random.randint(1, 6)):
        command = random.choice(["M", "L", "H", "V", "C", "S", "Q", "T", "A", "Z", "m", "l", "a", "c"])
        shape.append(command + " ".join(random.choice(["0", "1", "1e-99", "1e30", "-5", "100", ".5", "0.25"]) for _ in range(
            {"A": 7, "a": 7, "C": 6, "c": 6, "S": 4, "Q": 4, "H": 1, "V": 1, "Z": 0}.get(command, 2))))
    return '"%s"' % " ".join(shape)


def view(reference, depth=0):
    name = random.choice(list(reference.views))
    holds = name in ("ui.vstack", "ui.hstack", "ui.zstack", "ui.grid", "ui.group", "ui.card", "ui.fits", "ui.overlay", "ui.private")
    bare = name in ("ui.spacer", "ui.divider", "ui.circle", "ui.rectangle", "ui.capsule", "ui.activity_indicator")
    parts = ["action = function() end"] if name in ("ui.button", "ui.toggle") else []
    if holds and depth < 5:
        parts += [view(reference, depth + 1) for _ in range(random.randint(0, 4))]
    elif not bare:
        parts.append(('"https://a.example/"' if name in ("ui.link", "ui.image") else path() if name == "ui.path" else '"star"' if name == "ui.icon" else
                     random.choice(TEXTS[:9])) if name not in ("ui.progress", "ui.gauge", "ui.date", "ui.chart") else
                     "{ %s }" % ", ".join(number() for _ in range(random.randint(0, 9))) if name == "ui.chart" else random.choice(["0.5", "0", "1", "5e-324", "2", "-1", "1800000000"]))
    fields = reference.views[name]
    for field, words in random.sample(fields, random.randint(0, min(4, len(fields)))):
        shape = path() if name == "ui.path" and "path" in words.lower() or field in ("path", "d") else None
        parts.append("%s = %s" % (field, shape or value(words, reference, depth)))
    for field, words in random.sample(reference.style, random.randint(0, min(5, len(reference.style)))):
        parts.append("%s = %s" % (field, value(words, reference, depth)))
    return "%s { %s }" % (name, ", ".join(parts))


def manifest(reference):
    pairs = [("name", TEXTS), ("description", TEXTS), ("icon", TEXTS), ("version", TEXTS), ("author", TEXTS), ("refresh", [
        '"1s"', '"nan"', '"1e300d"', '"-5s"', '"* * * * *"', '"59 23 31 2 *"', "{ }"] + NUMBERS),
        ("permissions", ["{}", '{ net = { "a.example" } }', '{ device = { "load" }, run = { "git" } }', "{ env = { 1 } }", "5"]),
        ("families", ['{ "small" }', "{}", '{ "huge" }']), ("display_mode", ['"compact"', '"expanded"']),
        ("limits", ["{ memory = %s }" % number(), "{ cpu = %s, fetches = %s }" % (number(), number())]), ("timeout", NUMBERS),
        ("settings", ['{ a = { type = "number", default = %s } }' % number(), '{ a = { type = "choice", choices = {} } }', "{ 5 }",
                      '{ { name = "a", type = "integer", min = %s, max = %s } }' % (number(), number())])]
    chosen = random.sample(pairs, random.randint(0, len(pairs)))
    return "widget { %s }" % ", ".join("%s = %s" % (n, random.choice(v if random.random() < 0.9 else STRANGE)) for n, v in chosen)


def damaged(text):
    """Some bytes are others."""
    data = bytearray(text)
    for _ in range(random.choice([1, 1, 2, 5, 30])):
        at = random.randrange(len(data) + 1)
        kind = random.random()
        if kind < 0.3 and data:
            data[at % len(data)] = random.randrange(256)
        elif kind < 0.6:
            data[at:at] = random.choice([b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xc2\x85", b"\x0b", b"\x0c", b"\0", b"\xff", b"nan", b"inf", b"1e999",
                                         b"-1", b"9223372036854775808", b"\"", b"[[", b"\n", b"]"])
        elif kind < 0.8:
            del data[at:at + random.randint(1, 40)]
        else:
            data[at:at] = data[at // 2:at // 2 + random.randint(1, 60)]
    return bytes(data)


def widget(reference):
    kind = random.random()
    if kind < 0.25:
        return damaged(open(random.choice(glob.glob(ROOT + "/examples/*.lua") + glob.glob(ROOT + "/widgets/*.lua")), "rb").read())
    lines = [manifest(reference)] if random.random() < 0.6 else []
    if random.random() < 0.4:
        calls = "\n  ".join("pcall(%s, %s)" % (random.choice(reference.functions), ", ".join(
            random.choice([number(), random.choice(TEXTS), random.choice(STRANGE), "{ %s }" % number()]) for _ in range(random.randint(0, 4))))
            for _ in range(8) if reference.functions)
        lines.append("function perform_update()\n  %s\n  %s\n  return update_result.new_data\nend" % (
            calls, random.choice(["", "preferred_size(%s, %s)" % (number(), number()), "error(%s)" % random.choice(TEXTS)])))
    if random.random() < 0.3:
        lines.append("function margin_insets() return { top = %s, left = %s } end" % (number(), number()))
    lines.append("function content()\n  return %s\nend" % view(reference))
    text = "\n".join(lines).encode()
    return damaged(text) if random.random() < 0.15 else text


def state(home, files):
    """Files of the user and of the program, whole or damaged."""
    digest = "".join(random.choice("0123456789abcdef") for _ in range(64))
    moment = random.choice(["inf", "nan", "-inf", "1e308", "-1", "1800000000", "1e20", "x"])
    samples = {
        ".config/luawidget/config.toml": b"[limits]\nfetches = 9223372036854775807\nmemory = \"1e99MB\"\ntime = \"nan s\"\n[terminal]\nicons = \"nerd\"\n[network]\nno_proxy = [\"::/129\"]\n",
        ".config/luawidget/boards/today.toml": ("".join(
            "[[widget]]\nfile = \"%s\"\nid = \"w%d\"\nrefresh = \"%s\"\n%s\n" % (f, n, random.choice(["5m", "1e99s", "30s"]), random.choice(
                ["", "", "size = 9223372036854775807", "desktop = { x = nan, y = inf }", "family = \"small\"", "settings = { a = 1e308 }"])) for n, f in enumerate(files))).encode(),
        ".local/state/luawidget/serve/today.access": (
            "luawidget access 1\nname b-%s\nsession %s %s %s\nsession %s %s\npicture %s\n" % (
                digest[:16], digest, moment, moment, digest, moment, digest)).encode(),
    }
    for name, text in samples.items():
        if random.random() < 0.5:
            target = os.path.join(home, name)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            open(target, "wb").write(damaged(text) if random.random() < 0.5 else text)
    for database in glob.glob(home + "/**/*.db", recursive=True):
        if random.random() < 0.1:
            data = open(database, "rb").read()
            open(database, "wb").write(damaged(data))


def outcome(command, environment, folder):
    """The status and the messages of a command. A server is ended when it has printed its address."""
    process = subprocess.Popen(
        [PROGRAM] + command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, cwd=folder)
    isServer = command[0] == "serve"
    try:
        if isServer and process.stdout.readline():
            process.terminate()
        errors = process.communicate(timeout=PATIENCE)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "timeout", b""
    return (0 if isServer and process.returncode in (143, -15) else process.returncode), errors


def space(form):
    """Options for the space a widget gets: a negative difference in a layout shows up where it's smaller than a border."""
    if form == "waybar":
        return []
    choices = [[], ["--size", random.choice(["16x16", "320x200", "4000x4000"])]]
    if form in ("text", "ansi"):
        choices.append(["--width", random.choice(["1", "2", "3", "5", "9", "17", "1000"])])
    return random.choice(choices) + random.choice([[], [], ["--family", random.choice(["small", "medium", "extra_large", "inline", "circular", "rectangular"])]])


def main():
    if SEED:
        random.seed(SEED)
    environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"}
    text = subprocess.run([PROGRAM, "api", "reference"], capture_output=True, text=True, check=True, env=dict(environment, HOME="/nonexistent")).stdout
    reference = Reference(text)
    assert len(reference.views) > 20 and reference.style and len(reference.functions) > 50
    end, runs, statuses = time.monotonic() + SECONDS, 0, {}
    print("seed %d" % SEED, flush=True)
    while time.monotonic() < end:
        folder = tempfile.mkdtemp(prefix="luawidget-fuzz-")
        own = dict(environment, HOME=folder, XDG_RUNTIME_DIR=folder)
        files = []
        for n in range(3):
            files.append(os.path.join(folder, ".local/share/luawidget/widgets", "w%d.lua" % n))
            os.makedirs(os.path.dirname(files[-1]), exist_ok=True)
            open(files[-1], "wb").write(widget(reference))
        commands = [["run", f, "--format", form, "--quiet"] + space(form) for f in files for form in random.sample(FORMATS, 2)]
        commands += [["audit", files[0]], ["list"], ["list", "--json"], ["snapshot", "show", files[1]], ["serve", "--port", "0"], ["doctor"]]
        failed = False
        for command in commands:
            if command[0] != "run":
                state(folder, files)
            status, errors = outcome(command, own, folder)
            runs += 1
            statuses[status] = statuses.get(status, 0) + 1
            if status == "timeout" or status < 0 or status > 128 or b"was killed by signal" in errors or b"violated the protocol" in errors:
                failed = True
                print("FAILED %s: env HOME=%s %s %s\n%s" % (
                    status, folder, PROGRAM, " ".join(command), errors.decode(errors="replace")[-500:]), flush=True)
        if not failed:
            shutil.rmtree(folder, ignore_errors=True)
    print("%d runs; how often each status: %s" % (runs, statuses))
    sys.exit(any(s == "timeout" or s < 0 or s > 128 for s in statuses))


main()
