import Synchronization
import WidgetHelpers
package import WidgetModel
package import WidgetSystem

/// `luawidget-desktop`, which is started again when it crashes.
package final class WindowProcess: Sendable {
  private struct State {
    var session: WindowSession?
    var isStopped = false
    var starts = 0
  }

  private let executable: String
  private let environment: [String]
  private let hello: HostToDesktopMessage
  private let handler: WindowSession.Handler
  private let onNotice: @Sendable (String) -> Void
  private let onEnd: @Sendable (WindowSession.End) -> Void
  private let state = Mutex(State())

  /// Starts nothing.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-desktop`.
  ///   - environment: The user's. The program receives only what a toolkit needs.
  ///   - colorScheme: nil follows the desktop.
  ///   - onNotice: Receives why the program crashed, before it is started again.
  ///   - onEnd: Called once, when it is not started again.
  ///   - handler: Called on the thread of the program's messages: it must not block. The first message of every session is `ready`.
  package init(
    executable: String, environment: [String: String], colorScheme: ColorScheme?, onNotice: @escaping @Sendable (String) -> Void,
    onEnd: @escaping @Sendable (WindowSession.End) -> Void, handler: @escaping WindowSession.Handler
  ) {
    self.executable = executable
    self.environment = Self.passed(environment).map { "\($0.key)=\($0.value)" }.sorted()
    hello = .hello(version: WindowProtocol.version, colorScheme: colorScheme)
    self.handler = handler
    self.onNotice = onNotice
    self.onEnd = onEnd
  }

  /// Starts the program, and again whenever it crashes.
  package func start() throws(SystemError) {
    let session = try makeSession()
    try DetachedThread.start(stackBytes: 512 << 10) { self.run(session) }
  }

  /// Ends the program.
  package func stop() {
    let session = state.withLock { state in
      state.isStopped = true
      return state.session
    }
    session?.stop()
  }

  /// The process id of the program, if it is running. For measurements and tests.
  package var processID: Int32? { state.withLock { $0.session?.processID } }

  /// How often it was started.
  package var starts: Int { state.withLock { $0.starts } }

  private static let names: Set<String> = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "LANGUAGE", "PATH", "NO_AT_BRIDGE",
    "GSETTINGS_BACKEND", "GSETTINGS_SCHEMA_DIR", "DESKTOP_SESSION",
  ]
  private static let prefixes = ["XDG_", "LC_", "GTK_", "GDK_", "XCURSOR_", "AT_SPI_"]

  /// The variables a toolkit needs, and no secret of a widget.
  static func passed(_ environment: [String: String]) -> [String: String] {
    environment.filter { entry in names.contains(entry.key) || prefixes.contains { entry.key.hasPrefix($0) } }
  }

  private func makeSession() throws(SystemError) -> WindowSession {
    let session = try WindowSession(executable: executable, environment: environment, hello: hello, handler: handler)
    let isStopped = state.withLock { state in
      state.session = session
      state.starts += 1
      return state.isStopped
    }
    if isStopped { session.stop() }
    return session
  }

  private func run(_ first: WindowSession) {
    var next: WindowSession? = first
    var delay = RestartDelay()
    while let session = next {
      let started = MonotonicTime.now()
      let end = session.run()
      state.withLock { $0.session = nil }
      if state.withLock({ $0.isStopped }) { return onEnd(.closed) }
      guard case .crashed(let problem) = end else { return onEnd(end) }
      onNotice(problem)
      delay.ended(started: started)
      next = nil
      while next == nil {
        delay.wait()
        if state.withLock({ $0.isStopped }) { return onEnd(.closed) }
        do throws(SystemError) { next = try makeSession() } catch {
          onNotice("luawidget-desktop does not start: \(error)")
          delay.failedToStart()
        }
      }
    }
  }
}
