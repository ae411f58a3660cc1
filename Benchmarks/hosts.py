#!/usr/bin/env python3
"""Status bars: one run against a plugin, an idle follower, and how often seven hosts fetch.  usage: hosts.py PROGRAM [SECONDS]

Five followers, a page and a desktop (if Xvfb is installed) show one widget that fetches every five seconds. The fetches are counted at the
server. Prints JSON.
"""

import http.server
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from desktop import ticks

HERE = Path(__file__).resolve().parent
WIDGET = """
widget { name = "Items", refresh = "%s", permissions = { net = { "%s" } } }
local title = "nothing"
function perform_update()
  local response, problem = fetch("%s")
  if not response then return update_result.failed(problem) end
  title = response:json().items[1].title
  return update_result.new_data
end
function content() return ui.text { title } end
"""
BODY = json.dumps({"items": [{"title": "Item %d" % number, "text": "x" * 80} for number in range(20)]}).encode()


class Server(http.server.ThreadingHTTPServer):
    """Counts requests."""

    times = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            Server.times.append(time.monotonic())
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Cache-Control", "no-store")
            self.send_header("Content-Length", str(len(BODY)))
            self.end_headers()
            self.wfile.write(BODY)

        def log_message(self, *words):
            pass


class Home:
    def __init__(self, program):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix="luawidget-hosts-benchmark-"))
        self.environment = {
            "HOME": str(self.folder), "XDG_RUNTIME_DIR": str(self.folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
        }
        self.processes = []

    def widget(self, name, interval, url):
        path = self.folder / name
        path.write_text(WIDGET % (interval, url.split("/")[2], url))
        return path

    def run(self, *words):
        began = time.perf_counter()
        subprocess.run([str(word) for word in words], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - began

    def start(self, *words, **options):
        process = subprocess.Popen(
            [str(word) for word in words], env=self.environment, stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
        self.processes.append(process)
        return process

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def plugin(home, url, allow):
    """Medians, alternating."""
    fresh = home.widget("fresh.lua", "1h", url)
    due = home.widget("due.lua", "1h", url)
    run = [home.program, "run"]
    commands = {
        "fresh snapshot": run + [fresh, "--format", "waybar"] + allow,
        # An edit makes an update due.
        "update": run + [due, "--format", "waybar"] + allow,
        "bash, curl and jq": [HERE / "plugins/plugin.sh", url],
    }
    seconds = {name: [] for name in commands}
    for number in range(31):
        for name, command in commands.items():
            if name == "update":
                due.write_text(WIDGET % ("1h", url.split("/")[2], url) + "-- %d\n" % number)
                time.sleep(0.02)
            seconds[name].append(home.run(*command))
    medians = {name: statistics.median(times[1:]) for name, times in seconds.items()}
    peer = medians["bash, curl and jq"]
    return {name: {"milliseconds": round(1e3 * value, 1), "ratio": round(value / peer, 2)} for name, value in medians.items()}


def idle(home, url, allow, seconds):
    path = home.widget("idle.lua", "1h", url)
    follower = home.start(home.program, "run", path, "--format", "waybar", "--follow", *allow)
    time.sleep(5)
    before = ticks(follower.pid)
    time.sleep(seconds)
    return {"percent": round(100 * (ticks(follower.pid) - before) / os.sysconf("SC_CLK_TCK") / seconds, 3)}


def shared(home, url, allow, seconds):
    interval = 5
    path = home.widget("shared.lua", "%ds" % interval, url)
    boards = home.folder / ".config/luawidget/boards"
    boards.mkdir(parents=True)
    (boards / "today.toml").write_text('[[widget]]\nfile = "%s"\n' % path)
    home.run(home.program, "run", path, *allow)
    for _ in range(5):
        home.start(home.program, "run", path, "--format", "i3bar", "--follow", *allow, stdin=subprocess.PIPE)
    home.start(home.program, "serve", "--port", "0")
    hosts = 6
    if shutil.which("Xvfb"):
        read, write = os.pipe()
        home.start("Xvfb", "-displayfd", write, "-screen", "0", "800x600x24", "-nolisten", "tcp", pass_fds=(write,))
        os.close(write)
        home.environment["DISPLAY"] = ":" + os.fdopen(read).readline().strip()
        home.start(home.program, "desktop")
        hosts += 1
    time.sleep(10)
    start = time.monotonic()
    time.sleep(seconds)
    count = len([at for at in Server.times if at >= start])
    alive = len([process for process in home.processes if process.poll() is None])
    return {"hosts": hosts, "seconds": seconds, "fetches": count, "intervals": seconds // interval, "running": alive}


def main():
    program, seconds = Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 60
    server = Server(("127.0.0.1", 0), Server.Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = "http://127.0.0.1:%d/" % server.server_port
    allow = ["--allow", "private_net=127.0.0.1:%d" % server.server_port]
    home = Home(program)
    try:
        print(json.dumps({
            "one run": plugin(home, url, allow), "idle follower": idle(home, url, allow, seconds),
            "one widget in several hosts": shared(home, url, allow, seconds),
        }, indent=2))
    finally:
        home.close()


if __name__ == "__main__":
    main()
