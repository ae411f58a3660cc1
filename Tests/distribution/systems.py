"""The Debian packages in systems that have nothing but Debian's base."""

import contextlib
import gzip
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

from common import DIST, ROOT, Skipped, one, run, unpack

SUITE = "bookworm"
PACKAGES = ["luawidget", "luawidget-desktop", "luawidget-doc"]
WORK = ROOT / "build/test-dist"
AS_USER = ["setpriv", "--reuid=user", "--regid=user", "--init-groups", "env", "HOME=/home/user", "LANG=C.UTF-8"]
# What systemd makes, which comes with GTK, and leaves.
SYSTEMD = r"^/(root/\.ssh|var/(cache|lib|log)/private|var/lib/systemd/(coredump|pstore))/?$"
# Counts its updates; looks at the clock every five seconds, so that a host notices an upgrade soon.
COUNT = """
widget { name = "Count", refresh = "5s" }
function perform_update()
  defaults.set("runs", (defaults.get("runs") or 0) + 1)
  return update_result.new_data
end
function content() return ui.text("run " .. defaults.get("runs") .. " of many") end
"""


def base(*needed):
    """A tar archive with Debian's base, made once a day."""
    if os.geteuid() != 0:
        raise Skipped("needs root")
    for program in ["mmdebstrap", *needed]:
        if not shutil.which(program):
            raise Skipped("%s isn't installed" % program)
    path = WORK / (SUITE + ".tar")
    if not path.exists() or path.stat().st_mtime < time.time() - 86400:
        WORK.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new.tar")
        run("mmdebstrap", "--variant=apt", "--mode=root", SUITE, new, timeout=900)
        new.rename(path)
    return path


class System:
    """A system in a folder of its own, and the programs in it."""

    def __init__(self, folder):
        self.folder = folder

    def start(self, *command, **options):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.Popen(["chroot", self.folder, *command], env=environment, **options)

    def run(self, *command, timeout=900, **options):
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        return run("chroot", self.folder, *command, env=environment, timeout=timeout, **options)

    def as_user(self, *command, **options):
        return self.run(*AS_USER, *command, **options)

    def install(self, folder, *packages, apt=("install", "--no-install-recommends")):
        """Installs package files from a folder."""
        for path in (self.folder / "tmp").glob("*.deb"):
            path.unlink()
        for package in packages:
            found = sorted(Path(folder).glob(package + "_*.deb"))
            assert len(found) == 1, (folder, package, found)
            shutil.copy(found[0], self.folder / "tmp")
        self.run("sh", "-c", "apt-get -y %s /tmp/*.deb" % " ".join(apt))

    def left(self):
        """What has our name and isn't a person's."""
        found = run("find", self.folder, "-xdev", "-path", "*luawidget*", "-not", "-path", "*/home/*", "-not", "-path", "*/tmp/*")
        return sorted(path for path in found.split("\n") if path and "/proc/" not in path)


@contextlib.contextmanager
def system():
    archive = base()
    # A short name, because sockets have paths.
    folder = Path(tempfile.mkdtemp(prefix="lw-"))
    place = folder / "system"
    try:
        os.chmod(folder, 0o755)
        place.mkdir()
        run("tar", "--extract", "--numeric-owner", "--file", archive, "--directory", place)
        # luawidget reads its arguments from /proc.
        run("mount", "-t", "proc", "proc", place / "proc")
        made = System(place)
        made.run("apt-get", "update")
        made.run("useradd", "--create-home", "user")
        yield made
    finally:
        run("umount", "--lazy", place / "proc", check=False)
        shutil.rmtree(folder, ignore_errors=True)


def debian():
    """Install, run, remove."""
    with system() as made:
        started = time.monotonic()
        made.install(DIST, "luawidget", "luawidget-doc")
        text = made.as_user("luawidget", "run", "disk")
        assert "Disk" in text, text
        print("  installed, and the disk widget shown, after %.0f s" % (time.monotonic() - started))
        doctor = made.as_user("luawidget", "doctor", check=False)
        assert "Worker" in doctor, doctor
        made.install(DIST, "luawidget", apt=("install", "--reinstall", "--no-install-recommends"))
        made.run("apt-get", "purge", "-y", "luawidget", "luawidget-doc")
        assert not made.left(), made.left()


