import WidgetCommands
import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// `luawidget desktop`
struct DesktopCommand: Command {
  var arguments: DesktopArguments

  var serviceOptions: ServiceOptions { ServiceOptions() }
  var isQuiet: Bool { false }

  /// The ways the command ends.
  private enum Ending: Sendable {
    case signal(Int32)
    case window(WindowProcess.End)
    case upgrade(UpgradeRestart)
  }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    let location = try BoardArgument.existing(arguments.board, environment: root.environment)
    let executable = try DesktopProgram.path(root.environment)
    let signals = EndingSignals()
    let clipboard = TapRelay()
    let root = root.copying(to: clipboard)
    let board = Board(location, root: root, host: .desktop)
    let desktop = DesktopBoard(
      board: board, root: root, clipboard: clipboard,
      painter: HelperProgram.painter.path.map {
        PainterProcess(executable: $0, environment: root.environment)
      }, textSize: arguments.textSize ?? .large, appearance: arguments.appearance,
      onNotice: { Console.standardError.write("luawidget: \($0)\n") })
    let (endings, post) = AsyncStream<Ending>.makeStream()
    let process = WindowProcess(
      executable: executable, environment: root.environment, colorScheme: arguments.appearance, locale: root.locale.identifier,
      onNotice: { Console.standardError.write(HelperProblem.startedAgain($0)) },
      onEnd: { post.yield(.window($0)) }, handler: desktop.handle)
    if let restart = UpgradeRestart(arguments.upgradeAction) {
      board.events.observe { event in
        guard case .restartNeeded = event, restart.isTrusted else { return }
        Task {
          await desktop.idle()
          post.yield(.upgrade(restart))
        }
      }
    }
    await desktop.start()
    await board.start()
    do throws(SystemError) { try process.start() } catch {
      throw CommandFailure(HelperProblem.cannotStart("\(error)").text(of: .desktop), .internalError)
    }
    Task { post.yield(.signal(await signals.first())) }
    ThemeWarning.write(await board.theme, environment: root.environment)
    if await board.widgets.isEmpty {
      Console.standardError.write("The board is empty. Add a widget:  \(location.addCommand)\n")
    }
    var ending = Ending.signal(SIGTERM)
    for await first in endings {
      ending = first
      break
    }
    process.stop()
    await desktop.stop()
    await board.close()
    await root.services.fetcher.settle()
    switch ending {
    case .signal(SIGINT): return .interrupted
    case .signal(SIGHUP): return .hungUp
    case .signal: return .terminated
    case .window(.failed(let reason)): throw DesktopProgram.failure(reason)
    case .window(.closed): return .success
    case .upgrade(let restart): try restart.perform()
    }
  }
}
