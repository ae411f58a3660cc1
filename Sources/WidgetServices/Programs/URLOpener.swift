/// Opens URLs in the user's default program.
///
/// Surfaces can bring their own: on a page the tapped browser opens the URL.
public protocol URLOpener: Sendable {
  /// - Parameters:
  ///   - url: Checked: an absolute URL of an allowed scheme, without spaces and control characters.
  ///   - instance: The widget whose tap opens it; nil for a command of the user.
  func open(_ url: String, for instance: String?) throws(ProgramError)

  /// Whether a program other than luawidget opens URLs with a scheme. Otherwise a widget handles links with its own schemes
  /// itself.
  func opens(_ scheme: String) -> Bool
}

extension URLOpener {
  public func opens(_ scheme: String) -> Bool { true }
}

/// `xdg-open`, or `open` on macOS. The URL is a single argument that no shell sees.
public struct SystemURLOpener: URLOpener {
  /// Seconds for `xdg-open` to report that it found no program. On most desktops it ends at once, on others with the browser.
  private static let patience = 1.0

  private static let variables: Set<String> = [
    "BROWSER", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DESKTOP_STARTUP_ID", "DISPLAY", "GDK_BACKEND", "GLFW_IM_MODULE",
    "GTK_IM_MODULE", "IBUS_ADDRESS", "KDE_FULL_SESSION", "KDE_SESSION_VERSION", "LANG", "LANGUAGE", "LOGNAME",
    "MOZ_ENABLE_WAYLAND",
    "QT_IM_MODULE", "QT_IM_MODULES", "QT_QPA_PLATFORM", "QT_QPA_PLATFORMTHEME", "SDL_IM_MODULE", "SHELL", "TZ", "USER",
    "WAYLAND_DISPLAY", "XAUTHORITY", "XCURSOR_SIZE", "XCURSOR_THEME", "XMODIFIERS",
  ]

  /// The variables that tell `xdg-open` about the desktop, its settings and the user's browser, and give the browser the user's
  /// language, keyboard and folders.
  public static func variables(of environment: [String: String]) -> [String: String] {
    environment.filter { variables.contains($0.key) || $0.key.hasPrefix("XDG_") || $0.key.hasPrefix("LC_") }
  }

  private let runner: any ProgramRunner

  public init(runner: any ProgramRunner) { self.runner = runner }

  public func open(_ url: String, for instance: String?) throws(ProgramError) {
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    guard let path = runner.resolve(name) else { throw .cannotStart(path: name, reason: ProgramError.notInstalled) }
    do { try runner.launch(path, [url], patience: Self.patience) } catch {
      if case .failed(_, let status) = error { throw .failed(path: name, status: status) }
      throw error
    }
  }

  public func opens(_ scheme: String) -> Bool {
    #if os(macOS)
      true
    #else
      // Without this check `xdg-open` would start a browser for a scheme no program handles.
      guard let path = runner.resolve("xdg-mime") else { return runner.resolve("xdg-open") != nil }
      let query = ["query", "default", "x-scheme-handler/\(scheme)"]
      guard let result = try? runner.run(path, query, deadline: 5, isCancelled: { false }) else { return false }
      let entry = result.output.filter { $0 > UInt8(ascii: " ") }
      // `luawidget open` would wait for the tap that opens the link.
      return result.status == 0 && !entry.isEmpty && entry != Array(LinkHandlers.entry.utf8)
    #endif
  }
}
