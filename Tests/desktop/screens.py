"""Panels, monitors and resolutions of an X11 screen, which change while cards are shown."""

from displays import X11, wait
from managers import Awesome, Bare, Bspwm, Fluxbox, Herbstluftwm, I3

# A window that reserves space at an edge, as panels do: its geometry, the property, and whether a window manager sees it.
PANEL = """
import ctypes, signal, sys
x11 = ctypes.CDLL("libX11.so.6")
for name in ["XOpenDisplay", "XCreateSimpleWindow", "XInternAtom", "XDefaultRootWindow"]:
    getattr(x11, name).restype = ctypes.c_ulong
display = ctypes.c_void_p(x11.XOpenDisplay(None))
x, y, width, height, isDock = map(int, sys.argv[1:6])
strut = [int(word) for word in sys.argv[6:]]
root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
window = ctypes.c_ulong(x11.XCreateSimpleWindow(display, root, x, y, width, height, 0, 0, 0x00ff00))
def atom(name): return ctypes.c_ulong(x11.XInternAtom(display, name.encode(), 0))
def change(name, kind, values):
    data = (ctypes.c_long * len(values))(*values)
    x11.XChangeProperty(display, window, atom(name), ctypes.c_ulong(kind), 32, 0, data, len(values))
def reserve(strut): change("_NET_WM_STRUT_PARTIAL", 6, strut)
reserve(strut)
# The user chose its position.
change("WM_NORMAL_HINTS", 41, [5, x, y, width, height] + 13 * [0])
change("_NET_WM_WINDOW_TYPE", 4, [atom("_NET_WM_WINDOW_TYPE_DOCK").value])
class Attributes(ctypes.Structure):
    _fields_ = [("pixels", ctypes.c_ulong * 9), ("event_mask", ctypes.c_long), ("mask", ctypes.c_long), ("override", ctypes.c_int),
                ("more", ctypes.c_ulong * 4)]
if not isDock:
    attributes = Attributes()
    attributes.override = 1
    x11.XChangeWindowAttributes(display, window, ctypes.c_ulong(1 << 9), ctypes.byref(attributes))
x11.XMapWindow(display, window)
x11.XSync(display, 0)
def grow(*_):
    reserve([2 * value if index < 4 else value for index, value in enumerate(strut)])
    x11.XSync(display, 0)
signal.signal(signal.SIGUSR1, grow)
while True: signal.pause()
"""


def panels(home):
    """Cards keep away from a panel that starts later, grows, and ends."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 20, 20)
    is_managed = not isinstance(home, (Bare, Bspwm, Herbstluftwm))
    strut = [0, 0, 30, 0, 0, 0, 0, 0, 0, 999, 0, 0]
    panel = home.start("python3", "-c", PANEL, 0, 0, 1000, 30, int(is_managed), *strut)
    home.expect_painted("still.lua", 20, 50)
    panel.send_signal(10)
    home.expect_painted("still.lua", 20, 80)
    home.end(panel)
    home.expect_painted("still.lua", 20, 20)


def monitors(home):
    """Cards follow their monitors when those change places, and a panel moves only the cards of its monitor."""
    home.display()
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20\nmonitor = "DUMMY1"')
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = [20, 200]\nmonitor = "DUMMY0"')
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 660, 20)
    home.expect_painted("clicks.lua", 20, 200)
    panel = home.start("python3", "-c", PANEL, 0, 0, 640, 30, 1, *[0, 0, 30, 0, 0, 0, 0, 0, 0, 639, 0, 0])
    home.expect_painted("clicks.lua", 20, 230)
    home.expect_painted("still.lua", 660, 20)
    home.end(panel)
    home.expect_painted("clicks.lua", 20, 200)
    home.run("xrandr", "--output", "DUMMY1", "--pos", "0x0", "--output", "DUMMY0", "--pos", "640x0")
    home.expect_painted("still.lua", 20, 20)
    home.expect_painted("clicks.lua", 660, 200)


def resolution(home):
    """Cards are as large as Xft.dpi asks for, and clicks arrive where they should."""
    home.display()
    (home.folder / "resources").write_text("Xft.dpi: 144\n")
    home.run("xrdb", "-merge", home.folder / "resources")
    home.widget("clicks.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("clicks.lua", 30, 30, scale=1.5)
    _, _, width, _ = wait("a card", lambda: home.window("clicks"))
    assert width == 507, width
    home.expect("0/0/0")
    home.click(110, 155)
    home.expect("1/0/0")
    home.screenshot(home.images / ("resolution-%s.png" % home.name))


def corners(home):
    """Corners are round in pixels of the screen where a point has two of them and there is no compositor."""
    home.display()
    home.environment["GDK_SCALE"] = "2"
    home.run("xsetroot", "-solid", "#3a7ad0")
    home.widget("still.lua", 'anchor = "top_left"\nmargin = 20')
    home.start_desktop("--appearance", "light")
    home.expect_painted("still.lua", 40, 40, scale=2)
    path = home.images / ("corners-%s.png" % home.name)
    home.screenshot(path)
    pixels = home.run("convert", path, "-crop", "40x40+40+40", "-depth", "8", "txt:-").splitlines()[1:]
    rows = [0] * 40
    for pixel in pixels:
        row = int(pixel.split(":")[0].split(",")[1])
        red, green, blue = (int(pixel.split("#")[1][at:at + 2], 16) for at in (0, 2, 4))
        assert red + green + blue > 150, "a dark pixel: " + pixel
        rows[row] += (red, green, blue) == (0x3a, 0x7a, 0xd0)
    # Each row of the upper half of a corner has its own start; with larger pixels, pairs would have the same.
    assert rows[0] > 20 and len(set(rows[:8])) == 8, rows


PANEL_MANAGERS = [X11, Fluxbox, Bspwm, Awesome, I3, Herbstluftwm, Bare]
