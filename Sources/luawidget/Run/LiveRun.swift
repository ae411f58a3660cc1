import WidgetCommands
import WidgetHost
import WidgetRuntime
import WidgetServices
import WidgetSurfaces

/// A live view of a widget, and its exit status.
struct LiveRun {
  var session: WidgetSession
  /// nil if nothing is stored.
  var shared: SharedWidget?
  var script: WidgetScript
  /// The file or folder as the user gave it.
  var path: String
  var options: RunOptions
  var clock: any WidgetClock

  func run() async throws -> Exit {
    var live: LiveSession
    do {
      live = try LiveSession(
        session: session, shared: shared, script: script, path: path, options: options.live, clock: clock)
    } catch {
      throw CommandFailure("the terminal cannot be used: \(error)", .internalError)
    }
    let ending = await live.run()
    if options.console.isVerbose {
      Console.standardError.write(ConsoleFormat.costs(await session.statistics, session.counters.values))
    }
    switch ending {
    case .quit: return .success
    case .interrupted: return .interrupted
    case .terminated: return .terminated
    case .hungUp: return .hungUp
    case .completed(let update):
      if case .failed(let failure, _) = update, !options.isQuiet {
        Console.standardError.write(FailureReport(failure: failure, script: script).message)
      }
      return Exit(update, isStrict: options.isStrict)
    }
  }
}
