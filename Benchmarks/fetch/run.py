#!/usr/bin/env python3
"""fetch from the HTTP cache and from a local server, against other programs.  usage: run.py RELEASE-FOLDER

Prints JSON: a list of [name, value, aim].
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
AT_ONCE = 100
ROWS = []


def row(name, value, aim=""):
    ROWS.append([name, value, aim])


def compile_c(source, home):
    program = home / source.stem
    subprocess.run(["cc", "-O2", "-o", str(program), str(source)], check=True)
    return str(program)


class Bench:
    """The program, a temporary home folder for its widgets, and a server."""

    def __init__(self, release, home):
        self.program, self.home = str(Path(release).resolve() / "luawidget"), home
        self.environment = {"HOME": str(home), "PATH": os.environ["PATH"], "TZ": "UTC", "LANG": "C.UTF-8"}
        self.server = subprocess.Popen([compile_c(HERE / "server.c", home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = "127.0.0.1:%d" % int(self.server.stdout.readline())

    def url(self, path):
        return "http://%s/%s" % (self.address, path)

    def end(self):
        self.server.stdin.close()
        self.server.wait()

    def widget(self, name, source, options=(), **values):
        """The command that runs a widget with permission for the server."""
        text = (HERE / source).read_text().replace("ADDRESS", self.address)
        for word, value in values.items():
            text = re.sub(r"\b%s\b" % word, value, text)
        file = self.home / (name + ".lua")
        file.write_text(text)
        subprocess.run([self.program, "permissions", "allow", str(file), "net=" + self.address], check=True,
                       env=self.environment, stdout=subprocess.DEVNULL)
        return [self.program, "run", str(file), "--format", "text", *options]

    def output(self, command):
        done = subprocess.run(command, env=self.environment, cwd=self.home, capture_output=True, text=True)
        if done.returncode:
            sys.exit("%s ended with %d: %s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
        return done.stdout


def measure(bench, command):
    """Mean, median and 99th percentile in seconds of the fastest of three runs."""
    return min((list(map(float, re.findall(r"\d+\.\d{9}", bench.output(command)))) for _ in range(3)), key=lambda times: times[0])[:3]


def say(name, times, aim=""):
    row(name, "%.0f a second, %.2f ms, %.2f ms" % (1 / times[0], times[1] * 1e3, times[2] * 1e3), aim)


def against(name, ours, peer, theirs, aim=""):
    row("%s against %s" % (name, peer), "%.2f times" % (ours[0] / theirs[0]), aim)


def peer_times(bench, count):
    for python in dict.fromkeys([sys.executable, "/usr/bin/python3"]):
        command = [python, str(HERE / "peer.py"), bench.url("small"), str(count), str(bench.home / ("peer%d" % count))]
        if subprocess.run(command, capture_output=True, cwd=bench.home).returncode != 7:
            return measure(bench, command)
    return None


def cached(bench):
    options = ["--limit", "fetches=1000", "--limit", "cpu=10s", "--width", "200"]

    def times(name, urls, mode, source, *more):
        return measure(bench, bench.widget(name, "cached.lua", [*options, *more], URLS=str(urls), MODE=mode,
                                           SOURCE='"%s"' % source))

    network = times("network", 1, "no-store", "network")
    say("from the server: rate, median, 99th percentile", network)
    for urls in [1, 50]:
        what = "%d URL%s from the cache" % (urls, "s" if urls > 1 else "")
        ours = times("kept%d" % urls, urls, "default", "cache")
        say(what + ": rate, median, 99th percentile", ours)
        say("the same with --no-snapshot, in memory", times("memory%d" % urls, urls, "default", "cache", "--no-snapshot"))
        against(what, ours, "the server", network, "aim: 1")
        peer = peer_times(bench, urls)
        if not peer:
            row("requests-cache is not installed", "skipped")
            continue
        against(what, ours, "requests-cache", peer, "aim: 1 (%.0f a second, %.2f ms)" % (1 / peer[0], peer[1] * 1e3))
    kept_alive = []
    for _ in range(5):
        began = time.perf_counter()
        bench.output(["curl", "-s", "-o", "/dev/null", bench.url("small?[1-2000]")])
        kept_alive.append((time.perf_counter() - began) / 2000)
    against("from the server", network, "curl on one connection", [min(kept_alive)],
            "(%.0f a second)" % (1 / min(kept_alive)))


def medians(bench, commands, rounds=24, runs=5):
    """The median seconds of each command. The commands alternate, so that other load affects all of them."""
    report = bench.home / "hyperfine.json"
    times = [[] for _ in commands]
    for _ in range(rounds):
        subprocess.run(["hyperfine", "-N", "--warmup", "1", "--runs", str(runs), "--export-json", str(report)]
                       + [" ".join(command) for command in commands],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=bench.environment, cwd=bench.home)
        for index, result in enumerate(json.loads(report.read_text())["results"]):
            times[index] += result["times"]
    return list(map(statistics.median, times))


def cold(bench):
    kept = bench.widget("cold", "cold.lua", PATH="small?", FETCHES="true")
    still = bench.widget("still", "cold.lua", PATH="small?", FETCHES="false")
    commands = [["curl", "-s", bench.url("small")]]
    commands += [command + more for more in [[], ["--no-snapshot"]] for command in [kept, still]]
    curl, *ours = medians(bench, commands)
    for name, (whole, start) in [("a new URL each time", ours[:2]), ("--no-snapshot", ours[2:])]:
        row("%s: with fetch, without, the difference" % name,
            "%.1f ms, %.1f ms, %.1f ms" % (whole * 1e3, start * 1e3, (whole - start) * 1e3))
        row("the difference against curl -s", "%.2f times (%.1f ms)" % ((whole - start) / curl, curl * 1e3), "aim: 1.5")
    peak = compile_c(HERE.parent / "peak.c", bench.home)
    row("peak memory with fetch, without", "%.1f MiB, %.1f MiB" % tuple(
        int(bench.output([peak, *command])) / 1024 for command in [kept, still]))
    row("peak memory of curl -s", "%.1f MiB" % (int(bench.output([peak, "curl", "-s", bench.url("small")])) / 1024))


def plugins(bench):
    """The same task as a widget and as plugins of status bars, each a whole process."""
    folder = HERE.parent / "plugins"
    ours = bench.widget("plugin", "cold.lua", PATH="small?", FETCHES="true")
    again = bench.widget("again", "cold.lua", PATH="small?", FETCHES="true")
    # The second one finds its response in the cache.
    again_file = Path(again[2])
    again_file.write_text(again_file.read_text().replace(" .. date.now()", ""))
    python = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    names = ["bash, curl and jq", "Python"]
    commands = [ours, again, [str(folder / "plugin.sh"), bench.url("small")], [python, str(folder / "plugin.py"), bench.url("small")]]
    fetched, stored, *peers = medians(bench, commands, rounds=12)
    for name, peer in zip(names, peers):
        row("a widget that fetches against a plugin in %s" % name,
            "%.2f times (%.1f ms, %.1f ms)" % (fetched / peer, fetched * 1e3, peer * 1e3))
        row("with a fresh stored response", "%.2f times (%.1f ms)" % (stored / peer, stored * 1e3))


def crowd(bench, commands):
    """Seconds until all have ended, and the number of failures."""
    silence = [(os.POSIX_SPAWN_OPEN, descriptor, "/dev/null", os.O_RDWR, 0) for descriptor in [0, 1, 2]]
    began = time.perf_counter()
    processes = [os.posix_spawnp(command[0], command, bench.environment, file_actions=silence) for command in commands]
    failed = sum(os.waitpid(process, 0)[1] != 0 for process in processes)
    return time.perf_counter() - began, failed


def at_once(bench):
    def widgets(word, fetches):
        return [bench.widget("%s%d" % (word, i), "cold.lua", PATH="slow?ms=100&", FETCHES=fetches) for i in range(AT_ONCE)]

    crowds = [widgets("slow", "true"), widgets("quick", "false"),
              [["curl", "-s", bench.url("slow?ms=100&%d" % i)] for i in range(AT_ONCE)]]
    results = [[crowd(bench, commands) for commands in crowds] for _ in range(5)]
    (ours, failed), (still, _), (curl, _) = [
        (statistics.median(seconds for seconds, _ in column), sum(failed for _, failed in column)) for column in zip(*results)]
    row("%d widgets at once, responses delayed by 100 ms: failures" % AT_ONCE, "%d of %d" % (failed, 5 * AT_ONCE), "aim: 0")
    row("until the last has ended: with fetch, without", "%.0f ms, %.0f ms" % (ours * 1e3, still * 1e3))
    row("against %d curl -s at once" % AT_ONCE, "%.1f times (%.0f ms)" % (ours / curl, curl * 1e3))


def main():
    with tempfile.TemporaryDirectory() as home:
        bench = Bench(sys.argv[1], Path(home).resolve())
        for part in [cached, cold, plugins, at_once]:
            if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
                part(bench)
        bench.end()
    print(json.dumps(ROWS))


if __name__ == "__main__":
    main()
