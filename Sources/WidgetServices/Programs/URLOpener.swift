/// Opens URLs in the user's default program.
///
/// A surface may bring its own: on a page the browser that was tapped opens the URL.
public protocol URLOpener: Sendable {
  /// - Parameter url: Checked: an absolute URL of an allowed scheme, without spaces and control characters.
  func open(_ url: String) throws(ProgramError)

  /// Whether a program opens URLs of a scheme. A widget handles links of its own schemes itself when no program does.
  func opens(_ scheme: String) -> Bool
}

extension URLOpener {
  public func opens(_ scheme: String) -> Bool { true }
}

/// `xdg-open`, or `open` on macOS. The URL is one argument, and no shell sees it.
public struct SystemURLOpener: URLOpener {
  /// The variables of the user that `xdg-open` needs to find the desktop, its settings and the user's browser.
  public static let variables = [
    "BROWSER", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DESKTOP_STARTUP_ID", "DISPLAY", "KDE_FULL_SESSION",
    "KDE_SESSION_VERSION", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_ACTIVATION_TOKEN", "XDG_CONFIG_DIRS", "XDG_CONFIG_HOME",
    "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE",
  ]

  private let runner: any ProgramRunner

  public init(runner: any ProgramRunner) { self.runner = runner }

  public func open(_ url: String) throws(ProgramError) {
    #if os(macOS)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    guard let path = runner.resolve(name) else {
      throw .cannotStart(path: name, reason: "it is not installed")
    }
    let result = try runner.run(path, [url], deadline: 10, isCancelled: { false })
    guard result.status == 0 else { throw .failed(path: name, status: result.status) }
  }

  public func opens(_ scheme: String) -> Bool {
    #if os(macOS)
      true
    #else
      // Without this question `xdg-open` would start a browser for a scheme that no program handles.
      guard let path = runner.resolve("xdg-mime") else { return runner.resolve("xdg-open") != nil }
      let query = ["query", "default", "x-scheme-handler/\(scheme)"]
      guard let result = try? runner.run(path, query, deadline: 5, isCancelled: { false }) else { return false }
      return result.status == 0 && result.output.contains { $0 > UInt8(ascii: " ") }
    #endif
  }
}
