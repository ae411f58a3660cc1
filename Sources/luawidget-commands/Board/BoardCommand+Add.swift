import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

extension BoardCommand {
  struct Add: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a widget to a board.",
      discussion: """
        The widget's manifest and the settings are checked first. Entries of one widget share its defaults, secrets and permissions; \
        one with an --id has its own.
        """)

    @Argument(help: "A .lua file, a folder with main.lua, or the name of a widget.", completion: BoardCompletion.widgets)
    var widget: String

    @Option(
      name: .customLong("set"),
      help: ArgumentHelp(
        "Set a setting; may be repeated. The value of a secret is env:VARIABLE or file:PATH.", valueName: "name=value"))
    var settings: [String] = []

    @Option(name: .customLong("set-add"), help: .listAddition) var additions: [String] = []

    @Option(help: "The family to show the widget in.") var family: WidgetFamily?

    @Flag(help: "Make its card as wide as the page.") var fullWidth = false

    @Option(help: ArgumentHelp("Show it below a heading, with the other widgets of the group.", valueName: "name"))
    var group: String?

    @Option(help: "How often to update it, overriding its manifest: 5m, never, or \"0 7 * * *\".") var refresh: String?

    @Option(help: ArgumentHelp("Allow a permission, as in run; may be repeated.", valueName: "permission"))
    var allow: [String] = []

    @Option(help: "A name for the entry, which then has its own defaults, secrets and permissions.") var id: String?

    @Option(name: .customLong("at"), help: "A position: 1 is the first; or first or last. (default: last)") var position: String?

    @Flag(help: "Add it hidden.") var hidden = false

    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      let location = try board.location(root, creating: true)
      let before = try board.file(root, creating: true)
      let boards = BoardLocation.all(environment: root.environment).map(\.name)
      let found = WidgetFile.find(widget, environment: root.environment)
      var entry = BoardEntry(
        id: id ?? "", hasExplicitID: id != nil,
        file: found.entry?.file ?? WidgetLibrary(environment: root.environment).reference(to: found.path, on: location),
        settings: try settings.map(BoardOption.assignment) + BoardOption.additions(additions), family: family,
        isFullWidth: fullWidth,
        group: try group.map(BoardOption.group), refresh: try refresh.map(BoardOption.refresh),
        allow: try allow.map(PermissionArgument.permission), isHidden: hidden)
      if fullWidth, family != nil { throw CommandFailure("--full-width and --family exclude each other") }
      let position = try position.map { try BoardOption.position($0, count: before.entries.count + 1) }

      // A new entry has no decisions yet, and a rejected one mustn't leave any.
      var checked = entry
      checked.allow = []
      let checkedAudit = try await WidgetAudit(widget, found, entry: checked, in: root)
      try BoardOption.check(family, checkedAudit)
      try checkedAudit.check(requested: entry.allow, by: widget)
      try checkedAudit.check(secretsIn: entry.settings)
      entry.settings = checkedAudit.written(entry.settings)
      let after = try board.apply([.add(entry, at: position)], root, creating: true)
      let index = position ?? after.entries.count - 1
      guard after.entries.indices.contains(index) else { return }
      entry = after.entries[index]
      let audit = try await WidgetAudit(widget, found, entry: entry, in: root)
      try Console.standardOutput.print(report(entry, index, audit, root))
      Absence.noteNew("the board", board.name, besides: boards)
    }

    private func report(_ entry: BoardEntry, _ index: Int, _ audit: WidgetAudit, _ root: CompositionRoot) -> String {
      var lines = ["\(entry.id): added to the board \"\(board.name)\" at position \(index + 1)"]
      let given = Swift.Set(entry.settings.map(\.name))
      for setting in audit.manifest.settings where setting.isSecret && !given.contains(setting.name) {
        let isStored = (try? root.stores.secrets.secret(setting.name, of: audit.identity.id)) != nil
        let verb = setting.isRequired ? "needs" : "can use"
        if !isStored { lines.append("  it \(verb) a secret: " + CommandText.text(["secret", "set", entry.id, setting.name])) }
      }
      let undecided = audit.requested.filter { audit.grants.allowed[$0] == nil && !audit.grants.denied.contains($0) }
      if !undecided.isEmpty {
        lines.append("  it requests \(undecided.map { PermissionText.description(of: $0) }.joined(separator: ", "))")
        lines.append("  to allow that: " + CommandText.text(["permissions", "allow", entry.id]))
      }
      lines.append("  to see it: " + CommandText.text(["today"] + board.arguments))
      return lines.map { terminalSafe($0) + "\n" }.joined()
    }
  }
}
