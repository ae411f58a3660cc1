import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget update [WIDGET...]`
struct UpdateCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Update the widgets of a board once, for cron or a systemd timer.",
    discussion: """
      Updates the named widgets, or all that are not hidden, stores their views for every host that shows them, and exits. A widget that \
      another luawidget has just updated is not updated again.

      The exit status is that of the first widget whose update failed, as for run.
      """)

  @Option(help: "The name of the board.") var board = BoardLocation.defaultName
  @Flag(name: .shortAndLong, help: "Print no console lines and no error messages.") var quiet = false
  @Flag(help: "Show debug lines, and the result of each widget.") var verbose = false
  @Argument(help: "The ids of widgets on the board.") var widgets: [String] = []

  var serviceOptions: ServiceOptions { ServiceOptions() }
  var isQuiet: Bool { quiet }

  func run(in root: CompositionRoot) async throws {
    guard let location = BoardLocation(name: board, environment: root.environment) else {
      throw CommandFailure("\"\(terminalSafe(board, limit: 100))\" is not the name of a board")
    }
    let host = Board(location, root: root, host: .update)
    let console = ConsoleFormat(isQuiet: quiet, isVerbose: verbose)
    host.events.observe { event in
      if case .console(let id, let line) = event, let text = console.text(line) {
        Console.standardError.write("\(terminalSafe(id)): \(text)")
      }
    }
    await host.start()
    if let problem = await host.fileProblem {
      throw CommandFailure(terminalSafe("\(problem)"), .failed)
    }
    let known = await host.widgets.map(\.id)
    if let unknown = widgets.first(where: { !known.contains($0) }) {
      throw Absence.failure("no widget on the board \(board) has the id \"\(terminalSafe(unknown))\"", unknown, among: known)
    }
    if known.isEmpty, !quiet { Console.standardError.write("the board \(board) has no widgets\n") }
    let results = await host.updateOnce(widgets.isEmpty ? nil : widgets)
    await host.close()
    await root.services.fetcher.settle()
    for result in results where !quiet {
      let id = terminalSafe(result.widget.id)
      if let failure = result.failure {
        Console.standardError.write("\(id): \(FailureReport(failure: failure).message)")
      } else if verbose {
        Console.standardError.write("\(id): updated\n")
      }
    }
    if let failure = results.lazy.compactMap(\.failure).first { throw Exit(failure) }
  }
}
