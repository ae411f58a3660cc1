"""A user with a private D-Bus session, for tests with real programs."""

import os
import subprocess
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TIMEOUT = int(os.environ.get("PATIENCE", "60"))
BUS = """<busconfig><type>session</type><listen>unix:path={folder}/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""


def until(what, condition):
    """Waits for a condition and returns its value."""
    end = time.monotonic() + TIMEOUT
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError("not within %d s: %s" % (TIMEOUT, what))
        time.sleep(0.05)


class Session:
    """A user with a private session."""

    def __init__(self, folder, program):
        self.folder, self.program, self.processes = folder, program, []
        (folder / "run").mkdir()
        (folder / "bus.conf").write_text(BUS.format(folder=folder))
        self.environment = {
            "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder / "run"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=%s/bus" % folder,
        }
        self.start("dbus-daemon", "--config-file=%s/bus.conf" % folder, "--nofork", "--nopidfile")
        until("the bus listens", (folder / "bus").exists)

    def start(self, *command, **options):
        process = subprocess.Popen(
            command, env=self.environment, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, **options)
        self.processes.append(process)
        return process

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(TIMEOUT)

    def call(self, *command):
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=TIMEOUT, stdin=subprocess.DEVNULL, check=False)
        return done.stdout

    def start_display(self):
        self.start("Xvfb", "-displayfd", "1", "-screen", "0", "800x600x24", "-noreset", "-nolisten", "tcp",
                   stdout=open(self.folder / "display", "w"))
        number = until("the display starts", lambda: (self.folder / "display").read_text().strip())
        self.environment["DISPLAY"] = ":" + number
