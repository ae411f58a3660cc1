import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetRendering
import WidgetRuntime
import WidgetServices

extension BoardCommand {
  struct Set: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Change a widget's settings on a board, or how it's shown and updated.")

    @Argument(help: .boardWidget, completion: BoardCompletion.ids) var id: String

    @Argument(help: ArgumentHelp("Settings and their values.", valueName: "name=value")) var settings: [String] = []

    @Option(name: .customLong("set-add"), help: .listAddition) var additions: [String] = []

    @Option(help: ArgumentHelp("Reset a setting to its default; may be repeated.", valueName: "name")) var unset: [String] = []

    @Option(help: "The family to show the widget in, or none.") var family: SelectedFamily?

    @Flag(inversion: .prefixedNo, help: "Make its card as wide as the page.") var fullWidth: Bool?

    @Option(
      help: ArgumentHelp("Show it below a heading, with the other widgets of the group; or none.", valueName: "name"))
    var group: String?

    @Option(help: "How often to update it: 5m, never, \"0 7 * * *\", or default to follow its manifest.") var refresh: String?

    @Option(help: ArgumentHelp("Allow a permission; may be repeated.", valueName: "permission")) var allow: [String] = []

    @Option(help: ArgumentHelp("No longer allow a permission on the board; may be repeated.", valueName: "permission"))
    var disallow: [String] = []

    @Option(help: "Where to put the card on the desktop: \(PlacementArgument.anchors), or default.") var anchor: String?

    @Option(
      help: ArgumentHelp(
        "The distance from the anchor on the desktop, in points: 24, or 24,48 (horizontal, vertical), or default.",
        valueName: "points"))
    var margin: String?

    @Option(help: ArgumentHelp("The monitor on the desktop: its number or name, or default.", valueName: "monitor"))
    var monitor: String?

    @Option(name: .customLong("id"), help: "A new id. The widget then has its own defaults, secrets and permissions.")
    var newID: String?

    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      let file = try board.file(root)
      let id = try board.id(id, root)
      guard var entry = file.entry(id) else {
        throw BoardFileError(path: file.path, .unknownWidget(id: id, known: file.entries.map(\.id)))
      }
      var edits: [BoardEdit] = []
      let before = entry.settings
      let added = try BoardOption.additions(additions)
      let assignments = try settings.map(BoardOption.assignment) + added
      for assignment in assignments {
        entry.settings.removeAll { $0.name == assignment.name }
        entry.settings.append(assignment)
      }
      for name in unset {
        guard entry.settings.contains(where: { $0.name == name }) else {
          throw Absence.failure("the board does not set \"\(name)\" of \(id)", name, among: entry.settings.map(\.name), none: nil)
        }
        edits.append(.setSetting(id: id, name: name, value: nil))
        entry.settings.removeAll { $0.name == name }
      }
      if let family { edits.append(.setFamily(id: id, family.family)) }
      if let fullWidth {
        if fullWidth, family?.family != nil { throw CommandFailure("--full-width and --family exclude each other") }
        edits.append(.setFullWidth(id: id, fullWidth))
      }
      if let group { edits.append(.setGroup(id: id, group == "none" ? nil : try BoardOption.group(group))) }
      if let refresh { edits.append(.setRefresh(id: id, refresh == "default" ? nil : try BoardOption.refresh(refresh))) }
      if !allow.isEmpty || !disallow.isEmpty { edits.append(.setAllowed(id: id, try permissions(of: entry))) }
      if anchor != nil || margin != nil || monitor != nil {
        edits.append(
          .setPlacement(
            id: id, try PlacementArgument.placement(entry.placement, anchor: anchor, margin: margin, monitor: monitor)))
      }
      if let newID { edits.append(.setID(id: id, to: newID)) }
      guard !edits.isEmpty || !assignments.isEmpty else {
        throw CommandFailure(
          """
          nothing to change: give name=value, --set-add, --unset, --family, --full-width, --group, --refresh, --allow, --disallow, \
          --anchor, --margin, --monitor or --id
          """
        )
      }
      if !assignments.isEmpty || family?.family != nil || !allow.isEmpty {
        // Only the manifest tells whether a value fits, is a secret that mustn't be in the file, or a permission is requested.
        entry.allow = []
        let path = file.path(of: entry, in: WidgetLibrary(environment: root.environment))
        let audit = try await WidgetAudit(id, FoundWidget(path: path, entry: entry), entry: entry, in: root)
        try BoardOption.check(family?.family, audit)
        try audit.check(requested: try allow.map(PermissionArgument.permission), by: id)
        try audit.check(secretsIn: assignments)
        let written = audit.written(before.filter { old in !assignments.contains { $0.name == old.name } } + assignments)
        let changed = written.filter { !before.contains($0) }
        edits.insert(contentsOf: changed.map { .setSetting(id: id, name: $0.name, value: $0.value) }, at: 0)
      }
      let changed = try board.apply(edits, root)
      if !allow.isEmpty, let entry = changed.entry(newID ?? id) {
        // Stores the new decisions.
        let path = changed.path(of: entry, in: WidgetLibrary(environment: root.environment))
        _ = try? await WidgetAudit(entry.id, FoundWidget(path: path, entry: entry), entry: entry, in: root)
      }
      try Console.standardOutput.print("\(terminalSafe(newID ?? id)): changed\n")
    }

    private func permissions(of entry: BoardEntry) throws -> [Permission] {
      let removed = try disallow.map(PermissionArgument.permission)
      for permission in removed where !entry.allow.contains(permission) {
        let known = entry.allow.map(\.description)
        throw Absence.failure("the board does not allow \(permission) to \(entry.id)", "\(permission)", among: known, none: nil)
      }
      let added = try allow.map(PermissionArgument.permission)
      return entry.allow.filter { !removed.contains($0) } + added.filter { !entry.allow.contains($0) }
    }
  }
}
