import CGtk
import WidgetModel

/// The monitors of the display.
enum Monitors {
  static var all: [OpaquePointer] {
    guard let display = gdk_display_get_default() else { return [] }
    return (0..<gdk_display_get_n_monitors(display)).compactMap { gdk_display_get_monitor(display, $0) }
  }

  /// The monitor of a card: the primary one while its own is not connected.
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

  /// The area without panels, where the display tells it.
  static func area(of monitor: OpaquePointer) -> GdkRectangle {
    var area = GdkRectangle()
    gdk_monitor_get_workarea(monitor, &area)
    return area
  }

  private static func model(of monitor: OpaquePointer) -> String? { gdk_monitor_get_model(monitor).map { String(cString: $0) } }
}
