import ArgumentParser
import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget links`
struct LinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "links", abstract: "Choose the URL schemes whose links other programs open with luawidget.",
    discussion: """
      Writes mimeapps.list in your configuration folder, and a desktop entry if luawidget is installed without one. Browsers and \
      xdg-open read both.
      """,
    subcommands: [List.self, Register.self, Unregister.self], defaultSubcommand: List.self)

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the registered schemes, each with the widget you chose for it.")

    func run(in root: CompositionRoot) async throws {
      let schemes = try LinksCommand.handlers(root) { handlers throws(LinkHandlers.Problem) in try handlers.schemes() }
      let names = TableColumn(schemes)
      for scheme in schemes {
        let widget = try root.stores.linkChoices.widget(for: scheme) ?? ""
        try Console.standardOutput.print(terminalSafe(widget.isEmpty ? scheme : "\(names.padded(scheme))  \(widget)") + "\n")
      }
      if schemes.isEmpty { Console.standardError.write("no schemes are registered\n") }
    }
  }

  struct Register: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "register", abstract: "Open a widget's links with luawidget: those of all its schemes, or of one.")

    @Argument(help: .anyWidget, completion: BoardCompletion.widgets) var widget: String
    @Option(help: "One of the schemes in the widget's url_schemes.") var scheme: String?

    func run(in root: CompositionRoot) async throws {
      let file = WidgetDirectory(root.stores).file(widget)
      let audit = try await WidgetAudit(file, in: root)
      let declared = audit.manifest.urlSchemes
      guard !declared.isEmpty else { throw CommandFailure("\(terminalSafe(file)) declares no url_schemes", .failed) }
      let wanted = scheme.map { [$0.lowercased()] } ?? declared
      for scheme in wanted where !declared.contains(scheme) {
        throw Absence.failure("\(file) does not declare the scheme \"\(scheme)\"", scheme, among: declared, none: nil)
      }
      guard let program = BarConfigCommand.program() else {
        throw CommandFailure("\(HelperProgram.luawidget.missing)\n  try: \(HelperProgram.installation)", .internalError)
      }
      for scheme in wanted {
        try root.stores.linkChoices.choose(audit.script.path, for: scheme)
        let before = try LinksCommand.handlers(root) { handlers throws(LinkHandlers.Problem) in
          try handlers.register(scheme, program: program)
        }
        let note = before.map { " (before: \($0))" } ?? ""
        try Console.standardOutput.print(terminalSafe("registered: \(scheme)\(note)") + "\n")
      }
    }
  }

  struct Unregister: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "unregister", abstract: "Leave the links of a scheme to the program that opened them before.")

    @Argument(help: "A scheme such as myflight.") var scheme: String

    func run(in root: CompositionRoot) async throws {
      let scheme = scheme.lowercased()
      let known = try LinksCommand.handlers(root) { handlers throws(LinkHandlers.Problem) in try handlers.schemes() }
      guard known.contains(scheme) else {
        throw Absence.failure("the scheme \"\(scheme)\" isn't registered", scheme, among: known, none: "no other one is either")
      }
      _ = try LinksCommand.handlers(root) { handlers throws(LinkHandlers.Problem) in try handlers.unregister(scheme) }
      try Console.standardOutput.print("unregistered: \(terminalSafe(scheme))\n")
    }
  }

  private static func handlers<Value>(
    _ root: CompositionRoot, _ body: (LinkHandlers) throws(LinkHandlers.Problem) -> Value
  ) throws -> Value {
    #if os(Linux)
      do throws(LinkHandlers.Problem) { return try body(LinkHandlers(environment: root.environment)) } catch {
        throw CommandFailure(terminalSafe("\(error)"), .failed)
      }
    #else
      throw CommandFailure("registering schemes needs Linux\n  try: luawidget open URL")
    #endif
  }
}
