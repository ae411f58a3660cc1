import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget secret set|clear|list`
struct SecretCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Store a widget's secrets: keys and passwords for its settings.",
    discussion: """
      They're stored in your desktop's keyring if there is one (the Secret Service, through secret-tool; the macOS keychain), or \
      else in files only you can read. A value is never an argument and never shown.
      """,
    subcommands: [Set.self, Clear.self, List.self])

  struct Set: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Store a secret: one line from standard input, typed without echo or piped.")

    @Argument(help: .widgetFile, completion: BoardCompletion.widgets) var file: String
    @Argument(help: "A setting of type \"secret\".", completion: SecretCompletion.names) var name: String

    func run(in root: CompositionRoot) async throws {
      let audit = try await WidgetAudit(file, in: root)
      guard audit.secrets.contains(name) else {
        throw CommandFailure(terminalSafe(SecretCommand.undeclared(name, in: file, audit.secrets)), .failed)
      }
      let location: StoreLocation
      do {
        let value = try SecretRules.value(from: try SecretInput.line(prompt: "\(name): "))
        // As the settings form does: an update would only say it later.
        if let setting = audit.manifest.settings.first(where: { $0.name == name }) {
          try SettingsResolver.check(secret: value, of: setting)
        }
        location = try root.stores.secrets.set(value, name, of: audit.identity.id)
      } catch let error as SecretError {
        throw SecretCommand.failure("\(name) was not stored", error)
      } catch let error as SettingsError {
        throw CommandFailure(terminalSafe("nothing was stored: \(error.message(label: "secret"))"))
      }
      await root.announceSecret(of: audit.identity.id)
      try Console.standardOutput.print("\(name): stored in \(terminalSafe(location.description))\n")
    }
  }

  struct Clear: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Remove one of a widget's secrets, or all of them.")

    @Argument(help: .widgetFile, completion: BoardCompletion.widgets) var file: String
    @Argument(help: "A secret's name; without one, all the widget declares.", completion: SecretCompletion.names)
    var name: String?

    func run(in root: CompositionRoot) async throws {
      let id: String
      var names: [String]
      if let name {
        // The widget may not declare it any more, or not load any more.
        id = WidgetDirectory(root.stores).id(file)
        names = [name]
      } else {
        let audit = try await WidgetAudit(file, in: root)
        id = audit.identity.id
        names = audit.secrets
      }
      do throws(SecretError) {
        for name in names where try !root.stores.secrets.clear(name, of: id) { names.removeAll { $0 == name } }
      } catch .invalidName {
        // No widget or setting has such a name.
        names = []
      } catch {
        throw SecretCommand.failure("some secrets were not removed", error)
      }
      if names.isEmpty { throw await SecretCommand.absence(of: name, in: file, root) }
      try Console.standardOutput.print("\(names.count) secret\(names.count == 1 ? "" : "s") removed\n")
    }
  }

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List secrets and where they're stored, without the values.")

    @Argument(
      help: "The file of a widget, or its id on a board; without one, the widgets of `luawidget list`.",
      completion: BoardCompletion.widgets) var file: String?

    func run(in root: CompositionRoot) async throws {
      if let file {
        let audit = try await WidgetAudit(file, in: root)
        if audit.secrets.isEmpty { Console.standardError.write(terminalSafe("\(file) declares no secrets") + "\n") }
        return try Console.standardOutput.print(lines(audit, root).map { terminalSafe($0) + "\n" }.joined())
      }
      var listing = WidgetListing(root)
      await listing.read()
      var found: [(name: String, line: String)] = []
      for row in listing.rows where row.problem == nil {
        guard let audit = try? await WidgetAudit(row.name, in: root) else { continue }
        found += lines(audit, root).map { (row.name, $0) }
      }
      let names = TableColumn(found.map(\.name))
      for (name, line) in found { try Console.standardOutput.print("\(names.padded(name))  \(terminalSafe(line))\n") }
      if found.isEmpty { Console.standardError.write("no widget declares secrets\n") }
    }

    /// `token  not set`
    private func lines(_ audit: WidgetAudit, _ root: CompositionRoot) -> [String] {
      var lines: [String] = []
      for name in audit.secrets {
        do {
          let secret = try root.stores.secrets.secret(name, of: audit.identity.id)
          lines.append("\(name)  \(secret?.location.description ?? "not set")")
        } catch {
          let remedy = error.remedy.map { "; \($0)" } ?? ""
          lines.append("\(name)  unusable: \(error)\(remedy)")
        }
      }
      return lines
    }
  }

  /// Why there was nothing to remove.
  private static func absence(of name: String?, in file: String, _ root: CompositionRoot) async -> CommandFailure {
    let declared = (try? await WidgetAudit(file, in: root))?.secrets
    guard let name else {
      let names = declared.map { $0.isEmpty ? " (it declares none)" : " (\($0.joined(separator: ", ")))" } ?? ""
      return CommandFailure(terminalSafe("no secret of \(file) is stored\(names)"), .failed)
    }
    guard let declared, !declared.contains(name) else {
      return CommandFailure(terminalSafe("the secret \"\(name)\" of \(file) is not stored"), .failed)
    }
    return CommandFailure(terminalSafe(undeclared(name, in: file, declared)), .failed)
  }

  private static func undeclared(_ name: String, in file: String, _ declared: [String]) -> String {
    let known = declared.isEmpty ? "the widget has none" : "secrets: \(declared.joined(separator: ", "))"
    return "\(file) declares no secret \"\(name)\"\(NearestName.hint(name, among: declared)) (\(known))"
  }

  static func failure(_ message: String, _ error: SecretError) -> CommandFailure {
    let remedy = error.remedy.map { "; \($0)" } ?? ""
    let isUsage = [.empty, .tooLong, .notText, .zeroByte].contains(error)
    return CommandFailure(terminalSafe("\(message): \(error)\(remedy)"), isUsage ? .usage : .internalError)
  }
}
