import ArgumentParser
import WidgetCommands
import WidgetRendering

/// The commands of `luawidget` that don't start often. `luawidget` executes this program for them.
@main
struct LuaWidgetCommands: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "luawidget",
    abstract: "Small widgets in Lua, on any screen.",
    discussion: "Start with: luawidget run FILE.lua",
    version: Program.fullVersion,
    subcommands: subcommands(for: CommandLine.arguments.dropFirst().first))

  private static let commands: [UsageHint.NamedCommand] =
    HotCommands.arguments.map { explained($0) } + [
      ("bar-config", BarConfigCommand.self), ("push", PushCommand.self), ("show", ShowCommand.self),
      ("preview", PreviewCommand.self),
      ("board", BoardCommand.self),
      ("list", ListCommand.self), ("snapshot", SnapshotCommand.self), ("defaults", DefaultsCommand.self),
      ("cache", CacheCommand.self), ("container", ContainerCommand.self), ("secret", SecretCommand.self),
      ("permissions", PermissionsCommand.self), ("links", LinksCommand.self), ("key", KeyCommand.self),
      ("audit", AuditCommand.self),
      ("doctor", DoctorCommand.self), ("autostart", AutostartCommand.self), ("reset", ResetCommand.self),
      ("notification-response", NotificationResponseCommand.self), ("api", APICommand.self),
    ]

  private static func explained<Arguments: CommandArguments>(_ arguments: Arguments.Type) -> UsageHint.NamedCommand {
    (Arguments.name, ExplainedCommand<Arguments>.self)
  }

  /// The named command, or all of them: inspecting them all takes the parser about as long as a whole run.
  private static func subcommands(for name: String?) -> [any ParsableCommand.Type] {
    commands.first { $0.name == name }.map { [$0.type] } ?? commands.map(\.type)
  }

  static func main() async {
    Program.prepare()
    let arguments = Program.arguments()
    if let problem = UsageHint.unknownTopic(arguments, commands) { Program.exit(problem, .usage) }
    let command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      exit(parserError: error)
    }
    do {
      if let rooted = command as? any RootedCommand {
        try await rooted.run(in: rooted.root())
      } else {
        var command = command
        try command.run()
      }
      Exit.now(.success)
    } catch {
      Program.exit(after: error)
      exit(parserError: error)
    }
  }

  /// Prints help, the version, or a usage error, and exits.
  private static func exit(parserError error: any Error) -> Never {
    let status = exitCode(for: error)
    let message = UsageHint.plausible(fullMessage(for: error))
    if status == .success { Program.exit(printing: HelpCompletion(commands).added(to: message)) }
    // Errors quote the arguments.
    let problem = message.hasPrefix("Error: ") ? "luawidget: " + message.dropFirst(7) : message
    let text = terminalSafe(problem, multiline: true)
    Console.standardError.write(text + "\n" + UsageHint.text(for: Array(CommandLine.arguments.dropFirst()), commands))
    Exit.now(status == .validationFailure ? .usage : .internalError)
  }
}
