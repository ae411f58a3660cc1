import CGtk
import WidgetModel
import WidgetSystem

/// The desktop's light or dark setting: the portal's, or else GTK's.
final class DesktopAppearance {
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"

  /// From the portal: 1 is dark, 2 is light, 0 is no preference.
  private var preference: UInt32 = 0
  private let onChange: (ColorScheme) -> Void
  private var last: ColorScheme?

  /// - Parameter onChange: Called at the start, and when the scheme changes.
  init(onChange: @escaping (ColorScheme) -> Void) { self.onChange = onChange }

  func start() {
    if let settings = gtk_settings_get_default() {
      for property in ["notify::gtk-theme-name", "notify::gtk-application-prefer-dark-theme"] {
        Signals.connectDetail(UnsafeMutableRawPointer(settings), property) { [weak self] in self?.report() }
      }
    }
    report()
    let ready: GAsyncReadyCallback = { _, result, data in
      guard let data, let result else { return }
      let own = Unmanaged<DesktopAppearance>.fromOpaque(data).takeUnretainedValue()
      if let bus = g_bus_get_finish(result, nil) { own.use(bus) }
    }
    g_bus_get(G_BUS_TYPE_SESSION, nil, ready, Unmanaged.passUnretained(self).toOpaque())
  }

  static var themeIsDark: Bool {
    guard let settings = gtk_settings_get_default() else { return false }
    let object = UnsafeMutableRawPointer(settings)
    if lw_integer_property(object, "gtk-application-prefer-dark-theme") != 0 { return true }
    guard let text = lw_text_property(object, "gtk-theme-name") else { return false }
    defer { g_free(text) }
    let theme = String(cString: text).lowercased()
    return theme.hasSuffix("-dark") || theme.hasSuffix(":dark") || theme.contains("-dark-")
  }

  private func report() {
    let scheme: ColorScheme =
      switch preference {
      case 1: .dark
      case 2: .light
      default: Self.themeIsDark ? .dark : .light
      }
    guard scheme != last else { return }
    last = scheme
    onChange(scheme)
  }

  private func use(_ bus: OpaquePointer) {
    let own = Unmanaged.passUnretained(self).toOpaque()
    let changed: GDBusSignalCallback = { _, _, _, _, _, parameters, data in
      guard let data, let parameters, g_variant_n_children(parameters) == 3 else { return }
      let own = Unmanaged<DesktopAppearance>.fromOpaque(data).takeUnretainedValue()
      let (group, key) = (g_variant_get_child_value(parameters, 0), g_variant_get_child_value(parameters, 1))
      defer {
        g_variant_unref(group)
        g_variant_unref(key)
      }
      guard String(cString: g_variant_get_string(group, nil)) == "org.freedesktop.appearance",
        String(cString: g_variant_get_string(key, nil)) == "color-scheme"
      else { return }
      own.read(g_variant_get_child_value(parameters, 2))
    }
    g_dbus_connection_signal_subscribe(
      bus, Self.name, Self.interface, "SettingChanged", Self.path, nil, G_DBUS_SIGNAL_FLAGS_NONE, changed, own, nil)
    let replied: GAsyncReadyCallback = { source, result, data in
      guard let data, let source, let result,
        let reply = g_dbus_connection_call_finish(OpaquePointer(source), result, nil)
      else { return }
      Unmanaged<DesktopAppearance>.fromOpaque(data).takeUnretainedValue().read(g_variant_get_child_value(reply, 0))
      g_variant_unref(reply)
    }
    g_dbus_connection_call(
      bus, Self.name, Self.path, Self.interface, "Read", lw_portal_key(), nil, G_DBUS_CALL_FLAGS_NONE, 5_000, nil, replied, own)
  }

  /// - Parameter value: Consumed. A number, inside any number of variants.
  private func read(_ value: OpaquePointer?) {
    var value = value
    while let outer = value, g_variant_classify(outer) == G_VARIANT_CLASS_VARIANT {
      value = g_variant_get_variant(outer)
      g_variant_unref(outer)
    }
    guard let number = value else { return }
    defer { g_variant_unref(number) }
    guard g_variant_classify(number) == G_VARIANT_CLASS_UINT32 else { return }
    preference = g_variant_get_uint32(number)
    report()
  }
}
