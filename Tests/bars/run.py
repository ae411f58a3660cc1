#!/usr/bin/env python3
"""Real clicks in real status bars reach the widget's handlers.  usage: Tests/bars/run.py PROGRAM [--images FOLDER] [BAR...]

Bars that are not installed are skipped.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from hosts import HOSTS  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("--images", type=Path, help="the folder for screenshots")
    parser.add_argument("bars", nargs="*")
    arguments = parser.parse_args()
    images = arguments.images or Path(tempfile.mkdtemp(prefix="luawidget-bars-images-"))
    images.mkdir(parents=True, exist_ok=True)
    failed = 0
    for host in HOSTS:
        if arguments.bars and host.name not in arguments.bars:
            continue
        missing = [name for name in host.needs if not shutil.which(name)]
        if missing:
            print("%-8s skipped: %s not installed" % (host.name, ", ".join(missing)))
            continue
        bar = host(arguments.program.resolve(), images.resolve())
        try:
            bar.test()
            print("%-8s ok" % host.name, flush=True)
        except AssertionError as error:
            failed += 1
            log = bar.folder / "log"
            print("%-8s FAILED: %s\n%s" % (host.name, error, log.read_text(errors="replace")[-2000:] if log.exists() else ""), flush=True)
        finally:
            bar.close()
    if not arguments.images:
        shutil.rmtree(images)
    sys.exit(1 if failed else 0)


main()
