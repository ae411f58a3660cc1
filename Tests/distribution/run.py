#!/usr/bin/env python3
"""Installs, runs, upgrades and removes the packages, as somebody who has only those.  usage: run.py [FOLDER] [CHECK...]

FOLDER (build/dist) has what `make dist` makes. A check that this machine doesn't allow is named as skipped, with the reason.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/dist").resolve()
LIMIT = 60_000_000
failures = []


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


def archive():
    """Runs from any folder, for another user, from a file system that can't be written, after a move."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        place = Path(folder) / "My Programs – größer"
        place.mkdir()
        program = unpack(place)
        assert size(program) <= LIMIT, "the archive unpacks to %d bytes" % size(program)
        environment = home_of(folder)
        options = {"cwd": "/", **other_user()}
        run("chmod", "-R", "a-w", program)
        shows_disk(program / "bin/luawidget", environment, **options)
        picture = subprocess.run([program / "bin/luawidget", "run", "disk", "--format", "png"], env=environment, capture_output=True,
                                 check=True, **options).stdout
        assert picture.startswith(b"\x89PNG"), picture[:200]
        serves(program / "bin/luawidget", environment, **options)
        listing = run(program / "bin/luawidget", "list", env=environment, **options)
        assert "flight" in listing, listing
        version = run(program / "bin/luawidget", "--version", env=environment, **options)
        assert "commit" in version and "development" not in version, version
        moved = Path(folder) / "moved"
        program.rename(moved)
        shows_disk(moved / "bin/luawidget", environment, **options)
        (Path(folder) / "link").symlink_to(moved / "bin/luawidget")
        shows_disk(Path(folder) / "link", environment, **options)
        run("chmod", "-R", "u+w", moved)


def incomplete():
    """A helper that's missing costs one feature, with a sentence."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        program = unpack(folder)
        environment = home_of(folder)
        helpers = program / "libexec/luawidget"
        for name, arguments in [("luawidget-painter", ["run", "disk", "--format", "png"]), ("luawidget-worker", ["run", "disk"]),
                                ("luawidget-commands", ["doctor"]), ("luawidget-server", ["serve"]), ("luawidget-desktop", ["desktop"]),
                                ("libluawidget.so", ["doctor"])]:
            away = helpers / (name + ".away")
            (helpers / name).rename(away)
            done = subprocess.run([program / "bin/luawidget", *arguments], env={**environment, "DISPLAY": ":99"}, capture_output=True, text=True, timeout=60,
                                  check=False)
            assert done.returncode != 0 and name in done.stderr, (name, done)
            if name != "luawidget-worker":
                shows_disk(program / "bin/luawidget", environment)
            away.rename(helpers / name)


def installation():
    """`make install` and `make uninstall` leave the prefix as it was, whoever else uses it."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        environment = {**os.environ, "HOME": folder}
        (Path(folder) / "home").mkdir()
        prefix = Path(folder) / ".local"
        (prefix / "share/applications").mkdir(parents=True)
        (prefix / "share/applications/other.desktop").write_text("[Desktop Entry]\nType=Application\nName=Other\nExec=true\n")
        (prefix / "bin").mkdir()
        before = sorted(map(str, prefix.rglob("*")))
        install = [ROOT / "Scripts/install-programs", "--prefix", prefix]
        run(*install, env=environment)
        assert (prefix / "share/systemd/user/luawidget-serve.service").exists(), "the units aren't where systemd looks"
        shows_disk(prefix / "bin/luawidget", {"HOME": folder + "/home", "PATH": "/usr/bin:/bin"})
        stale = prefix / "share/luawidget/widgets/stale.lua"
        stale.write_text("")
        with open(prefix / "share/luawidget/installed", "a") as listing:
            listing.write("share/luawidget/widgets/stale.lua\n")
        run(*install, env=environment)
        assert not stale.exists(), "a file that the new version doesn't have is still there"
        run(*install, "--remove", env=environment)
        after = sorted(path for path in map(str, prefix.rglob("*")) if not path.endswith("mimeinfo.cache"))
        assert after == before, set(after) ^ set(before)


def symbols():
    """Every program runs with glibc 2.34."""
    with tempfile.TemporaryDirectory() as folder:
        program = unpack(folder)
        for place in [program / "bin", program / "libexec/luawidget"]:
            run(ROOT / "Scripts/check-symbols", place)


def sums():
    run("sha256sum", "--check", "--strict", "SHA256SUMS", cwd=DIST)


def lintian():
    if not shutil.which("lintian"):
        raise Skipped("lintian isn't installed")
    text = run("lintian", "--fail-on", "error,warning", "--suppress-tags", "bad-distribution-in-changes-file", *sorted(DIST.glob("*.deb")))
    assert "E:" not in text and "W:" not in text, text