def bare():
    """The archive without the libraries that it loads, then without fonts: everything else works, and each gap is a sentence."""
    with system() as made:
        unpack(made.folder / "opt").rename(made.folder / "opt/luawidget")
        program = "/opt/luawidget/bin/luawidget"
        assert "Disk" in made.as_user(program, "run", "disk")
        assert "could not be loaded: a library" in made.as_user(program, "run", "disk", "--format", "png", check=False)
        doctor = made.as_user(program, "doctor", check=False)
        assert re.search(r"luawidget-painter +the library lib\S+ is missing", doctor), doctor
        # It doesn't try again and again.
        text = made.as_user("env", "DISPLAY=:9", program, "desktop", check=False, timeout=60)
        assert text.count("luawidget-desktop could not be loaded") == 1, text
        made.install(DIST, "luawidget")
        made.run("sh", "-c", "rm -rf /usr/share/fonts/* /var/cache/fontconfig/*")
        # The package depends on fonts; the archive has one.
        for command, has_boxes in [("luawidget", True), (program, False)]:
            text = made.as_user(command, "run", "disk", "--format", "png", "--output", "/home/user/disk.png")
            assert ("boxes in place of letters" in text) == has_boxes, text
            doctor = made.as_user(command, "doctor", check=False)
            assert ("boxes in place of letters" in doctor) == has_boxes, doctor


def older(folder):
    """Packages of an earlier version: those in the folder OLDER_PACKAGES, or these with another number, another stamp in the program,
    and a file that the new version doesn't have."""
    if os.environ.get("OLDER_PACKAGES"):
        return Path(os.environ["OLDER_PACKAGES"])
    folder.mkdir()
    for name in PACKAGES:
        package = one(name + "_*.deb")
        tree = folder / name
        run("dpkg-deb", "--raw-extract", package, tree)
        control = tree / "DEBIAN/control"
        text = control.read_text()
        version = re.search(r"^Version: (.*)$", text, re.M)[1]
        control.write_text(text.replace("Version: " + version, "Version: 0.1.0").replace("(= %s)" % version, "(= 0.1.0)"))
        if name == "luawidget":
            (tree / "usr/share/luawidget/widgets/stale.lua").write_text("function content() return ui.text(\"stale\") end\n")
            stamp = folder / "stamp"
            stamp.write_bytes(b"commit older, release build".ljust(64, b"\0"))
            run("objcopy", "--update-section", ".luawidget.build=%s" % stamp, tree / "usr/bin/luawidget")
        run("dpkg-deb", "--build", "--root-owner-group", "-Znone", tree, folder)
        shutil.rmtree(tree)
    return folder


def wait(what, condition, seconds=90):
    end = time.monotonic() + seconds
    while True:
        try:
            value = condition()
        except OSError:
            value = None
        if value:
            return value
        assert time.monotonic() < end, "not within %d s: %s" % (seconds, what)
        time.sleep(0.2)


