import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget update [WIDGET...]`
struct UpdateCommand: Command {
  var arguments: UpdateArguments

  var serviceOptions: ServiceOptions { ServiceOptions() }
  var isQuiet: Bool { arguments.isQuiet }

  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit {
    let board = arguments.board, widgets = arguments.widgets
    let location = try BoardArgument.existing(board, environment: root.environment)
    let host = Board(location, root: root, host: .update)
    let console = ConsoleFormat(isQuiet: isQuiet, isVerbose: arguments.isVerbose)
    host.events.observe { event in
      if case .console(let id, let line) = event, let text = console.text(line) {
        Console.standardError.write("\(terminalSafe(id)): \(text)")
      }
    }
    await host.start()
    if let problem = await host.fileProblem {
      throw CommandFailure(problem) ?? CommandFailure(terminalSafe("\(problem)"))
    }
    let known = await host.widgets.map(\.id)
    if let unknown = widgets.first(where: { !known.contains($0) }) {
      throw Absence.failure("no widget on the board \(board) has the id \"\(terminalSafe(unknown))\"", unknown, among: known)
    }
    if known.isEmpty, !isQuiet { Console.standardError.write("the board \(board) has no widgets\n") }
    let results = await host.updateOnce(widgets.isEmpty ? nil : widgets)
    await host.close()
    await root.services.fetcher.settle()
    for result in results where !isQuiet {
      let id = terminalSafe(result.widget.id)
      if let failure = result.failure {
        Console.standardError.write("\(id): \(FailureReport(failure: failure).text)")
      } else if arguments.isVerbose {
        Console.standardError.write("\(id): \(result.result == .noData ? "up to date" : "updated")\n")
      }
    }
    return results.lazy.compactMap(\.failure).first.map { Exit($0) } ?? .success
  }
}
