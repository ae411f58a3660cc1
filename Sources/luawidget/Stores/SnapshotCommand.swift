import ArgumentParser
import WidgetFormats
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// `luawidget snapshot list|show|clear`
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "The last good views, kept for the next look.",
    subcommands: [List.self, Show.self, Clear.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the stored snapshots.")

    func run() throws {
      let summaries = try StoredThings.run { () throws(StoreError) in try StoredThings().snapshots.list() }
      let clock = CalendarClock(now: SystemClock().now())
      let width = summaries.map { GraphemeWidth.cells($0.widget.instance) }.max() ?? 0
      for summary in summaries {
        let pad = String(repeating: " ", count: max(0, width - GraphemeWidth.cells(summary.widget.instance)))
        let state = summary.failure == nil ? "" : "  (the newest update failed)"
        Console.standardOutput.write(
          """
          \(terminalSafe(summary.widget.instance))\(pad)  \(terminalSafe(summary.widget.name))  \
          \(DateText.age(of: summary.updatedAt, clock: clock))\(state)\n
          """)
      }
      if summaries.isEmpty { Console.standardError.write("no snapshots are stored\n") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Draw a stored snapshot, without running the widget.")

    @Argument(help: "The widget's file, or an instance from the list.") var widget: String
    @Option(help: "text, ansi, html, markdown, spoken or json.") var format: StoredViewFormat = .text
    @Option(help: "Columns.") var width: Int?

    func run() throws {
      let instance = StoredThings.id(widget)
      guard let snapshot = try StoredThings.run({ () throws(StoreError) in try StoredThings().snapshots.load(instance) }) else {
        throw try SnapshotCommand.absence(of: widget)
      }
      if let width, !(1...1000).contains(width) { throw CommandFailure("--width takes 1 to 1000 columns, got \(width)") }
      let environment = ProcessEnvironment.current
      let capabilities = TerminalCapabilities(environment: environment)
      let zone = TimeZoneData.named(UserLocale(environment: environment).timeZone)
      let columns = width ?? (Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: environment).columns : 80)
      let options = RenderingOptions(
        colorDepth: ColorDepth(capabilities.color), encoding: capabilities.isUTF8 ? .utf8 : .ascii,
        clock: CalendarClock(now: SystemClock().now(), utcOffset: { zone.utcOffset(at: $0) }), showsAge: true, columns: columns)
      let size = Size(width: Double(columns) * 8, height: .infinity)
      Console.standardOutput.write(try format.renderer.render(snapshot, in: size, options: options))
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Forget stored snapshots.")

    @Argument(help: "The widget's file, or an instance from the list; without one, --all.") var widget: String?
    @Flag(help: "Forget all of them.") var all = false

    func run() throws {
      let store = StoredThings().snapshots
      if let widget, !all {
        let instance = StoredThings.id(widget)
        guard
          try StoredThings.run({ () throws(StoreError) in try store.list() }).contains(where: { $0.widget.instance == instance })
        else { throw try SnapshotCommand.absence(of: widget) }
        try StoredThings.run { () throws(StoreError) in try store.clear(instance: instance) }
      } else if all, widget == nil {
        try StoredThings.run { () throws(StoreError) in try store.clearAll() }
      } else {
        throw CommandFailure("name a widget, or give --all")
      }
    }
  }

  private static func absence(of widget: String) throws -> CommandFailure {
    let summaries = try StoredThings.run { () throws(StoreError) in try StoredThings().snapshots.list() }
    return Absence.failure("no snapshot of \"\(widget)\" is stored", widget, among: summaries.map(\.widget.instance))
  }
}
