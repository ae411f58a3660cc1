import ArgumentParser
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget permissions`
struct PermissionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permissions", abstract: "What widgets were allowed and denied.",
    discussion: """
      A decision counts for one widget and its exact manifest. A permission is written as in --allow: net=api.example.com, \
      private_net=192.168.1.10:8080, device=disk, env=HOME, run=git, group=group.x, open_url=myflight, notify.
      """,
    subcommands: [List.self, Allow.self, Revoke.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the decisions.")

    func run() throws {
      let entries = try StoredThings.run { () throws(StoreError) in try StoredThings().grants.list() }
      for entry in entries {
        let decision = entry.record.isAllowed ? "allowed" : "denied "
        let program = entry.record.program.map { " (\($0))" } ?? ""
        Console.standardOutput.write(
          terminalSafe("\(entry.widget)  \(decision)  \(entry.record.permission)\(program)") + "\n")
      }
      if entries.isEmpty { Console.standardError.write("no decisions\n") }
    }
  }

  struct Allow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Allow a widget what its manifest asks for.")

    @Argument(help: "The widget's file.") var file: String
    @Argument(help: "A permission; without one, everything that the manifest asks for.") var permissions: [String] = []

    func run() async throws {
      let audit = try await WidgetAudit(file)
      let wanted = try permissions.map(PermissionArgument.permission)
      for permission in wanted where !audit.declared.contains(permission) {
        throw CommandFailure("\(terminalSafe(file)) does not ask for \(terminalSafe("\(permission)"))")
      }
      let given = wanted.isEmpty ? audit.declared : wanted
      _ = try await WidgetAudit(file, given: given)
      for permission in given { Console.standardOutput.write("allowed: \(terminalSafe("\(permission)"))\n") }
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Forget decisions: the widget asks again.")

    @Argument(help: "The widget's file or id; without one, --all.") var widget: String?
    @Argument(help: "A permission; without one, all of the widget's.") var permission: String?
    @Flag(help: "All widgets.") var all = false

    func run() throws {
      guard all != (widget != nil) else { throw CommandFailure("name a widget, or say --all") }
      let permission = try permission.map(PermissionArgument.permission)
      let id = widget.map(StoredThings.id)
      let count = try StoredThings.run { () throws(StoreError) in try StoredThings().grants.revoke(permission, of: id) }
      if let widget, count == 0 {
        let entries = try StoredThings.run { () throws(StoreError) in try StoredThings().grants.list() }
        let own = entries.filter { $0.widget == id }.map { "\($0.record.permission)" }
        if let permission, !own.isEmpty {
          throw Absence.failure("there is no decision about \(permission) of \"\(widget)\"", "\(permission)", among: own)
        }
        throw Absence.failure("there is no decision about \"\(widget)\"", widget, among: Set(entries.map(\.widget)).sorted())
      }
      Console.standardOutput.write(count == 1 ? "1 decision forgotten\n" : "\(count) decisions forgotten\n")
    }
  }
}

/// `--allow`'s text.
enum PermissionArgument {
  static func permission(_ text: String) throws -> Permission {
    guard let permission = Permission(text) else {
      let kinds = Permission.Kind.allCases.map { $0 == .notify ? $0.rawValue : "\($0.rawValue)=..." }.joined(separator: ", ")
      throw CommandFailure("\"\(terminalSafe(text, limit: 100))\" is not a permission; write \(kinds)")
    }
    return permission
  }
}
