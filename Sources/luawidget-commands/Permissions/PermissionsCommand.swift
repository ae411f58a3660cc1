import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget permissions`
struct PermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permissions", abstract: "Show and change your decisions about permissions.",
    discussion: """
      A decision applies to one widget with its exact manifest. Write permissions as in --allow: net=api.example.com, \
      private_net=192.168.1.10:8080, device=disk, env=HOME, run=git, group=group.x, open_url=myflight, notify.
      """,
    subcommands: [List.self, Allow.self, Revoke.self], defaultSubcommand: List.self)

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your decisions.")

    func run(in root: CompositionRoot) async throws {
      let entries = try root.stores.grants.list()
      let directory = WidgetDirectory(root.stores)
      let ids = Set(entries.map(\.widget)).sorted()
      let labels = entries.map { directory.label($0.widget, among: ids) }
      let names = TableColumn(labels)
      for (entry, label) in zip(entries, labels) {
        let decision = entry.record.isAllowed ? "allowed" : "denied "
        let program = entry.record.program.map { " (\($0))" } ?? ""
        try Console.standardOutput.print(
          names.padded(label) + terminalSafe("  \(decision)  \(entry.record.permission)\(program)") + "\n")
      }
      if entries.isEmpty { Console.standardError.write("no decisions\n") }
    }
  }

  struct Allow: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Grant permissions requested by a widget's manifest.")

    @Argument(help: "The file, name or id of a widget.") var widget: String
    @Argument(help: "A permission; without one, everything the manifest requests.") var permissions: [String] = []

    func run(in root: CompositionRoot) async throws {
      let file = WidgetDirectory(root.stores).file(widget)
      let audit = try await WidgetAudit(file, in: root)
      let wanted = try permissions.map(PermissionArgument.permission)
      for permission in wanted where !audit.requested.contains(permission) {
        throw CommandFailure("\(terminalSafe(file)) does not request \(terminalSafe("\(permission)"))")
      }
      let given = wanted.isEmpty ? audit.requested : wanted
      _ = try await WidgetAudit(file, given: given, in: root)
      // The audit reports why a decision wasn't stored.
      let stored = try root.stores.grants.list().filter { $0.widget == audit.identity.id && $0.record.isAllowed }.map(
        \.record.permission)
      guard given.allSatisfy(stored.contains) else { throw CommandFailure("the permissions were not granted", .internalError) }
      for permission in given { try Console.standardOutput.print("allowed: \(terminalSafe("\(permission)"))\n") }
    }
  }

  struct Revoke: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Forget decisions, so the widget asks again.")

    @Argument(help: "The file, name or id of a widget; without one, --all.") var widget: String?
    @Argument(help: "A permission; without one, all of the widget's.") var permission: String?
    @Flag(help: "All widgets.") var all = false

    func run(in root: CompositionRoot) async throws {
      guard all != (widget != nil) else { throw CommandFailure("name a widget, or give --all") }
      let permission = try permission.map(PermissionArgument.permission)
      let directory = WidgetDirectory(root.stores)
      let owners = try root.stores.grants.list().map(\.widget)
      let id = widget.map { directory.id($0, among: owners) }
      let count = try root.stores.grants.revoke(permission, of: id)
      if let widget, count == 0 {
        let entries = try root.stores.grants.list()
        let own = entries.filter { $0.widget == id }.map { "\($0.record.permission)" }
        if let permission, !own.isEmpty {
          throw Absence.failure("there is no decision about \(permission) of \"\(widget)\"", "\(permission)", among: own)
        }
        let ids = Set(entries.map(\.widget)).sorted()
        let known = ids.map { directory.label($0, among: ids) }
        throw Absence.failure("there is no decision about \"\(widget)\"", widget, among: known)
      }
      try Console.standardOutput.print(count == 1 ? "1 decision removed\n" : "\(count) decisions removed\n")
    }
  }
}
