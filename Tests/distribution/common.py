"""What the checks of packages share."""

import os
import subprocess
import sys
import tarfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/dist").resolve()


class Skipped(Exception):
    pass


def run(*command, check=True, timeout=300, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout,
                          check=False, **options)
    if check and done.returncode:
        raise AssertionError("%s ended with status %d:\n%s" % (" ".join(map(str, command)), done.returncode, done.stdout[-3000:]))
    return done.stdout


def one(pattern):
    found = sorted(DIST.glob(pattern))
    assert len(found) == 1, "%s: %s in %s" % (pattern, found or "nothing", DIST)
    return found[0]


def archive_file():
    return next(path for path in sorted(DIST.glob("luawidget-*-linux-*.tar.xz")) if "-debug" not in path.name)


def size(folder):
    return sum(path.lstat().st_size for path in Path(folder).rglob("*") if path.is_file() and not path.is_symlink())


def unpack(folder):
    with tarfile.open(archive_file()) as archive:
        archive.extractall(folder, filter="tar")
    return next(Path(folder).iterdir())


def home_of(folder):
    """The environment of a person with nothing but a home."""
    home = Path(folder) / "home"
    home.mkdir()
    if os.geteuid() == 0:
        os.chown(home, 65534, 65534)
    return {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}


def other_user():
    """The arguments for another user without privileges, if this one may become one."""
    return {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}


def shows_disk(program, environment, **options):
    text = run(program, "run", "disk", env=environment, **options)
    assert "Disk" in text and "%" in text, text


def serves(program, environment, port="8791", **options):
    with subprocess.Popen([program, "serve", "--port", port, "--quiet"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options) as server:
        try:
            for _ in range(100):
                try:
                    with urllib.request.urlopen("http://127.0.0.1:%s/healthz" % port, timeout=2) as reply:
                        assert reply.read().strip() == b"ok"
                        return
                except OSError:
                    assert server.poll() is None, server.stdout.read()
                    time.sleep(0.1)
            raise AssertionError("/healthz doesn't answer")
        finally:
            server.terminate()
            server.wait(10)
