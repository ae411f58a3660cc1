#!/usr/bin/env python3
"""Measures `luawidget serve` over loopback and prints rows as JSON.  usage: Benchmarks/serve/run.py FOLDER [COUNT]

FOLDER has the programs. COUNT is the number of idle widgets (default: 1000).
"""

import json
import os
import re
import selectors
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

COUNTER = """
local count = 0
function content()
  return ui.vstack { ui.text { "count " .. count .. "." }, ui.button { "Add", action = function() count = count + 1 end } }
end
"""
TEXT = 'widget { refresh = "1h" }\nfunction content() return ui.text { "text %s." } end\n'


class Server:
    """A running `luawidget serve` and a browser that is signed in."""

    def __init__(self, folder, home):
        self.program, self.home = str(folder / "luawidget"), home
        self.start()

    def start(self):
        environment = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"}
        self.process = subprocess.Popen([self.program, "serve", "--port", "0", "--quiet"], env=environment, stdout=subprocess.PIPE,
                                        text=True)
        address = self.process.stdout.readline()
        # The board's own host name, which is the only one with a session.
        self.host = re.search(r"http://([^/]+)/", address)[1]
        self.port = int(self.host.rpartition(":")[2])
        token = address.strip().split("token=")[1]
        head, _ = self.request("POST", "/login", "token=" + token)
        self.cookie = re.search(r"set-cookie: ([^;]+);", head, re.IGNORECASE)[1]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    cookie = ""

    def send(self, connection, method, path, body=""):
        connection.sendall((
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: http://{self.host}\r\n"
            f"Cookie: {self.cookie}\r\nAccept: application/json\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}").encode())

    def request(self, method, path, body=""):
        with socket.create_connection(("127.0.0.1", self.port), 60) as connection:
            self.send(connection, method, path, body)
            data = b""
            while b"\r\n\r\n" not in data:
                data += connection.recv(65536)
            head, _, rest = data.partition(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            while length and len(rest) < int(length[1]):
                rest += connection.recv(65536)
        return head.decode(), rest.decode()

    def page(self):
        return self.request("GET", "/")[1]

    def token(self):
        return re.search(r'name="token" value="([^"]+)"', self.page())[1]

    def metric(self, name):
        return float(re.search(rf"^luawidget_{name} (\S+)$", self.request("GET", "/metrics")[1], re.MULTILINE)[1])

    def stream(self):
        connection = socket.create_connection(("127.0.0.1", self.port), 60)
        self.send(connection, "GET", "/events?columns=two&appearance=light&tab=t")
        return connection

    def processes(self):
        """luawidget and luawidget-server."""
        pids = [self.process.pid]
        for children in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            pids += [int(pid) for pid in children.read_text().split()]
        return pids


def read_until(connection, text, seconds=60):
    connection.settimeout(seconds)
    data = b""
    while text not in data:
        new = connection.recv(1 << 20)
        assert new, "the stream ended"
        data += new
    return data


def make_home(widgets):
    home = Path(tempfile.mkdtemp(prefix="luawidget-bench-"))
    boards = home / ".config/luawidget/boards"
    boards.mkdir(parents=True)
    for name, source in widgets.items():
        (home / f"{name}.lua").write_text(source)
    (boards / "today.toml").write_text("".join(f'[[widget]]\nfile = "{home}/{name}.lua"\n\n' for name in widgets))
    return home


def wait(condition, seconds=600):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "timeout"
        time.sleep(0.2)


def cpu_seconds(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def status(pid, name):
    return int(re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)[1])


def idle(folder, count, rows):
    server = Server(folder, make_home({f"w{number}": TEXT % number for number in range(count)}))
    stream = server.stream()
    wait(lambda: server.metric("updates_total") >= count and server.metric("workers") == 0)
    time.sleep(5)
    before, began = [cpu_seconds(pid) for pid in server.processes()], time.monotonic()
    time.sleep(20)
    pids = server.processes()
    busy = (sum(cpu_seconds(pid) for pid in pids) - sum(before)) / (time.monotonic() - began)
    rows.append([f"{count} idle widgets, CPU of one core", f"{busy * 100:.2f} %", "aim: under 1 %"])
    rows.append([f"{count} idle widgets, memory of luawidget", f"{status(pids[0], 'VmRSS') / 1024:.0f} MiB", "aim: under 150 MiB"])
    rows.append([f"{count} idle widgets, threads of luawidget", str(status(pids[0], "Threads")), "none for a widget"])
    rows.append([f"{count} idle widgets, other processes", str(len(pids) - 1), "aim: 1, the server"])
    stream.close()
    server.stop()


def interactive(folder, rows):
    widgets = {"counter": COUNTER} | {f"w{number}": TEXT % number for number in range(99)}
    home = make_home(widgets)
    server = Server(folder, home)
    stream = server.stream()
    wait(lambda: server.metric("updates_total") >= 100)
    stream.close()
    server.stop()
    server.start()
    began = time.perf_counter()
    page = server.page()
    seconds = time.perf_counter() - began
    assert page.count("<article") == 100 and "text 98." in page
    rows.append(["first page with 100 widgets after a start", f"{seconds * 1e3:.0f} ms", "aim: 100 ms"])

    stream = server.stream()
    wait(lambda: server.metric("workers") == 0)
    token = server.token()
    taps = []
    for number in range(20):
        control = re.search(r'name="control" value="([^"]+)"[^>]*>\s*<span[^>]*>Add<', server.page())[1]
        time.sleep(0.3)
        began = time.perf_counter()
        server.request("POST", "/tap", urllib.parse.urlencode({"token": token, "control": control}))
        read_until(stream, f"count {number + 1}.".encode())
        taps.append(time.perf_counter() - began)
    rows.append(["tap to new card (median of 20)", f"{statistics.median(taps) * 1e3:.0f} ms", "aim: 50 ms"])

    saves = []
    for number in range(20):
        part = home / "w0.part"
        part.write_text(TEXT % f"saved {number}")
        time.sleep(0.3)
        began = time.perf_counter()
        part.rename(home / "w0.lua")
        read_until(stream, f"saved {number}.".encode())
        saves.append(time.perf_counter() - began)
    rows.append(["save to new card (median of 20)", f"{statistics.median(saves) * 1e3:.0f} ms", "aim: 50 ms"])

    streams = [server.stream() for _ in range(500)]
    for connection in streams:
        read_until(connection, b"retry: 1000")
    selector = selectors.DefaultSelector()
    control = re.search(r'name="control" value="([^"]+)"[^>]*>\s*<span[^>]*>Add<', server.page())[1]
    for connection in streams:
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ, bytearray())
    waiting = len(streams)
    began = time.perf_counter()
    server.request("POST", "/tap", urllib.parse.urlencode({"token": token, "control": control}))
    while waiting:
        ready = selector.select(60)
        assert ready, f"{waiting} streams have no card"
        for key, _ in ready:
            key.data.extend(key.fileobj.recv(65536))
            if b"count 21." in key.data:
                selector.unregister(key.fileobj)
                waiting -= 1
    seconds = time.perf_counter() - began
    rows.append(["tap to new card in 500 open pages", f"{seconds * 1e3:.0f} ms", ""])
    pids = server.processes()
    memory = " + ".join(f"{status(pid, 'VmRSS') / 1024:.0f}" for pid in pids[:2])
    rows.append(["memory of luawidget and its server with 500 pages", f"{memory} MiB", ""])
    server.stop()


def main():
    folder = Path(sys.argv[1]).resolve()
    rows = []
    interactive(folder, rows)
    idle(folder, int(sys.argv[2]) if len(sys.argv) > 2 else 1000, rows)
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
