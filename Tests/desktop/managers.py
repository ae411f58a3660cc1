"""X11 window managers besides openbox, with the configuration that their packages bring where that starts nothing else."""

from displays import Home, X11


class TwoMonitors(X11):
    """Xorg with two outputs and openbox: Xvfb has only one."""

    name, needs, park = "two-monitors", X11.needs + ["Xorg", "xrandr"], (630, 470)
    configuration = """
Section "Device"
  Identifier "device"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5-1000
  VertRefresh 5-200
EndSection
Section "Screen"
  Identifier "screen"
  Device "device"
  Monitor "monitor"
  SubSection "Display"
    Virtual 2000 1400
    Modes "640x480"
  EndSubSection
EndSection
"""

    def display(self):
        (self.folder / "xorg.conf").write_text(self.configuration)
        self.start_server(
            "Xorg", "-config", self.folder / "xorg.conf", "-logfile", self.folder / "xorg.log", "-novtswitch", "-sharevts")
        self.run("xrandr", "--addmode", "DUMMY1", "640x480")
        self.run("xrandr", "--output", "DUMMY1", "--mode", "640x480", "--right-of", "DUMMY0")
        # Asks the server to look at its outputs again.
        self.run("xrandr")
        self.manage()


class Linkable(Home):
    """No display."""

    name, needs = "home", ["xdg-open", "xdg-mime"]


class Bare(X11):
    """No window manager."""

    name = "bare"

    def manage(self):
        pass


class I3(X11):
    name, needs = "i3", X11.needs + ["i3"]
    manager = ["i3", "-c", "{folder}/i3.conf"]
    files = {"i3.conf": "# i3 config file (v4)\nfont pango:DejaVu Sans Mono 10\n"}


class FloatingI3(I3):
    """i3 with a window that floats, which is another layer than that of tiled ones."""

    name = "i3-floating"
    files = {"i3.conf": I3.files["i3.conf"] + 'for_window [class="XLogo"] floating enable, move position 130 40\n'}


class Herbstluftwm(X11):
    name, needs = "herbstluftwm", X11.needs + ["herbstluftwm", "xsetroot"]
    manager = ["herbstluftwm", "--autostart", "{folder}/autostart"]
    # As the package's, without keys and its panel.
    files = {
        "autostart": """#!/bin/sh
hc() { herbstclient "$@"; }
hc attr theme.tiling.reset 1
hc attr theme.floating.reset 1
hc set frame_bg_transparent on
hc set frame_border_width 1
hc set frame_gap 4
hc attr theme.border_width 3
hc unrule -F
hc rule focus=on
hc rule floatplacement=smart
hc rule windowtype~'_NET_WM_WINDOW_TYPE_(DIALOG|UTILITY|SPLASH)' floating=on
hc rule windowtype~'_NET_WM_WINDOW_TYPE_(NOTIFICATION|DOCK|DESKTOP)' manage=off
hc mousebind Mod1-Button1 move
"""
    }


class Fluxbox(X11):
    name, needs = "fluxbox", X11.needs + ["fluxbox"]
    manager = ["fluxbox"]


class Bspwm(X11):
    name, needs = "bspwm", X11.needs + ["bspwm"]
    manager = ["bspwm", "-c", "{folder}/bspwmrc"]
    files = {"bspwmrc": "#!/bin/sh\nbspc monitor -d I II III\nbspc config border_width 2\nbspc config window_gap 12\n"}


class Awesome(X11):
    name, needs = "awesome", X11.needs + ["awesome"]
    # Without its panel, which would move the cards.
    manager = ["awesome", "-c", "{folder}/rc.lua"]
    files = {
        "rc.lua": """pcall(require, "luarocks.loader")
local awful = require "awful"
require "awful.autofocus"
awful.layout.layouts = { awful.layout.suit.floating }
awful.screen.connect_for_each_screen(function(s) awful.tag({ "1" }, s, awful.layout.layouts[1]) end)
awful.rules.rules = { { rule = {}, properties = { focus = awful.client.focus.filter, raise = true, screen = awful.screen.preferred } } }
client.connect_signal("button::press", function() end)
"""
    }


MANAGERS = [X11, Fluxbox, Bspwm, Awesome, I3, FloatingI3, Herbstluftwm, Bare]
