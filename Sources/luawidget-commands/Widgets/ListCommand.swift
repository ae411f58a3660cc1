import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget list`
struct ListCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List available widgets: on boards, in widget folders, and any you've run.",
    discussion: """
      Each line has the position on a board, the name for commands, the title, the last update and its result, the file and the \
      description. Only the manifests run for this.
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
      let rows = listing.rows.map { $0.columns(clock) }
      let widths = (0..<4).map { column in TableColumn(rows.map { $0[column] }) }
      for row in rows {
        let cells = widths.enumerated().map { $0.element.padded(row[$0.offset]) }
        try Console.standardOutput.print((cells + [terminalSafe(row[4])]).joined(separator: "  ") + "\n")
      }
      if rows.isEmpty { Console.standardError.write("no widgets\n  try: luawidget board add FILE.lua\n") }
    }
    if !listing.problems.isEmpty { throw Exit.failed }
  }
}
