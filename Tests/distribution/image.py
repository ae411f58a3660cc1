"""The container image."""

import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from common import DIST, Skipped, run

PORT = 8630


def image():
    """The image starts as a user of its own, answers its health check, and keeps what's in its volume."""
    found = sorted(DIST.glob("luawidget-*-image-*.tar.xz"))
    if not found:
        raise Skipped('there is none; make image builds it')
    if not shutil.which("buildah"):
        raise Skipped("buildah isn't installed")
    folder = Path(tempfile.mkdtemp(prefix="lw-"))
    buildah = ["buildah", "--storage-driver", "vfs", "--root", folder / "storage", "--runroot", folder / "run"]
    try:
        container = run(*buildah, "from", "--pull-never", "docker-archive:%s" % found[0], timeout=600).strip().split("\n")[-1]
        configuration = json.loads(run(*buildah, "inspect", container))["Docker"]["config"]
        assert configuration["User"] == "luawidget" and "/home/luawidget" in configuration["Volumes"], configuration
        assert any(port.startswith(str(PORT)) for port in configuration["ExposedPorts"]) and configuration["Healthcheck"]["Test"], configuration
        volume = folder / "volume"
        volume.mkdir()
        os.chown(volume, 1000, 1000)
        # Without a runtime for containers: buildah's own isolation, which has the host's network.
        inside = [*buildah, "run", "--isolation", "chroot", "--volume", "%s:/home/luawidget" % volume, container, "--"]
        assert run(*inside, "/usr/bin/id", "-u").strip() == "1000"
        run(*inside, "luawidget", "board", "add", "disk")
        health = [*inside, "/usr/libexec/luawidget/health"]
        assert subprocess.run(list(map(str, health)), capture_output=True, check=False).returncode != 0, "healthy without a server"
        command = [*inside, *configuration["Entrypoint"], *configuration["Cmd"]]
        with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
            try:
                for attempt in range(100):
                    try:
                        with urllib.request.urlopen("http://127.0.0.1:%d/healthz" % PORT, timeout=2) as reply:
                            assert reply.read().strip() == b"ok"
                            break
                    except OSError:
                        assert server.poll() is None and attempt < 99, server.stdout.read()
                        time.sleep(0.2)
                run(*health)
                key = run(*inside, "luawidget", "key", "add", "test").strip()
                request = urllib.request.Request("http://127.0.0.1:%d/widgets/disk.png" % PORT, headers={"Authorization": "Bearer " + key})
                for attempt in range(60):
                    try:
                        with urllib.request.urlopen(request, timeout=30) as reply:
                            assert reply.read(8).startswith(b"\x89PNG")
                            break
                    except urllib.error.HTTPError as error:
                        # The first view is on its way.
                        assert error.code == 503 and attempt < 59, error
                        time.sleep(1)
            finally:
                server.terminate()
                server.wait(30)
        assert (volume / ".config/luawidget/boards/today.toml").exists(), "the board isn't in the volume"
    finally:
        run(*buildah, "rm", "--all", check=False)
        shutil.rmtree(folder, ignore_errors=True)
