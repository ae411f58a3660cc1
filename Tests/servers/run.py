#!/usr/bin/env python3
"""Fetches from nginx and nghttpd while they limit, close and replace connections.  usage: Tests/servers/run.py PROGRAM [WORD...]

PROGRAM is a build of luawidget. With words, only the checks whose names contain one of them run. Every server listens on 127.0.0.1 with
files in a temporary folder. A check fails if a single fetch fails.
"""

import os
import pty
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHECKS = []
TIMEOUT = 120  # seconds for each run of the program

NGINX = """
daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/error.log warn;
events {{ worker_connections 256; }}
http {{
  access_log {folder}/access.log; keepalive_requests {requests}; default_type text/plain;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
  server {{ listen 127.0.0.1:{plain} reuseport; location / {{ return 200 "nginx $request_uri"; }} }}
  server {{ listen 127.0.0.1:{secure} ssl http2 reuseport; location / {{ return 200 "nginx $request_uri"; }} }}
}}
"""

# Each fetch has its own URL and is never served from the cache.
WIDGET = """
widget {{ name = "Servers", refresh = "1h", permissions = {{ net = {{ "{host}" }} }} }}
local updates, failures = 0, {{}}
function perform_update()
  updates = updates + 1
  local function note(i, response, err)
    if not response then failures[#failures + 1] = i .. ": " .. err.message
    elseif response.status ~= 200 then failures[#failures + 1] = i .. ": status " .. response.status end
  end
  for i = 1, {single} do note(i, fetch("{url}/file?" .. updates .. "-" .. i, {{ cache = "no-store"{options} }})) end
  for first = 1, {grouped}, 4 do
    local requests = {{}}
    for i = 1, 4 do requests[i] = {{ "{url}/file?" .. updates .. "-g" .. first + i, cache = "no-store"{options} }} end
    for i, result in ipairs(fetch.all(requests)) do note("all " .. first + i, result.response, result.error) end
  end
  return update_result.new_data
end
function content()
  return ui.vstack {{ ui.text("updates " .. updates .. " failures " .. #failures), ui.text(table.concat(failures, "; ", 1, math.min(3, #failures))) }}
end
"""


def check(function):
    CHECKS.append(function)
    return function


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for(port):
    for _ in range(200):
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    sys.exit("no server listens on port %d" % port)