def upgrade():
    """From an earlier version, while `serve` runs: it keeps its process and its views, and becomes the new version. Then back, and away."""
    new = re.search(r"_([^_]+)_", one("luawidget_*.deb").name)[1]
    with system() as made, tempfile.TemporaryDirectory() as scratch:
        earlier = older(Path(scratch) / "older")
        made.install(earlier, *PACKAGES)
        before = made.as_user("luawidget", "--version")
        home = made.folder / "home/user"
        (home / "count.lua").write_text(COUNT)
        made.as_user("luawidget", "board", "add", "/home/user/count.lua")
        key = made.as_user("luawidget", "key", "add", "test").strip()
        server = made.start(*AS_USER, "luawidget", "serve", "--port", "8795", "--quiet", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            def text():
                request = urllib.request.Request("http://127.0.0.1:8795/widgets/count.txt", headers={"Authorization": "Bearer " + key})
                with urllib.request.urlopen(request, timeout=5) as reply:
                    return reply.read().decode()

            def count():
                return int(re.search(r"run (\d+) of many", text())[1])

            program = Path("/proc/%d/exe" % server.pid)
            wait("the view", lambda: "of many" in text())
            assert b"commit older" in program.read_bytes() or earlier != Path(scratch) / "older", "the older program has no stamp"
            old_program = program.stat().st_ino
            counted = count()
            made.install(DIST, *PACKAGES)
            assert new in made.as_user("luawidget", "--version") and before != made.as_user("luawidget", "--version")
            # Neither the process nor its address, its key or its view change.
            wait("the new version in place of the old one", lambda: program.stat().st_ino != old_program)
            assert server.poll() is None
            assert os.readlink(program).endswith("/usr/bin/luawidget"), os.readlink(program)
            again = wait("the view after the restart", count)
            assert again >= counted, (counted, again)
            wait("an update by the new version", lambda: count() > again)
            assert not (made.folder / "usr/share/luawidget/widgets/stale.lua").exists(), "a file that the new version doesn't have is there"
            made.install(earlier, *PACKAGES, apt=("install", "--no-install-recommends", "--allow-downgrades"))
            assert made.as_user("luawidget", "--version") == before
            made.install(DIST, *PACKAGES)
            counted = count()
            made.run("apt-get", "remove", "-y", *PACKAGES)
            # Without its programs, the host says so or ends; it doesn't take the machine with it.
            time.sleep(6)
        finally:
            server.send_signal(signal.SIGTERM)
            output = server.communicate(timeout=30)[0]
        assert "Traceback" not in output and "Fatal" not in output, output
        stored = made.folder / "home/user/.local/share/luawidget/defaults.db"
        assert stored.exists(), "removing the package removed a person's data"
        made.run("apt-get", "purge", "-y", *PACKAGES)
        assert not made.left(), made.left()


def piuparts():
    """Install, upgrade, remove and purge, with every file of the system compared."""
    archive = base("piuparts", "dpkg-scanpackages")
    with tempfile.TemporaryDirectory(prefix="lw-") as scratch:
        os.chmod(scratch, 0o755)
        # Debian's own archive doesn't have the package, so the earlier version comes from here.
        earlier = older(Path(scratch) / "older")
        repository = Path(scratch) / "repository"
        shutil.copytree(earlier, repository)
        index = subprocess.run(
            ["dpkg-scanpackages", "--multiversion", "."], cwd=repository, check=True, capture_output=True, text=True).stdout
        (repository / "Packages").write_text(index)
        # It's appended to.
        (WORK / "piuparts.log").unlink(missing_ok=True)
        compressed = Path(scratch) / "base.tar.gz"
        with open(archive, "rb") as source, gzip.open(compressed, "wb", 1) as file:
            shutil.copyfileobj(source, file)
        run("piuparts", "--basetgz", compressed, "--distribution", SUITE, "--mirror", "http://deb.debian.org/debian main",
            "--bindmount", repository, "--extra-repo", "deb [trusted=yes] file:%s ./" % repository, "--no-eatmydata",
            "--ignore-regex", SYSTEMD, "--log-file", WORK / "piuparts.log", *sorted(DIST.glob("*.deb")), timeout=1800)
        log = (WORK / "piuparts.log").read_text()
        assert "PASS: Installation, upgrade and purging" in log, "nothing was upgraded: see build/test-dist/piuparts.log"


def autopkgtest():
    """The package's own tests (packaging/debian/tests), as Debian runs them."""
    base("autopkgtest")
    source = ROOT / "build/deb/luawidget"
    assert (source / "debian/tests/control").exists(), "make dist makes %s" % source
    with system() as made, tempfile.TemporaryDirectory(prefix="lw-") as scratch:
        os.chmod(scratch, 0o755)
        done = subprocess.run(["autopkgtest", "--no-built-binaries", "--output-dir", scratch + "/out", "--summary-file", scratch + "/summary",
                               *sorted(DIST.glob("luawidget_*.deb")), source, "--", "chroot", made.folder],
                              # Folders of this machine aren't there.
                              env={name: value for name, value in os.environ.items() if name != "TMPDIR"},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800, check=False)
        summary = Path(scratch + "/summary")
        text = summary.read_text() if summary.exists() else ""
        print("".join("  " + line + "\n" for line in text.splitlines()), end="")
        assert done.returncode == 0 and text.count("PASS") == 3, done.stdout[-4000:]
