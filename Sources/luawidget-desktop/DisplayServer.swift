import CGtk
import WidgetSystem

/// What the display allows.
enum DisplayServer {
  static var isWayland: Bool { gdk_display_get_default().map { lw_is_wayland($0) != 0 } ?? false }

  /// A compositor such as GNOME's, where a client cannot place its windows.
  static var isWaylandWithoutLayers: Bool { isWayland && gtk_layer_is_supported() == 0 }

  /// Starts this program again as a client of the X server that such compositors start.
  static func useX11Instead() {
    guard getenv("DISPLAY") != nil, getenv("GDK_BACKEND") == nil else { return }
    setenv("GDK_BACKEND", "x11", 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
  }

  /// Why no card can be shown, and what to do; nil if cards can be.
  static func problem(isReady: Bool) -> String? {
    if !isReady {
      let names = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap { (name: String) -> String? in
        getenv(name).map { "\(name) is \"\(String(cString: $0).prefix(80))\"" }
      }
      let state = names.isEmpty ? "neither WAYLAND_DISPLAY nor DISPLAY is set" : names.joined(separator: ", ")
      return "the display cannot be opened: \(state)"
    }
    if isWaylandWithoutLayers {
      return "this Wayland compositor has no layer shell (wlr-layer-shell), and there is no X server to use instead"
    }
    return nil
  }

  /// Window managers that show a window of the type DESKTOP above others, or none at all: the window then manages itself.
  static var needsOwnWindows: Bool {
    guard let screen = gdk_screen_get_default(), let name = lw_window_manager(screen) else { return false }
    return ["i3", "unknown", "bspwm", "dwm", "herbstluftwm"].contains(String(cString: name))
  }

  /// One line for each finding: a name, a tab, and its state.
  static func report(isReady: Bool) -> String {
    if let problem = problem(isReady: isReady) { return "display\t\(problem)\n" }
    let kind = isWayland ? "Wayland with a layer shell" : "X11"
    let scheme = DesktopAppearance.themeIsDark ? "dark" : "light"
    let monitors = Monitors.all.count
    return "display\t\(kind)\nmonitors\t\(monitors)\ncolour scheme of GTK\t\(scheme)\n"
  }
}