class Home:
    """A temporary home with a certificate that the program trusts."""

    def __init__(self, program):
        self.program = program
        self.temporary = tempfile.TemporaryDirectory(prefix="luawidget-servers-")
        self.folder = Path(self.temporary.name)
        self.processes = []
        for name in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
            (self.folder / name).mkdir()
        (self.folder / "file").write_text("x" * 100)
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
             "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(self.folder / "key.pem"), "-out",
             str(self.folder / "cert.pem")], check=True, capture_output=True)
        configuration = self.folder / ".config/luawidget"
        configuration.mkdir(parents=True)
        (configuration / "config.toml").write_text('[network]\ncertificates = "%s/cert.pem"\n' % self.folder)
        os.chmod(self.folder, 0o755)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()
        self.temporary.cleanup()

    def start(self, *command):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def nginx(self, requests):
        """Starts nginx; returns the process, and the URLs of HTTP/1.1 and of HTTP/2."""
        plain, secure = free_port(), free_port()
        path = self.folder / "nginx.conf"
        path.write_text(NGINX.format(folder=self.folder, requests=requests, plain=plain, secure=secure))
        process = self.start("nginx", "-p", str(self.folder), "-c", str(path))
        wait_for(plain)
        wait_for(secure)
        return process, {"HTTP/1.1": "http://127.0.0.1:%d" % plain, "HTTP/2": "https://127.0.0.1:%d" % secure}

    def nghttpd(self, port, *options):
        process = self.start("nghttpd", "-a", "127.0.0.1", "-d", str(self.folder), *options, str(port), str(self.folder / "key.pem"),
                             str(self.folder / "cert.pem"))
        wait_for(port)
        return process

    def served(self, protocol):
        """The requests that nginx has served."""
        return (self.folder / "access.log").read_text().count(protocol)

    def arguments(self, url, single=0, grouped=0, options=""):
        widget = self.folder / "servers.lua"
        widget.write_text(WIDGET.format(url=url, host=url.split("//")[1], single=single, grouped=grouped, options=options))
        return [self.program, "run", str(widget), "--no-snapshot", "--limit", "fetches=1000", "--limit", "time=100s", "--limit", "cpu=20s",
                "--allow", "private_net=" + url.split("//")[1]]

    @property
    def environment(self):
        return {"HOME": str(self.folder), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm-256color"}

    def run(self, url, **counts):
        """One update. Returns the process."""
        return subprocess.Popen(self.arguments(url, **counts) + ["--format", "text"], env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process):
        try:
            output, errors = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError("the program did not end within %d s" % TIMEOUT)
        assert "updates 1 failures 0" in output, output + errors

    def updates(self, url, count, between=lambda: None, **counts):
        """Successive updates of one live program, each requested with `r`, and something to do between them."""
        child, terminal = pty.fork()
        if child == 0:
            os.execve(self.program, self.arguments(url, **counts) + ["--watch"], self.environment)
        seen = b""
        try:
            for number in range(1, count + 1):
                end = time.monotonic() + TIMEOUT
                wanted = b"updates %d " % number
                while wanted not in seen:
                    if time.monotonic() > end:
                        raise AssertionError("update %d did not end within %d s" % (number, TIMEOUT))
                    if select.select([terminal], [], [], 0.5)[0]:
                        seen += os.read(terminal, 65536)
                    elif number > 1:
                        os.write(terminal, b"r")
                between()
                os.write(terminal, b"r")
            assert b"failures 1" not in seen, seen.decode("utf-8", "replace")
        finally:
            os.kill(child, signal.SIGTERM)
            os.waitpid(child, 0)
            os.close(terminal)


@check
def keepalive_requests(home):
    """nginx closes each connection after three requests: 120 fetches in one update."""
    _, urls = home.nginx(requests=3)
    for protocol, url in urls.items():
        home.finish(home.run(url, single=120))
        home.finish(home.run(url, grouped=120))
        assert home.served(protocol) == 240, "%d requests were served with %s" % (home.served(protocol), protocol)


@check
def successive_updates(home):
    """The same over twenty updates of one live program."""
    _, urls = home.nginx(requests=3)
    for protocol, url in urls.items():
        home.updates(url, 20, single=2, grouped=4)
        assert home.served(protocol) >= 120, "%d requests were served with %s" % (home.served(protocol), protocol)


@check
def reload_under_load(home):
    """nginx replaces its workers, which close their connections, while a widget fetches."""
    server, urls = home.nginx(requests=1000)
    reloads = 0
    for url in 3 * list(urls.values()):
        process = home.run(url, single=400, grouped=400)
        while process.poll() is None:
            server.send_signal(signal.SIGHUP)
            reloads += 1
            time.sleep(0.03)
        home.finish(process)
    assert reloads > 10, "the updates ended before nginx had reloaded"


@check
def nghttpd_options(home):
    """One stream at a time, padding, trailers, small windows, no length: 60 fetches each."""
    for options in (["-m", "1"], ["-b", "255"], ["--trailer", "x: y"], ["-w", "4", "-W", "10"], ["--no-content-length"]):
        port = free_port()
        server = home.nghttpd(port, *options)
        home.finish(home.run("https://127.0.0.1:%d" % port, single=20, grouped=40))
        server.terminate()


@check
def nghttpd_restart(home):
    """A server that restarts between the updates of a live program: the kept connection is dead, and the fetch makes a new one."""
    port = free_port()
    servers = [home.nghttpd(port)]

    def restart():
        servers[-1].terminate()
        servers[-1].wait()
        servers.append(home.nghttpd(port))

    home.updates("https://127.0.0.1:%d" % port, 10, between=restart, single=2, grouped=4)


def main():
    if len(sys.argv) < 2 or not os.access(sys.argv[1], os.X_OK):
        sys.exit(__doc__)
    program = str(Path(sys.argv[1]).resolve())
    failed = 0
    chosen = [c for c in CHECKS if len(sys.argv) < 3 or any(word in c.__name__ for word in sys.argv[2:])]
    for function in chosen:
        began = time.monotonic()
        try:
            with Home(program) as home:
                function(home)
            print("%s: passed in %.1f s" % (function.__name__, time.monotonic() - began))
        except AssertionError as error:
            failed += 1
            print("FAILED %s: %s" % (function.__name__, error))
    print("%d passed, %d failed" % (len(chosen) - failed, failed))
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
