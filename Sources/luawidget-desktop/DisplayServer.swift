import CGtk
import WidgetModel
import WidgetSystem

/// The abilities of the display.
enum DisplayServer {
  static var isWayland: Bool { gdk_display_get_default().map { lw_is_wayland($0) != 0 } ?? false }

  /// Whether the compositor is one like GNOME's, where clients can't place their windows.
  static var isWaylandWithoutLayers: Bool { isWayland && gtk_layer_is_supported() == 0 }

  /// Restarts this program as a client of the X server such compositors start.
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

  /// The pointer's position, in GDK's coordinates; nil on Wayland, where clients don't know it.
  static var pointer: (x: Int32, y: Int32)? {
    guard !isWayland, let display = gdk_display_get_default(), let seat = gdk_display_get_default_seat(display),
      let device = gdk_seat_get_pointer(seat)
    else { return nil }
    var (x, y): (Int32, Int32) = (0, 0)
    gdk_device_get_position(device, nil, &x, &y)
    return (x, y)
  }

  /// Whether the window manager shows windows of type DESKTOP above others, or not at all: the window then manages itself.
  static var needsOwnWindows: Bool {
    guard let screen = gdk_screen_get_default(), let name = lw_window_manager(screen) else { return false }
    return ["i3", "unknown", "bspwm", "dwm", "herbstluftwm"].contains(String(cString: name))
  }

  /// The resolution of texts (`Xft.dpi`) relative to the usual 96. Wayland compositors enlarge windows themselves.
  static var zoom: Double {
    guard !isWayland, let settings = gtk_settings_get_default() else { return 1 }
    // In 1024ths; -1 if unknown.
    let resolution = Double(lw_integer_property(UnsafeMutableRawPointer(settings), "gtk-xft-dpi")) / 1024
    return resolution > 0 ? min(4, max(0.5, (resolution / 96 * 16).rounded() / 16)) : 1
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

/// The monitors of the display.
enum Monitors {
  static var all: [OpaquePointer] {
    guard let display = gdk_display_get_default() else { return [] }
    return (0..<gdk_display_get_n_monitors(display)).compactMap { gdk_display_get_monitor(display, $0) }
  }

  /// A card's monitor: the primary one while its own isn't connected.
  static func monitor(_ wanted: CardPlacement.Monitor?) -> OpaquePointer? {
    let all = all
    switch wanted {
    case .number(let number)? where all.indices.contains(number - 1): return all[number - 1]
    case .name(let name)?:
      if let found = all.first(where: { model(of: $0) == name }) { return found }
    case .number?, nil: break
    }
    return gdk_display_get_default().flatMap { gdk_display_get_primary_monitor($0) } ?? all.first
  }

  /// The area without panels, in GDK's coordinates.
  static func area(of monitor: OpaquePointer) -> GdkRectangle {
    var area = GdkRectangle()
    gdk_monitor_get_workarea(monitor, &area)
    return DisplayServer.isWayland ? area : Panels.clipped(area, of: monitor)
  }

  /// The key of a board file that means a monitor: its name if no other has that, else its number.
  static func key(of monitor: OpaquePointer) -> CardPlacement.Monitor? {
    let all = all
    if let name = model(of: monitor), !name.isEmpty, all.filter({ model(of: $0) == name }).count == 1 { return .name(name) }
    return all.firstIndex(of: monitor).map { .number($0 + 1) }
  }

  static func at(_ x: Double, _ y: Double) -> OpaquePointer? {
    gdk_display_get_default().flatMap { gdk_display_get_monitor_at_point($0, Int32(saturating: x), Int32(saturating: y)) }
  }

  private static func model(of monitor: OpaquePointer) -> String? { gdk_monitor_get_model(monitor).map { String(cString: $0) } }
}
