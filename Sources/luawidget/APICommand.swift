import ArgumentParser
import WidgetRuntime

/// `luawidget api`
struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api", abstract: "The Lua API, as editor types or as a reference page.")

  enum Form: String, CaseIterable, ExpressibleByArgument { case types, reference }

  @Argument(help: "types: for lua-language-server; reference: Markdown.") var form: Form = .reference

  func run() throws {
    let text = form == .types ? APIDocumentation.types : APIDocumentation.reference
    Console.standardOutput.write(text)
  }
}
