import ArgumentParser
import WidgetFormats
import WidgetHost
import WidgetLive
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// `luawidget snapshot list|show|clear`
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Show and clear the stored snapshots.",
    subcommands: [List.self, Show.self, Clear.self])

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the stored snapshots.")

    func run(in root: CompositionRoot) async throws {
      let summaries = try root.stores.snapshots.list()
      let directory = try WidgetDirectory(root.stores)
      let clock = CalendarClock(now: root.clock.now())
      let labels = summaries.map { directory.label($0.widget.instance, among: summaries.map(\.widget.instance)) }
      let width = labels.map { GraphemeWidth.cells($0) }.max() ?? 0
      for (summary, label) in zip(summaries, labels) {
        let padding = String(repeating: " ", count: max(0, width - GraphemeWidth.cells(label)))
        let state = summary.failure == nil ? "" : "  (the last update failed)"
        try Console.standardOutput.print(
          "\(terminalSafe(label))\(padding)  \(DateText.age(of: summary.updatedAt, clock: clock))\(state)\n")
      }
      if summaries.isEmpty { Console.standardError.write("no snapshots are stored\n") }
    }
  }

  struct Show: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Draw the stored snapshots of a widget without running it.")

    @Argument(help: "The file, name or id of a widget.") var widget: String
    @Option(help: "The format.") var format: StoredViewFormat = .text
    @Option(help: "Columns.") var width: Int?

    func run(in root: CompositionRoot) async throws {
      if let width, !(1...1000).contains(width) { throw CommandFailure("--width takes 1 to 1000 columns, got \(width)") }
      let snapshots = try SnapshotCommand.instances(widget, root).compactMap { try root.stores.snapshots.load($0) }
      guard !snapshots.isEmpty else { throw try SnapshotCommand.absence(of: widget, root) }
      let view = TerminalViewOptions(
        environment: root.environment, capabilities: TerminalCapabilities(environment: root.environment),
        timeZone: root.locale.timeZone, icons: root.configuration.icons)
      let terminal = Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: root.environment).columns : 80
      let columns = width ?? terminal
      var options = view.rendering(columns: columns, now: root.clock.now(), isLive: false)
      options.showsAge = true
      let size = Size(width: Double(columns) * 8, height: .infinity)
      for snapshot in snapshots {
        try Console.standardOutput.print(format.renderer.render(snapshot, in: size, options: options))
      }
    }
  }

  struct Clear: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Remove stored snapshots.")

    @Argument(help: "The file, name or id of a widget; without one, --all.") var widget: String?
    @Flag(help: "Remove all snapshots.") var all = false

    func run(in root: CompositionRoot) async throws {
      if let widget, !all {
        let instances = try SnapshotCommand.instances(widget, root)
        guard !instances.isEmpty else { throw try SnapshotCommand.absence(of: widget, root) }
        for instance in instances { try root.stores.snapshots.clear(instance: instance) }
      } else if all, widget == nil {
        try root.stores.snapshots.clearAll()
      } else {
        throw CommandFailure("name a widget, or give --all")
      }
    }
  }

  private static func instances(_ widget: String, _ root: CompositionRoot) throws(StoreError) -> [String] {
    let known = try root.stores.snapshots.list().map(\.widget.instance)
    return try WidgetDirectory(root.stores).instances(widget, among: known)
  }

  private static func absence(of widget: String, _ root: CompositionRoot) throws(StoreError) -> CommandFailure {
    let known = try root.stores.snapshots.list().map(\.widget.instance)
    let directory = try WidgetDirectory(root.stores)
    return Absence.failure(
      "no snapshot of \"\(widget)\" is stored", widget, among: known.map { directory.label($0, among: known) })
  }
}
