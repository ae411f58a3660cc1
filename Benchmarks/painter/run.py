#!/usr/bin/env python3
"""A painter, cold and warm, against a C program that draws the same.  usage: run.py PATH-OF-luawidget-painter"""
import json, os, statistics, struct, subprocess, sys, tempfile, time

here = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(here, "../../Tests/worker"))
from worker import pack, unpack  # noqa: E402

snapshot = json.load(open(os.path.join(here, "../../Tests/WidgetPainterTests/Snapshots/flight.json")))


def fields(view):
    """The list of a view's fields (docs/painter.md), for the kinds and styles that the snapshot has."""
    own = {"text": ["text"], "button": ["text", "icon"]}.get(view["type"], ["min_length"] if view["type"] == "spacer" else [])
    style = [view.get(name) for name in ["font", "color", "align", "spacing", "weight"]]
    return [view["type"], *[view.get(name) for name in own], style, [fields(child) for child in view.get("children", [])] or None,
            view.get("action")]


def frame(format):
    widget, insets = snapshot["widget"], snapshot["insets"]
    stored = [
        1, [widget["id"], widget["instance"], widget["name"]], fields(snapshot["view"]),
        [insets[side] for side in ["top", "left", "bottom", "right"]], 0, 0, True, "new_data", "launch", snapshot["updated_at"]]
    rendering = [
        format, stored, None, [snapshot["updated_at"], 0], 360, 169, None, 2, "light", "large", "expanded", "default", False, False,
        False, [], [-1, -1]]
    header = pack([2, "rendering", rendering, []])
    payload = struct.pack("<I", len(header)) + header
    return struct.pack("<I", len(payload)) + payload


def painter():
    return subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={})


def ask(process, format="png"):
    start = time.perf_counter()
    process.stdin.write(frame(format))
    process.stdin.flush()
    length = struct.unpack("<I", process.stdout.read(4))[0]
    reply = process.stdout.read(length)
    header = unpack(reply[4:4 + struct.unpack("<I", reply[:4])[0]])
    assert header[0] == "rendering" and len(reply) > 2000, header
    return (time.perf_counter() - start) * 1000


cold = []
for _ in range(15):
    start = time.perf_counter()
    process = painter()
    ask(process)
    cold.append((time.perf_counter() - start) * 1000)
    process.stdin.close()
    process.wait()

process = painter()
for _ in range(5):
    ask(process)
warm = [ask(process) for _ in range(200)]
vector = {format: statistics.median(ask(process, format) for _ in range(50)) for format in ["svg", "pdf"]}
process.stdin.close()
process.wait()

with tempfile.TemporaryDirectory() as folder:
    direct = os.path.join(folder, "direct")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "pangocairo"], capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["cc", "-O2", "-o", direct, os.path.join(here, "direct.c"), *flags], check=True)
    start = time.perf_counter()
    subprocess.run([direct, "0"], capture_output=True, check=True)
    direct_cold = (time.perf_counter() - start) * 1000
    direct_warm = float(subprocess.run([direct, "200"], capture_output=True, text=True, check=True).stdout.split()[0])

cold, warm = statistics.median(cold), statistics.median(warm)
print(json.dumps({
    "PNG, cold (including the start of a painter) against C": {
        "value": f"{cold / direct_cold:.1f} times ({cold:.1f} ms, {direct_cold:.1f} ms)", "aim": "aim: 15 ms"},
    "PNG, warm against C": {
        "value": f"{warm / direct_warm:.1f} times ({warm:.1f} ms, {direct_warm:.1f} ms)", "aim": "aim: 2 ms"},
    "SVG, warm against PNG, warm": {"value": f"{vector['svg'] / warm:.1f} times ({vector['svg']:.1f} ms)"},
    "PDF, warm against PNG, warm": {"value": f"{vector['pdf'] / warm:.1f} times ({vector['pdf']:.1f} ms)"},
}))