def debian():
    """In a system with nothing but Debian's base: install, run, remove."""
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        raise Skipped("needs root and mmdebstrap")
    folder = Path(tempfile.mkdtemp())
    try:
        os.chmod(folder, 0o755)
        system = folder / "system"
        run("mmdebstrap", "--variant=apt", "--mode=root", "bookworm", system, timeout=900)

        def inside(*command, **options):
            return run("chroot", system, *command, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
                                                          "DEBIAN_FRONTEND": "noninteractive"}, **options)

        inside("apt-get", "update", timeout=600)
        inside("useradd", "--create-home", "user")
        before = set(run("find", system, "-xdev", "-newermt", "2000-01-01", "-path", "*luawidget*").split("\n"))
        for name in ["luawidget_*.deb", "luawidget-doc_*.deb"]:
            shutil.copy(one(name), system / "tmp")
        # luawidget reads its arguments from /proc.
        run("mount", "-t", "proc", "proc", system / "proc")
        started = time.monotonic()
        inside("sh", "-c", "apt-get install -y --no-install-recommends /tmp/luawidget_*.deb /tmp/luawidget-doc_*.deb", timeout=900)
        as_user = ["setpriv", "--reuid=user", "--regid=user", "--init-groups", "env", "HOME=/home/user"]
        text = inside(*as_user, "luawidget", "run", "disk")
        assert "Disk" in text, text
        print("  installed, and the disk widget shown, after %.0f s" % (time.monotonic() - started))
        doctor = inside(*as_user, "luawidget", "doctor", check=False)
        assert "Worker" in doctor, doctor
        inside("sh", "-c", "apt-get install -y --reinstall --no-install-recommends /tmp/luawidget_*.deb", timeout=900)
        inside("sh", "-c", "apt-get purge -y luawidget luawidget-doc", timeout=900)
        left = set(run("find", system, "-xdev", "-path", "*luawidget*", "-not", "-path", "*/home/*", "-not", "-path", "*/tmp/*").split("\n"))
        left = {path for path in left - before if path and "/var/" not in path and "/proc/" not in path}
        assert not left, left
    finally:
        run("umount", "--lazy", system / "proc", check=False)
        shutil.rmtree(folder, ignore_errors=True)


def rpm():
    """The packages of RPM are complete, and install into a folder."""
    if not shutil.which("rpm"):
        raise Skipped("rpm isn't installed")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        packages = sorted(DIST.glob("luawidget-*.rpm"))
        assert len(packages) == 3, packages
        run("rpm", "--root", folder, "--initdb")
        # A folder has no other packages, so nothing that they need.
        run("rpm", "--root", folder, "--install", "--nodeps", "--noscripts", *packages)
        shows_disk(Path(folder) / "usr/bin/luawidget", home_of(folder))
        run("rpm", "--root", folder, "--erase", "--noscripts", "luawidget", "luawidget-desktop", "luawidget-doc")
        assert not list(Path(folder, "usr").rglob("*luawidget*")), list(Path(folder, "usr").rglob("*luawidget*"))


def files():
    """What desktops and software centres read is valid."""
    with tempfile.TemporaryDirectory() as folder:
        run("dpkg-deb", "--extract", one("luawidget_*.deb"), folder)
        if shutil.which("desktop-file-validate"):
            run("desktop-file-validate", Path(folder) / "usr/share/applications/luawidget.desktop")
        if shutil.which("appstreamcli"):
            run("appstreamcli", "validate", "--no-net", Path(folder) / "usr/share/metainfo/org.luawidget.luawidget.metainfo.xml")
        if shutil.which("systemd-analyze"):
            for unit in Path(folder, "usr/lib/systemd/user").iterdir():
                text = unit.read_text()
                assert "@" not in text.split("ExecStart=")[-1].split("\n")[0], text
        assert (Path(folder) / "usr/share/luawidget/luawidget.spdx.json").exists()
        assert list((Path(folder) / "usr/share/luawidget/LICENSES/linked").iterdir())


CHECKS = [sums, symbols, archive, incomplete, installation, files, lintian, rpm, debian]
wanted = sys.argv[2:]
for check in CHECKS:
    if wanted and check.__name__ not in wanted:
        continue
    try:
        check()
        print("ok      %s" % check.__name__)
    except Skipped as reason:
        print("skipped %s: %s" % (check.__name__, reason))
    except (AssertionError, OSError, subprocess.SubprocessError) as error:
        print("FAILED  %s: %s" % (check.__name__, error))
        failures.append(check.__name__)
    sys.stdout.flush()
sys.exit("%d checks failed: %s" % (len(failures), ", ".join(failures)) if failures else 0)
