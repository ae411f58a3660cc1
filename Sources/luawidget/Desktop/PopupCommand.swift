import WidgetCommands
import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// `luawidget popup NAME`: a board of one card, shown by the desktop's program in front of all windows.
struct PopupCommand: Command {
  var arguments: PopupArguments

  var serviceOptions: ServiceOptions { get throws { try arguments.widget.serviceOptions() } }
  var isQuiet: Bool { arguments.widget.isQuiet }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    let found = arguments.widget.found(root)
    var configuration = try arguments.widget.configuration(root, for: found.entry)
    configuration.askForPermissions = nil
    let script = try arguments.widget.script(found)
    let executable = try DesktopProgram.path(root.environment)
    let instance = WidgetIdentity(script: script, configuration: configuration).instance
    let lock: PopupLock
    do throws(SystemError) {
      switch try PopupLock.take(for: instance, in: RuntimeFolder(environment: root.environment)) {
      case .closed: return .success
      case .taken(let taken): lock = taken
      }
    } catch {
      throw CommandFailure("the popup that's shown now can't be replaced: \(error)", .internalError)
    }
    defer { withExtendedLifetime(lock) {} }
    let signals = EndingSignals()
    let entry = found.ownEntry
    let clipboard = TapRelay()
    let root = root.copying(to: clipboard)
    let board = Board(entries: [entry], configurations: [entry.id: configuration], root: root, host: .desktop)
    let desktop = DesktopBoard(
      board: board, root: root, clipboard: clipboard,
      painter: HelperProgram.painter.path.map { PainterProcess(executable: $0, environment: root.environment) },
      textSize: arguments.textSize ?? .large, appearance: arguments.appearance,
      onNotice: { Console.standardError.write("luawidget: \($0)\n") })
    let (endings, post) = AsyncStream<WindowProcess.End?>.makeStream()
    let process = WindowProcess(
      executable: executable, environment: root.environment, colorScheme: arguments.appearance, locale: root.locale.identifier,
      popup: arguments.place ?? .pointer, onNotice: { Console.standardError.write(HelperProblem.startedAgain($0)) },
      onEnd: { post.yield($0) }, handler: desktop.handle)
    await desktop.start()
    await board.start()
    do throws(SystemError) { try process.start() } catch {
      throw CommandFailure(HelperProblem.cannotStart("\(error)").text(of: .desktop), .internalError)
    }
    Task {
      _ = await signals.first()
      post.yield(nil)
    }
    var ending: WindowProcess.End?
    for await first in endings {
      ending = first
      break
    }
    process.stop()
    await desktop.stop()
    await board.close()
    await root.services.fetcher.settle()
    // Another popup that takes its place isn't a failure.
    guard case .failed(let reason)? = ending else { return .success }
    throw DesktopProgram.failure(reason)
  }
}
