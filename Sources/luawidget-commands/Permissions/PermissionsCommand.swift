import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// `luawidget permissions`
struct PermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "permissions", abstract: "Show and change your decisions about permissions.",
    discussion: """
      A decision applies to one widget with its exact manifest. Write permissions as in --allow: net=api.example.com, \
      private_net=192.168.1.10:8080, device=disk, media=control, units=syncthing.service, env=HOME, run=git, \
      group=group.x, open_url=myflight, notify.
      """,
    subcommands: [List.self, Allow.self, Revoke.self, Log.self], defaultSubcommand: List.self)

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List your decisions.",
      discussion: "A decision about an earlier manifest of a widget no longer holds, and is marked.")

    func run(in root: CompositionRoot) async throws {
      let entries = try root.stores.grants.list()
      let directory = WidgetDirectory(root.stores)
      let ids = Set(entries.map(\.widget)).sorted()
      let labels = entries.map { directory.label($0.widget, among: ids) }
      let names = TableColumn(labels)
      var audits: [String: WidgetAudit] = [:]
      for id in ids {
        let file = directory.file(id)
        guard file != id, let audit = await WidgetAudit(quietly: file, in: root), audit.identity.id == id else { continue }
        audits[id] = audit
      }
      for (entry, label) in zip(entries, labels) {
        let isOutdated = audits[entry.widget]?.holds(entry.record) == false
        let decision = entry.record.isAllowed ? "allowed" : "denied "
        let program = entry.record.program.map { " (\($0))" } ?? ""
        try Console.standardOutput.print(
          names.padded(label) + terminalSafe("  \(decision)  \(entry.record.permission)\(program)")
            + (isOutdated ? "  (decided for an earlier version of the widget)" : "") + "\n")
      }
      if entries.isEmpty { Console.standardError.write("no decisions\n") }
    }
  }

  struct Allow: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "allow", abstract: "Grant permissions requested by a widget's manifest.")

    @Argument(help: .anyWidget, completion: BoardCompletion.widgets) var widget: String
    @Argument(help: "A permission; without one, everything the manifest requests.") var permissions: [String] = []

    func run(in root: CompositionRoot) async throws {
      let file = WidgetDirectory(root.stores).file(widget)
      let audit = try await WidgetAudit(file, in: root)
      let wanted = try permissions.map(PermissionArgument.permission)
      try audit.check(requested: wanted, by: file)
      let given = wanted.isEmpty ? audit.requested : wanted.flatMap { $0.parts(of: audit.requested) }
      let rules = root.configuration.deny.locating(given, by: root.services.programs.resolve)
      if let permission = given.first(where: rules.denies) {
        throw CommandFailure("\(terminalSafe("\(permission)")) is denied by [deny] in config.toml")
      }
      _ = try await WidgetAudit(file, given: given, in: root)
      // The audit reports why a decision wasn't stored.
      let stored = try root.stores.grants.list().filter { $0.widget == audit.identity.id && $0.record.isAllowed }.map(
        \.record.permission)
      guard given.allSatisfy(stored.contains) else { throw CommandFailure("the permissions were not granted", .internalError) }
      for permission in given {
        try Console.standardOutput.print("allowed: \(terminalSafe("\(permission)"))\n")
        if case .run(let name) = permission, root.services.programs.resolve(name) == nil {
          Console.standardError.write("warning: there is no program \(terminalSafe(name))\n")
        }
      }
    }
  }

  struct Revoke: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: "Forget decisions, so the widget asks again.")

    @Argument(help: .anyWidgetOrAll, completion: BoardCompletion.widgets) var widget: String?
    @Argument(help: "A permission; without one, all of the widget's.") var permission: String?
    @Flag(help: "All widgets.") var all = false

    func run(in root: CompositionRoot) async throws {
      guard all != (widget != nil) else { throw CommandFailure.needsWidgetOrAll }
      let permission = try permission.map(PermissionArgument.permission)
      let directory = WidgetDirectory(root.stores)
      let owners = try root.stores.grants.list().map(\.widget)
      let id = widget.map { directory.id($0, among: owners) }
      let revoked = try root.stores.grants.list().filter {
        (id == nil || $0.widget == id) && (permission == nil || $0.record.permission == permission)
      }
      let count = try root.stores.grants.revoke(permission, of: id)
      for entry in revoked {
        root.stores.audit.record(
          AuditEvent(time: root.clock.now(), .revoked, widget: entry.widget, "\(entry.record.permission)"))
      }
      let ended = revoked.isEmpty ? allowedOnce(permission, id, root) : []
      await root.announceRevocation(of: Set(revoked.map(\.widget) + ended.map(\.widget)))
      for event in ended {
        root.stores.audit.record(AuditEvent(time: root.clock.now(), .revoked, widget: event.widget, event.permission))
      }
      if !ended.isEmpty {
        return try Console.standardOutput.print("0 decisions removed; what you allowed \"this time\" has ended\n")
      }
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

    /// The permissions allowed "this time" and not revoked since. Only the programs that asked know whether they're still running.
    private func allowedOnce(_ permission: Permission?, _ id: String?, _ root: CompositionRoot) -> [AuditEvent] {
      var ended: [String: AuditEvent] = [:]
      for event in (try? root.stores.audit.events()) ?? [] {
        guard id == nil || event.widget == id, permission == nil || event.permission == permission?.description else { continue }
        switch event.kind {
        case .allowedOnce: ended["\(event.widget) \(event.permission)"] = event
        case .revoked: ended["\(event.widget) \(event.permission)"] = nil
        case .allowed, .denied, .used, .refused: break
        }
      }
      return ended.values.sorted { ($0.widget, $0.permission) < ($1.widget, $1.permission) }
    }
  }

  struct Log: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: "Show decisions, and when widgets used their permissions.",
      discussion: """
        Each start of a program and each opened URL is recorded; other permissions you decided about are recorded once an hour. \
        Arguments and URLs' paths aren't recorded: they may hold secrets.
        """)

    @Argument(help: .anyWidgetOrEvery, completion: BoardCompletion.widgets) var widget: String?
    @Flag(help: "As JSON.") var json = false

    func run(in root: CompositionRoot) async throws {
      let events = try root.stores.audit.events()
      let directory = WidgetDirectory(root.stores)
      let ids = Set(events.map(\.widget)).sorted()
      let id = widget.map { directory.id($0, among: ids) }
      if let widget, let id, !ids.contains(id), WidgetDirectory.fileID(widget) == nil {
        let known = ids.map { directory.label($0, among: ids) }
        throw Absence.failure("nothing is recorded about \"\(widget)\"", widget, among: known, none: "nor about any other widget")
      }
      let shown = events.filter { id == nil || $0.widget == id }
      if json {
        let values = shown.map { event -> LuaValue in
          [
            "time": .number(event.time), "event": .string(event.kind.rawValue), "widget": .string(event.widget),
            "permission": .string(event.permission), "detail": .string(event.detail),
          ]
        }
        return try Console.standardOutput.print(JSONText.write(.array(values), indented: true) + "\n")
      }
      let labels = shown.map { directory.label($0.widget, among: ids) }
      let names = TableColumn(labels)
      let kinds = TableColumn(shown.map(\.kind.rawValue))
      for (event, label) in zip(shown, labels) {
        let detail = event.detail.isEmpty ? "" : " (\(event.detail))"
        try Console.standardOutput.print(
          Self.localTime(event.time) + "  " + names.padded(label) + "  " + kinds.padded(event.kind.rawValue)
            + terminalSafe("  \(event.permission)\(detail)") + "\n")
      }
      if shown.isEmpty { Console.standardError.write("nothing recorded\n") }
    }

    /// `2026-11-25 19:41:13`, in the zone of this machine.
    private static func localTime(_ seconds: Double) -> String {
      var moment = time_t(exactly: seconds.rounded(.down)) ?? 0
      var parts = tm()
      localtime_r(&moment, &parts)
      var buffer = [CChar](repeating: 0, count: 64)
      let count = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M:%S", &parts)
      return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
