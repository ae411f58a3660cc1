#!/usr/bin/env python3
"""Compares pages with images.  usage: Tests/browser/agreement.py PROGRAM [--images FOLDER] [--generated COUNT] [WORD...]

PROGRAM is a build of luawidget. Every widget, example and card, and the views of Tests/browser/views, are drawn as an image and as a page,
360 points wide or in each of their families, light and dark. Chromium makes a screenshot of the card. Both are averaged over 4 x 4
points; at most 2 percent of these may differ by more than 32 of 255 in any colour. So are widgets made at random (generated.py, 70 or
COUNT of them), some in other text sizes and at browser zooms from 50 to 300 percent. With words, only widgets whose names contain one of
them are compared. With --images, the image, the screenshot and the difference are written to a folder, side by side. Needs chromium and
the Python packages playwright and pillow.
"""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import generated
from PIL import Image, ImageChops
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FAMILIES = ["small", "medium", "large", "extra_large", "inline", "circular", "rectangular"]
MOST, THRESHOLD, BLOCK = 2.0, 32, 4
# A panel is laid out by the browser: it cuts or wraps what an image draws a little smaller.
MOST_OF_A_PANEL = 20.0
GENERATED = 70
# It shows the machine's load, which differs in the second run.
CHANGING = {"activity"}


def widgets():
    """Files with a family, or None for a panel."""
    for folder in ("widgets", "examples", "Tests/browser/views"):
        for file in sorted((ROOT / folder).glob("*.lua")):
            if file.stem not in CHANGING:
                yield file, None
    for file in sorted((ROOT / "examples/cards").glob("*.lua")):
        names = re.search(r"families = \{([^}]*)\}", file.read_text(encoding="utf-8"))[1]
        for family in re.findall(r'"(\w+)"', names):
            assert family in FAMILIES, family
            yield file, family


def run(program, file, family, scheme, format, text_size="large", zoom=1):
    """The output of one run. Each has another home, because some widgets count their runs."""
    words = [program, "run", file, "--offline", "--at", "2026-11-22T10:41:00Z", "--quiet", "--appearance", scheme, "--format", format]
    words += ["--text-size", text_size] if text_size != "large" else []
    words += ["--family", family] if family else []
    words += ["--size", "360"] if family in (None, "inline") else []
    words += ["--scale", zoom] if format == "png" else []
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "LANG": "en_US.UTF-8", "TZ": "UTC"}
        result = subprocess.run([str(word) for word in words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    # Without a network some widgets show a failure, which is compared as well.
    assert result.stdout and result.returncode in (0, 1), "%s: %s" % (file, result.stderr.decode())
    return result.stdout


def on(ground, image, size):
    shown = Image.new("RGBA", size, ground)
    shown.alpha_composite(image.convert("RGBA"))
    return shown.convert("RGB")


def difference(first, second, block=BLOCK):
    """Percent of the blocks, and an image of them."""
    size = (round(first.width / block), round(first.height / block))
    averages = [image.resize(size, Image.Resampling.BOX) for image in (first, second)]
    blocks = ImageChops.difference(*averages)
    worst = ImageChops.lighter(ImageChops.lighter(*blocks.split()[:2]), blocks.split()[2])
    differs = worst.point(lambda value: 255 if value > THRESHOLD else 0)
    return 100 * differs.histogram()[255] / (size[0] * size[1]), differs


def compare(program, page, file, family, scheme, images, text_size="large", zoom=1):
    ground = "black" if scheme == "dark" else "white"
    image = Image.open(io.BytesIO(run(program, file, family, scheme, "png", text_size, zoom)))
    page.set_content(run(program, file, family, scheme, "html", text_size).decode())
    # The card's corners show what's behind it.
    page.add_style_tag(content="html,body{background:%s!important}" % ground)
    shot = Image.open(io.BytesIO(page.locator(".widget").screenshot(animations="disabled")))
    # Smaller ones would compare how single pixels of letters are rounded.
    block = max(BLOCK, round(BLOCK * zoom))
    size = [-(-max(a, b) // block) * block for a, b in zip(image.size, shot.size)]
    image, shot = on(ground, image, size), on(ground, shot, size)
    percent, blocks = difference(image, shot, block)
    if images:
        sheet = Image.new("RGB", (3 * size[0] + 20, size[1]), "gray")
        for index, part in enumerate((image, shot, blocks.resize(size, Image.Resampling.NEAREST))):
            sheet.paste(part, (index * (size[0] + 10), 0))
        sheet.save(images / ("%s-%s-%s.png" % (file.stem, family or "panel", scheme)))
    return percent


def main():
    words = sys.argv[1:]
    images = None
    if "--images" in words:
        place = words.index("--images")
        images = Path(words[place + 1])
        images.mkdir(parents=True, exist_ok=True)
        del words[place:place + 2]
    random_count = GENERATED
    if "--generated" in words:
        place = words.index("--generated")
        random_count = int(words[place + 1])
        del words[place:place + 2]
    program, names = Path(words[0]).resolve(), words[1:]
    failed, worst, count = 0, 0.0, 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for scheme in ("light", "dark"):
            page = browser.new_page(viewport={"width": 900, "height": 1200}, color_scheme=scheme)
            for file, family in widgets():
                name = "%s %s %s" % (file.stem, family or "panel", scheme)
                if names and not any(word in name for word in names):
                    continue
                percent = compare(program, page, file, family, scheme, images)
                count, worst = count + 1, max(worst, percent)
                if percent > (MOST if family else MOST_OF_A_PANEL):
                    failed += 1
                    print("FAILED %s: %.2f percent differ" % (name, percent))
            page.close()
        with tempfile.TemporaryDirectory() as folder:
            for file, family, text_size, zoom in generated.widgets(Path(folder), random_count):
                # A browser's zoom is more pixels for a point.
                for scheme in ("light", "dark"):
                    name = "%s %s %s %s %d%%" % (file.stem, family, scheme, text_size, 100 * zoom)
                    if names and not any(word in name for word in names):
                        continue
                    page = browser.new_page(viewport={"width": 900, "height": 1200}, color_scheme=scheme, device_scale_factor=zoom)
                    percent = compare(program, page, file, family, scheme, images, text_size, zoom)
                    page.close()
                    count, worst = count + 1, max(worst, percent)
                    if percent > MOST:
                        failed += 1
                        print("FAILED %s: %.2f percent differ" % (name, percent))
        browser.close()
    print("%d cards compared, %d failed; the largest difference is %.2f percent" % (count, failed, worst))
    return 1 if failed or not count else 0


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
