import CGtk

/// Panels of an X11 screen, by the space they reserve (`_NET_WM_STRUT_PARTIAL`). i3, bspwm and others don't say what is left of it, and no
/// window manager does for each monitor.
enum Panels {
  /// Device pixels at an edge of the whole screen, from `start` to `end` along that edge.
  private struct Strut {
    var depth, start, end: Int
  }

  /// The part of a monitor's area that no panel has reserved.
  static func clipped(_ area: GdkRectangle, of monitor: OpaquePointer) -> GdkRectangle {
    guard let display = gdk_display_get_default(), let screen = gdk_screen_get_default(),
      let root = gdk_screen_get_root_window(screen)
    else { return area }
    let scale = Int(gdk_monitor_get_scale_factor(monitor))
    var geometry = GdkRectangle()
    gdk_monitor_get_geometry(monitor, &geometry)
    // In device pixels, from here on.
    let (left, top) = (Int(geometry.x) * scale, Int(geometry.y) * scale)
    let (right, bottom) = (left + Int(geometry.width) * scale, top + Int(geometry.height) * scale)
    let (width, height) = (Int(gdk_window_get_width(root)) * scale, Int(gdk_window_get_height(root)) * scale)
    var inner = (left: Int(area.x) * scale, top: Int(area.y) * scale, right: 0, bottom: 0)
    inner.right = inner.left + Int(area.width) * scale
    inner.bottom = inner.top + Int(area.height) * scale
    for struts in struts(display, root) where struts.count == 4 {
      func covers(_ strut: Strut, _ from: Int, _ to: Int) -> Bool { strut.depth > 0 && strut.start < to && strut.end >= from }
      // A panel between two monitors reserves everything up to the edge of the screen, so the whole of one of them.
      if covers(struts[0], top, bottom), struts[0].depth < right { inner.left = max(inner.left, struts[0].depth) }
      if covers(struts[1], top, bottom), width - struts[1].depth > left {
        inner.right = min(inner.right, width - struts[1].depth)
      }
      if covers(struts[2], left, right), struts[2].depth < bottom { inner.top = max(inner.top, struts[2].depth) }
      if covers(struts[3], left, right), height - struts[3].depth > top {
        inner.bottom = min(inner.bottom, height - struts[3].depth)
      }
    }
    guard inner.left < inner.right, inner.top < inner.bottom else { return area }
    let (x, y) = ((inner.left + scale - 1) / scale, (inner.top + scale - 1) / scale)
    return GdkRectangle(
      x: Int32(x), y: Int32(y), width: Int32(inner.right / scale - x), height: Int32(inner.bottom / scale - y))
  }

  /// Calls a function when a panel may have appeared, changed or gone.
  static func follow(_ onChange: @escaping () -> Void) {
    guard let display = gdk_display_get_default(), let screen = gdk_screen_get_default(),
      let root = gdk_screen_get_root_window(screen)
    else { return }
    var events = gdk_window_get_events(root).rawValue | GDK_PROPERTY_CHANGE_MASK.rawValue
    // Nobody lists the windows that nobody manages. Elsewhere, this would wake the program whenever a window moves.
    if DisplayServer.needsOwnWindows { events |= GDK_SUBSTRUCTURE_MASK.rawValue }
    gdk_window_set_events(root, GdkEventMask(rawValue: events))
    let names = ["_NET_WORKAREA", "_NET_CLIENT_LIST", "_NET_CURRENT_DESKTOP", "_NET_WM_STRUT_PARTIAL", "_NET_WM_STRUT"]
    let atoms = Set(names.map { gdk_x11_get_xatom_by_name_for_display(display, $0) })
    let body: (XEvent) -> Void = { event in
      switch event.type {
      case PropertyNotify where atoms.contains(event.xproperty.atom): onChange()
      case MapNotify where event.xmap.override_redirect != 0: onChange()
      case UnmapNotify, DestroyNotify: onChange()
      default: break
      }
    }
    let filter: GdkFilterFunc = { event, _, data in
      if let event, let body = SignalBody<(XEvent) -> Void>.body(of: data) {
        body(event.assumingMemoryBound(to: XEvent.self).pointee)
      }
      return GDK_FILTER_CONTINUE
    }
    // Those of all windows: GDK doesn't know the panels.
    gdk_window_add_filter(nil, filter, Unmanaged.passRetained(SignalBody(body)).toOpaque())
  }

  /// Struts of the visible panels: each has four, at the left, right, top and bottom edge.
  private static func struts(_ display: OpaquePointer, _ root: OpaquePointer) -> [[Strut]] {
    let (server, screen) = (gdk_x11_display_get_xdisplay(display), gdk_x11_window_get_xid(root))
    func atom(_ name: String) -> Atom { gdk_x11_get_xatom_by_name_for_display(display, name) }
    let (partial, simple) = (atom("_NET_WM_STRUT_PARTIAL"), atom("_NET_WM_STRUT"))
    // A window may be gone before it is asked.
    gdk_x11_display_error_trap_push(display)
    defer { gdk_x11_display_error_trap_pop_ignored(display) }
    var windows = Set(numbers(server, screen, atom("_NET_CLIENT_LIST"), limit: 4096).map { UInt(bitPattern: $0) })
    // i3 lists no panels; they are in frames of its own.
    let frames = children(server, screen)
    windows.formUnion(frames)
    for frame in frames { windows.formUnion(children(server, frame)) }
    return windows.compactMap { window in
      var parts = numbers(server, window, partial, limit: 12)
      if parts.count < 12 {
        parts = numbers(server, window, simple, limit: 4)
        guard parts.count == 4 else { return nil }
        for _ in 0..<4 { parts += [0, 1 << 30] }
      }
      var attributes = XWindowAttributes()
      guard XGetWindowAttributes(server, window, &attributes) != 0 else { return nil }
      XSelectInput(server, window, attributes.your_event_mask | PropertyChangeMask | StructureNotifyMask)
      guard attributes.map_state == IsViewable, parts.allSatisfy({ 0...(1 << 30) ~= $0 }) else { return nil }
      return (0..<4).map { Strut(depth: parts[$0], start: parts[4 + 2 * $0], end: parts[5 + 2 * $0]) }
    }
  }

  private static func children(_ server: OpaquePointer?, _ window: Window) -> [Window] {
    var (root, parent): (Window, Window) = (0, 0)
    var list: UnsafeMutablePointer<Window>?
    var count: UInt32 = 0
    guard XQueryTree(server, window, &root, &parent, &list, &count) != 0, let list else { return [] }
    defer { XFree(list) }
    return Array(UnsafeBufferPointer(start: list, count: Int(count)))
  }

  /// The 32-bit numbers of a property, which Xlib stores as C's `long`.
  private static func numbers(_ server: OpaquePointer?, _ window: Window, _ property: Atom, limit: Int) -> [Int] {
    var type: Atom = 0
    var format: Int32 = 0
    var (count, rest): (UInt, UInt) = (0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    guard XGetWindowProperty(server, window, property, 0, limit, 0, 0, &type, &format, &count, &rest, &data) == 0, let data else {
      return []
    }
    defer { XFree(data) }
    guard format == 32 else { return [] }
    return data.withMemoryRebound(to: Int.self, capacity: Int(count)) { Array(UnsafeBufferPointer(start: $0, count: Int(count))) }
  }
}
