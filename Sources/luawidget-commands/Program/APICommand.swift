import ArgumentParser
import WidgetCommands
import WidgetRuntime

/// `luawidget api`
struct APICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api", abstract: "Print the Lua API as editor types or documentation.")

  enum Form: String, CaseIterable, ExpressibleByArgument { case types, reference, lua }

  @Argument(help: "types: for lua-language-server; reference: every function; lua: the standard library.") var form: Form =
    .reference

  func run() throws {
    let text =
      switch form {
      case .types: APIDocumentation.types
      case .reference: APIDocumentation.reference
      case .lua: APIDocumentation.standardLibrary
      }
    try Console.standardOutput.print(text)
  }
}
