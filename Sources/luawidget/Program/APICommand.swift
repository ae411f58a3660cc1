import ArgumentParser
import WidgetRuntime

/// `luawidget api`
struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api", abstract: "Print the Lua API as editor types or as a reference page.")

  enum Form: String, CaseIterable, ExpressibleByArgument { case types, reference }

  @Argument(help: "types: for lua-language-server; reference: Markdown.") var form: Form = .reference

  func run() throws {
    try Console.standardOutput.print(form == .types ? APIDocumentation.types : APIDocumentation.reference)
  }
}
