import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSurfaces

/// `luawidget list`
struct ListCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List available widgets: on boards, in widget folders, and any you've run.",
    discussion: """
      Each line shows the position on a board, the name for commands, the title, the last update and its result, the description, \
      and the file if the name doesn't lead to it. Only the widgets' manifests run. On a terminal, there's a heading, lines are cut \
      to its width, and you see where the examples are.
      """)

  @Flag(help: "As JSON.") var json = false

  func run(in root: CompositionRoot) async throws {
    var listing = WidgetListing(root)
    await listing.read()
    for problem in listing.problems { Console.standardError.write("luawidget: \(terminalSafe("\(problem)"))\n") }
    if json {
      try Console.standardOutput.print(JSONText.write(.array(listing.rows.map(\.value)), indented: true) + "\n")
    } else {
      let clock = CalendarClock(now: root.clock.now())
      let library = WidgetLibrary(environment: root.environment)
      let rows = listing.rows.map { $0.columns(clock, library) }
      let console = Console.standardOutput
      let columns = console.isTerminal ? TerminalSize(of: 1, environment: root.environment).columns : nil
      let ellipsis = TerminalCapabilities(environment: root.environment).isUTF8 ? "…" : "..."
      for line in WidgetTable(ellipsis: ellipsis).lines(rows, columns: columns) { try console.print(line + "\n") }
      let examples = library.exampleItems()
      if columns != nil, let example = examples.first(where: { $0.name == "hello" }) ?? examples.first {
        let folder = example.path[..<(example.path.lastIndex(of: "/") ?? example.path.endIndex)]
        Console.standardError.write(
          "Examples are in \(terminalSafe(String(folder))). Their names work too:\n  luawidget run \(terminalSafe(example.name))\n"
        )
      }
      if rows.isEmpty { Console.standardError.write("no widgets\n  try: luawidget board add WIDGET\n") }
    }
    if !listing.problems.isEmpty { throw Exit.usage }
  }
}
