import Synchronization
package import WidgetHelpers
package import WidgetModel
package import WidgetSystem

/// A running program showing cards: `luawidget-desktop`, or a test double.
package protocol CardProgram: AnyObject, Sendable {
  func send(_ message: HostToDesktopMessage)
}

extension HelperProcess: CardProgram {
  package func send(_ message: HostToDesktopMessage) { send(message.encoded) }
}

/// Runs `luawidget-desktop`, restarting it when it crashes.
package final class WindowProcess: Sendable {
  package typealias Handler = @Sendable (WindowMessage, any CardProgram) -> Void

  /// Why the program won't be restarted.
  package enum End: Sendable, Equatable {
    /// No window can be shown.
    case failed(String)
    /// It was asked to end.
    case closed
  }

  private let desktop: HelperSupervisor

  /// Doesn't start anything yet.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-desktop`.
  ///   - environment: The user's. The program gets only what a toolkit needs.
  ///   - colorScheme: nil follows the desktop.
  ///   - locale: The language of menus and dialogs, BCP 47.
  ///   - popup: Where the one card is shown; nil shows cards on the desktop.
  ///   - onNotice: Receives why the program crashed, before it's restarted.
  ///   - onEnd: Called once, when the program won't be restarted.
  ///   - handler: Called on the program's message thread, so it must not block. Each run's first message is `ready`.
  package init(
    executable: String, environment: [String: String], colorScheme: ColorScheme?, locale: String = "en-US",
    popup: PopupPlace? = nil,
    heartbeat: HelperProcess.Heartbeat = HelperProcess.Heartbeat(), onNotice: @escaping @Sendable (String) -> Void,
    onEnd: @escaping @Sendable (End) -> Void, handler: @escaping Handler
  ) {
    // A cold start of the toolkit takes long.
    let launch = HelperProcess.Launch(
      .desktop, executable, environment: Self.passed(environment).map { "\($0.key)=\($0.value)" }.sorted(),
      version: WindowProtocol.version, maximumIncoming: WindowProtocol.maximumReply, readySeconds: 30, heartbeat: heartbeat)
    let hello = HostToDesktopMessage.hello(
      version: WindowProtocol.version, colorScheme: colorScheme, locale: locale, popup: popup
    ).encoded
    let end = WindowEnd()
    desktop = HelperSupervisor(
      .desktop, start: { () throws(SystemError) in try HelperProcess(launch, greeting: hello) },
      serve: { end.serve($0, handler) }, onNotice: onNotice, onEnd: { onEnd(end.value) })
  }

  /// Starts the program, and restarts it whenever it crashes.
  package func start() throws(SystemError) { try desktop.run() }

  /// Ends the program.
  package func stop() { desktop.stop() }

  /// The process id of the program, if it's running. For measurements and tests.
  package var processID: Int32? { desktop.helper?.processID }

  /// How often it was started.
  package var starts: Int { desktop.starts }

  private static let names: Set<String> = [
    "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "HOME", "LANG", "LANGUAGE", "PATH", "NO_AT_BRIDGE",
    "GSETTINGS_BACKEND", "GSETTINGS_SCHEMA_DIR", "DESKTOP_SESSION",
  ]
  private static let prefixes = ["XDG_", "LC_", "GTK_", "GDK_", "XCURSOR_", "AT_SPI_"]

  /// The variables a toolkit needs, and none of a widget's secrets.
  static func passed(_ environment: [String: String]) -> [String: String] {
    environment.filter { entry in names.contains(entry.key) || prefixes.contains { entry.key.hasPrefix($0) } }
  }
}

/// How the program's last run ended.
private final class WindowEnd: Sendable {
  private let state = Mutex<WindowProcess.End?>(nil)

  var value: WindowProcess.End { state.withLock { $0 } ?? .closed }

  /// - Returns: Why the program ended; nil if it shouldn't be restarted.
  func serve(_ program: HelperProcess, _ handler: WindowProcess.Handler) -> HelperProblem? {
    let problem = program.run { payload throws(HelperProtocolError) in
      let message = try WindowMessage(decoding: payload)
      switch message {
      case .failed(let reason):
        state.withLock { $0 = .failed(reason) }
        return false
      case .closing:
        state.withLock { $0 = .closed }
        return false
      case .ready, .appearance, .tap, .gesture, .command, .settings, .drawn, .moved, .key: break
      }
      handler(message, program)
      return true
    }
    // Another start wouldn't help.
    switch problem {
    case .version?: state.withLock { $0 = .failed(HelperProblem.upgraded) }
    case .exited(HelperProblem.unloadedStatus)?:
      state.withLock { $0 = .failed(HelperProblem.exited(status: HelperProblem.unloadedStatus).text(of: .desktop)) }
    default: return problem
    }
    return nil
  }
}
