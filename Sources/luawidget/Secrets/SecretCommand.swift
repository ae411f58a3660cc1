import ArgumentParser
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget secret set|clear|list`
struct SecretCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secret", abstract: "Keep the secrets of a widget: keys and passwords that its settings ask for.",
    discussion: """
      They are kept by the desktop's own keeper where that works (the Secret Service, by secret-tool; the keychain of macOS), else \
      in files that only you can read. A value is never an argument, and never shown.
      """,
    subcommands: [Set.self, Clear.self, List.self])

  struct Set: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Keep a secret: a line of standard input, typed unseen or piped.")

    @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"])) var file: String
    @Argument(help: "A setting of type \"secret\".") var name: String

    func run() async throws {
      let audit = try await WidgetAudit(file)
      guard audit.secrets.contains(name) else {
        throw CommandFailure(terminalSafe(SecretCommand.undeclared(name, in: file, audit.secrets)))
      }
      let place: String
      do {
        let value = try SecretRules.value(from: try SecretInput.line(prompt: "\(name): "))
        place = try SecretCommand.store.set(value, name, of: audit.identity.id)
      } catch let error as SecretError {
        throw SecretCommand.failure("\(name) was not kept", error)
      }
      Console.standardOutput.write("\(name): kept in \(terminalSafe(place))\n")
    }
  }

  struct Clear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "clear", abstract: "Forget a secret, or all of a widget.")

    @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"])) var file: String
    @Argument(help: "A secret's name; without one, all that the widget declares.") var name: String?

    func run() async throws {
      let id: String
      var names: [String]
      if let name {
        // The widget may no longer declare it, or no longer load.
        id = StoredThings.id(file)
        names = [name]
      } else {
        let audit = try await WidgetAudit(file)
        id = audit.identity.id
        names = audit.secrets
      }
      do throws(SecretError) {
        for name in names where try !SecretCommand.store.clear(name, of: id) { names.removeAll { $0 == name } }
      } catch {
        throw SecretCommand.failure("not all was forgotten", error)
      }
      if names.isEmpty { throw await SecretCommand.absence(of: name, in: file) }
      Console.standardOutput.write("\(names.count) secret\(names.count == 1 ? "" : "s") forgotten\n")
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show a widget's secrets and where they are kept; never the values.")

    @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"])) var file: String

    func run() async throws {
      let audit = try await WidgetAudit(file)
      if audit.secrets.isEmpty { Console.standardError.write(terminalSafe("\(file) declares no secrets") + "\n") }
      var lines: [String] = []
      for name in audit.secrets {
        do {
          let place = try SecretCommand.store.location(of: name, of: audit.identity.id)?.place
          lines.append("\(name)  \(place ?? "not set")")
        } catch {
          let remedy = error.remedy.map { "; \($0)" } ?? ""
          lines.append("\(name)  unusable: \(error)\(remedy)")
        }
      }
      Console.standardOutput.write(lines.map { terminalSafe($0) + "\n" }.joined())
    }
  }

  /// Why there was nothing to forget.
  private static func absence(of name: String?, in file: String) async -> CommandFailure {
    let declared = (try? await WidgetAudit(file))?.secrets
    guard let name else {
      let names = declared.map { $0.isEmpty ? " (it declares none)" : " (\($0.joined(separator: ", ")))" } ?? ""
      return CommandFailure(terminalSafe("no secret of \(file) is kept\(names)"), .failed)
    }
    guard let declared, !declared.contains(name) else {
      return CommandFailure(terminalSafe("the secret \"\(name)\" of \(file) is not kept"), .failed)
    }
    return CommandFailure(terminalSafe(undeclared(name, in: file, declared)), .failed)
  }

  private static func undeclared(_ name: String, in file: String, _ declared: [String]) -> String {
    let known = declared.isEmpty ? "the widget has none" : "secrets: \(declared.joined(separator: ", "))"
    return "\(file) declares no secret \"\(name)\"\(NearestName.hint(name, among: declared)) (\(known))"
  }

  static var store: LayeredSecretStore { LayeredSecretStore(environment: ProcessEnvironment.current) }

  static func failure(_ what: String, _ error: SecretError) -> CommandFailure {
    let remedy = error.remedy.map { "; \($0)" } ?? ""
    let isUsage = [.empty, .tooLong, .notText, .zeroByte].contains(error)
    return CommandFailure(terminalSafe("\(what): \(error)\(remedy)"), isUsage ? .usage : .internalError)
  }
}

extension WidgetAudit {
  /// Names of the declared secrets.
  var secrets: [String] { manifest.settings.filter { $0.kind == .secret }.map(\.name) }
}
