#!/usr/bin/env python3
"""Installs, runs, upgrades and removes the packages, as somebody who has only those.  usage: run.py [FOLDER] [CHECK...]

FOLDER (build/dist) has what `make dist` makes. A check that this machine doesn't allow is named as skipped, with the reason.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import image
import systems
from common import DIST, ROOT, Skipped, home_of, one, other_user, run, serves, shows_disk, size, unpack

LIMIT = 60_000_000
failures = []


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


def reproducible():
    """Packed again, elsewhere and by somebody else, the packages are equal."""
    if DIST != ROOT / "build/dist":
        raise Skipped("compares with build/dist")
    kinds = [kind for kind, pattern in [("archive", "*.tar.xz"), ("deb", "*.deb"), ("rpm", "*.rpm")] if list(DIST.glob(pattern))]
    run(ROOT / "Scripts/check-reproducible", " ".join(kinds), timeout=1800)


def lintian():
    if not shutil.which("lintian"):
        raise Skipped("lintian isn't installed")
    text = run("lintian", "--fail-on", "error,warning", "--suppress-tags", "bad-distribution-in-changes-file", *sorted(DIST.glob("*.deb")))
    assert "E:" not in text and "W:" not in text, text


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
        version = run(ROOT / "Scripts/version").strip()
        assert '"luawidget %s"' % version in run("zcat", Path(folder) / "usr/share/man/man1/luawidget.1.gz"), "the manual's version"


def recipes():
    """The formula of Homebrew and the flake of Nix, which nobody here can build: they parse, and have this version."""
    version = run(ROOT / "Scripts/version").strip()
    for path, parser in [("packaging/homebrew/luawidget.rb", ["ruby", "-c"]), ("flake.nix", ["nix-instantiate", "--parse"])]:
        assert "luawidget-%s" % version in (ROOT / path).read_text(), "%s isn't of version %s" % (path, version)
        if shutil.which(parser[0]):
            run(*parser, ROOT / path)


CHECKS = [sums, symbols, archive, incomplete, installation, files, recipes, reproducible, lintian, rpm, systems.debian, systems.bare,
          systems.upgrade, systems.piuparts, systems.autopkgtest, image.image]
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
