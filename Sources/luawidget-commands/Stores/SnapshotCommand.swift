import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSurfaces

/// `luawidget snapshot list|show|clear`
struct SnapshotCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Show and clear the stored snapshots.",
    subcommands: [List.self, Show.self, Clear.self])

  /// Without a subcommand: all snapshots.
  func run(in root: CompositionRoot) async throws { try await List.parse([]).run(in: root) }

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract:
        "List each widget's stored snapshots, newest first, with their age and context.")

    func run(in root: CompositionRoot) async throws {
      let summaries = try root.stores.snapshots.list().sorted {
        ($0.widget.name, $0.widget.instance, $1.updatedAt) < ($1.widget.name, $1.widget.instance, $0.updatedAt)
      }
      let directory = WidgetDirectory(shown: summaries)
      let clock = CalendarClock(now: root.clock.now())
      let instances = Set(summaries.map(\.widget.instance))
      let labels = summaries.map { directory.label($0.widget.instance, among: instances.sorted()) }
      let ages = summaries.map { DateText.age(of: $0.updatedAt, clock: clock) }
      let (names, times) = (TableColumn(labels), TableColumn(ages))
      for (index, summary) in summaries.enumerated() {
        let state = summary.failure == nil ? "" : "  (the last update failed)"
        let columns = [names.padded(labels[index]), times.padded(ages[index]), summary.context.summary]
        try Console.standardOutput.print(columns.joined(separator: "  ") + state + "\n")
      }
      if summaries.isEmpty { Console.standardError.write("no snapshots are stored\n") }
    }
  }

  struct Show: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Draw a widget's newest stored snapshot without running the widget.",
      discussion: """
        A widget has a snapshot for each context it was shown in: family, size, appearance, text size, locale, time zone and \
        surface. Choose one with the options; see them all with `luawidget snapshot list`.
        """)

    @Argument(help: .anyWidget, completion: BoardCompletion.widgets) var widget: String
    @Option(help: "The format.") var format: StoredViewFormat = .text
    @Option(help: "Columns.") var width: Int?
    @OptionGroup var selection: SnapshotSelection
    @Flag(help: "Draw the snapshots for all contexts, not just the newest.") var all = false

    func run(in root: CompositionRoot) async throws {
      try CommandFailure.check(width: width)
      let snapshots = try selected(root)
      let view = TerminalViewOptions(
        environment: root.environment, capabilities: TerminalCapabilities(environment: root.environment),
        timeZone: root.locale.timeZone, icons: root.configuration.icons)
      let terminal = Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: root.environment).columns : 80
      let columns = width ?? terminal
      let size = Size(width: Double(columns) * 8, height: .infinity)
      for snapshot in snapshots {
        var view = view
        view.family = snapshot.context.family
        var options = view.rendering(columns: columns, now: root.clock.now(), isLive: false)
        options.showsAge = true
        try Console.standardOutput.print(format.renderer.render(snapshot, in: size, options: options))
      }
    }

    /// The chosen snapshots of each instance.
    private func selected(_ root: CompositionRoot) throws -> [Snapshot] {
      let summaries = try root.stores.snapshots.list()
      let instances = SnapshotCommand.instances(widget, summaries)
      let stored = summaries.filter { instances.contains($0.widget.instance) }
      guard !stored.isEmpty else { throw SnapshotCommand.absence(of: widget, summaries) }
      let chosen = stored.filter { selection.includes($0.context) }
      guard !chosen.isEmpty else {
        let contexts = stored.map { "  \($0.context.summary)" }.joined(separator: "\n")
        throw CommandFailure("no snapshot of \"\(terminalSafe(widget))\" fits the options; stored:\n\(contexts)", .failed)
      }
      var snapshots: [Snapshot] = []
      for instance in instances {
        // Skips one this version can't read.
        for summary in chosen where summary.widget.instance == instance {
          guard let snapshot = try root.stores.snapshots.load(instance, for: summary.context) else { continue }
          snapshots.append(snapshot)
          if !all { break }
        }
      }
      guard !snapshots.isEmpty else { throw SnapshotCommand.absence(of: widget, []) }
      return snapshots
    }
  }

  struct Clear: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove a widget's stored snapshots for all contexts.")

    @Argument(help: .anyWidgetOrAll, completion: BoardCompletion.widgets) var widget: String?
    @Flag(help: "Remove all snapshots.") var all = false

    func run(in root: CompositionRoot) async throws {
      if let widget, !all {
        let summaries = try root.stores.snapshots.list()
        let instances = SnapshotCommand.instances(widget, summaries)
        guard !instances.isEmpty else { throw SnapshotCommand.absence(of: widget, summaries) }
        for instance in instances { try root.stores.snapshots.clear(instance: instance) }
        try report(summaries.count { instances.contains($0.widget.instance) })
      } else if all, widget == nil {
        let count = try root.stores.snapshots.list().count
        try root.stores.snapshots.clearAll()
        try report(count)
      } else {
        throw CommandFailure.needsWidgetOrAll
      }
    }

    private func report(_ count: Int) throws {
      try Console.standardOutput.print("\(count) snapshot\(count == 1 ? "" : "s") removed\n")
    }
  }

  /// Sorted.
  private static func instances(_ widget: String, _ summaries: [SnapshotSummary]) -> [String] {
    let known = Set(summaries.map(\.widget.instance)).sorted()
    return WidgetDirectory(shown: summaries).instances(widget, among: known)
  }

  private static func absence(of widget: String, _ summaries: [SnapshotSummary]) -> CommandFailure {
    let known = Set(summaries.map(\.widget.instance)).sorted()
    let directory = WidgetDirectory(shown: summaries)
    return Absence.failure(
      "no snapshot of \"\(widget)\" is stored", widget, among: known.map { directory.label($0, among: known) })
  }
}

/// `--format` of a stored view: the formats that need neither the painter nor a bar.
struct StoredViewFormat: ExpressibleByArgument {
  static let text = StoredViewFormat(format: .text, renderer: TextFormat())

  private let format: OutputFormat
  let renderer: any SnapshotFormat

  private init(format: OutputFormat, renderer: any SnapshotFormat) {
    self.format = format
    self.renderer = renderer
  }

  init?(argument: String) {
    guard let format = OutputFormat(rawValue: argument), case .snapshot(let renderer) = format.renderer() else { return nil }
    self.init(format: format, renderer: renderer)
  }

  static var allValueStrings: [String] { OutputFormat.allCases.map(\.rawValue).filter { StoredViewFormat(argument: $0) != nil } }
  var defaultValueDescription: String { format.rawValue }
}
