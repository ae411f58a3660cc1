import Synchronization
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// A live view of a widget, and its exit status.
struct LiveRun {
  /// The entry; its file is the file or folder given by the user.
  var entry: BoardEntry
  var script: WidgetScript
  var options: RunOptions
  var root: CompositionRoot

  func run() async throws -> Exit {
    root.resumeNotifications()
    var configuration = options.configuration
    configuration.askForPermissions = await settledPermissions()
    let board = Board(entries: [entry], configurations: [entry.id: configuration], root: root, host: .run)
    var live: LiveSession
    do {
      live = try LiveSession(board: board, id: entry.id, path: entry.file, options: options.live, clock: root.clock)
    } catch {
      throw CommandFailure.terminal("\(error)")
    }
    let ending = await live.run()
    if options.console.isVerbose, let costs = await board.costs(of: entry.id) {
      Console.standardError.write(ConsoleFormat.costs(costs.statistics, costs.counters))
    }
    switch ending {
    case .quit: return .success
    case .interrupted: return .interrupted
    case .terminated: return .terminated
    case .hungUp: return .hungUp
    // Only boards restart.
    case .upgraded: return .failed
    case .completed(let result):
      if let failure = result.failure, !options.isQuiet {
        let report = FailureReport(failure: failure, script: script)
        // The card above has the message.
        let isBelowCard = Console.standardError.isTerminal && failure.kind != .usage
        Console.standardError.write(isBelowCard ? report.source ?? "" : report.message)
      }
      return Exit(result.result, result.failure, isStrict: options.isStrict)
    }
  }

  /// Asks the user about permissions before the view takes over the terminal.
  ///
  /// - Returns: The decisions.
  private func settledPermissions() async -> PermissionPrompt? {
    guard PermissionPrompter.isPossible, mayRequestPermissions else { return nil }
    let decisions = Mutex<[PermissionQuestion: PermissionDecision]>([:])
    var configuration = options.configuration
    let words = options.view.words
    configuration.askForPermissions = { request in
      let new = PermissionPrompter.ask(request, words)
      decisions.withLock { decisions in
        for (permission, decision) in new { decisions[request.question(permission)] = decision }
      }
      return new
    }
    let session = WidgetSession(script: script, services: root.services, configuration: configuration, storesSnapshots: false)
    await session.settlePermissions()
    await session.close()
    // The session has stored what's to be stored.
    let settled = decisions.withLock { $0 }
    return { request in
      var decisions: [Permission: PermissionDecision] = [:]
      for permission in request.permissions { decisions[permission] = settled[request.question(permission)]?.repeated }
      return decisions
    }
  }

  /// Whether the script might request permissions. For any other, reading the manifest first would waste time.
  private var mayRequestPermissions: Bool { String(decoding: script.source, as: UTF8.self).contains("permissions") }
}
