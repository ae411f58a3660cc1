import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces

/// `luawidget today`
struct TodayCommand: Command {
  var arguments: TodayArguments

  var serviceOptions: ServiceOptions { ServiceOptions() }
  /// Keeps the screen to the board alone. A snapshot that can't be stored is in its widget's output.
  var isQuiet: Bool { true }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    let location = try BoardArgument.existing(arguments.board, environment: root.environment)
    let view = TerminalViewOptions(
      environment: root.environment, capabilities: TerminalCapabilities(environment: root.environment),
      timeZone: root.locale.timeZone, locale: root.locale.identifier, icons: arguments.icons ?? root.configuration.icons,
      appearance: arguments.appearance, textSize: arguments.textSize ?? .large)
    try check(view)
    let restart = UpgradeRestart(arguments.upgradeAction)
    var mayRestart: (@Sendable () -> Bool)?
    if let restart { mayRestart = { restart.isTrusted } }
    let options = BoardOptions(
      view: view, graphics: arguments.graphics, location: location, library: WidgetLibrary(environment: root.environment),
      restartsAfterUpgrade: mayRestart)
    let board = Board(location, root: root, host: .today)
    var session: BoardSession
    do {
      session = try BoardSession(board: board, options: options, clock: root.clock)
    } catch {
      throw CommandFailure.terminal("\(error)")
    }
    let ending = await session.run()
    await root.services.fetcher.settle()
    switch ending {
    case .quit, .completed: return .success
    case .interrupted: return .interrupted
    case .terminated: return .terminated
    case .hungUp: return .hungUp
    case .upgraded:
      guard let restart else { return .internalError }
      try restart.perform()
    }
  }

  private func check(_ view: TerminalViewOptions) throws {
    guard Console.standardOutput.isTerminal, isTerminal(0) else {
      throw CommandFailure(
        "today needs a terminal for its input and output\n  try: luawidget run FILE.lua, which works in a pipe too")
    }
    guard view.capabilities.movesCursor else {
      let term = terminalSafe(view.environment["TERM"] ?? "", limit: 40)
      throw CommandFailure(
        """
        today needs a terminal that can move its cursor, but TERM is "\(term)"\n  try: luawidget run FILE.lua, which prints \
        plain lines
        """
      )
    }
  }
}
