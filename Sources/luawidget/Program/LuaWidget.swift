import ArgumentParser
import WidgetHost
import WidgetRendering
import WidgetServices
import WidgetSystem
import WidgetTerminal

/// The program. Only this target prints, prompts and exits.
@main
struct LuaWidget: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "luawidget",
    abstract: "Small widgets in Lua, on any screen.",
    discussion: "Start with: luawidget run FILE.lua",
    version: version,
    subcommands: subcommands(for: CommandLine.arguments.dropFirst().first))

  private static let commands: KeyValuePairs<String, any ParsableCommand.Type> = [
    "run": RunCommand.self, "open": OpenCommand.self, "preview": PreviewCommand.self, "snapshot": SnapshotCommand.self,
    "defaults": DefaultsCommand.self,
    "cache": CacheCommand.self, "secret": SecretCommand.self, "permissions": PermissionsCommand.self, "audit": AuditCommand.self,
    "doctor": DoctorCommand.self, "api": APICommand.self,
  ]

  /// The named command, or all: the parser takes about as long to inspect all of them as a whole run.
  private static func subcommands(for name: String?) -> [any ParsableCommand.Type] {
    commands.first { $0.key == name }.map { [$0.value] } ?? commands.map(\.value)
  }

  /// The most threads that a run needs: Dispatch's pool, one thread per worker, the network's, and the one that starts processes.
  private static let threads = 16

  /// The most files that a run opens at the same time: stores, event loops, pipes, connections.
  private static let files = 24

  static func main() async {
    StandardDescriptors.reserve()
    ignoreBrokenPipes()
    guard DescriptorLimit.allows(files) else {
      Console.standardError.write(
        "luawidget: cannot open \(files) files: the limit on open files is too low\n  try: ulimit -n 256\n")
      Exit.now(.internalError)
    }
    guard ThreadLimit.allows(threads) else {
      Console.standardError.write(
        "luawidget: cannot start \(threads) threads: the limit on processes is too low\n  try: ulimit -u 256\n")
      Exit.now(.internalError)
    }
    // The Swift runtime reads them from /proc on Linux.
    guard !CommandLine.arguments.isEmpty else {
      Console.standardError.write("luawidget: the arguments cannot be read: /proc is not mounted\n")
      Exit.now(.internalError)
    }
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let problem = UsageHint.unknownTopic(arguments, commands.map(\.key)) {
      Console.standardError.write("luawidget: \(problem)\n")
      Exit.now(.usage)
    }
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
    } catch let exit as Exit {
      Exit.now(exit)
    } catch {
      guard let failure = CommandFailure(error) else { exit(parserError: error) }
      Console.standardError.write("luawidget: \(failure.message)\n")
      Exit.now(failure.exit)
    }
  }

  /// Prints help, the version, or a usage error, and exits.
  private static func exit(parserError error: any Error) -> Never {
    let status = exitCode(for: error)
    let message = fullMessage(for: error)
    if status == .success {
      guard Console.standardOutput.write(message + "\n") else { Exit.now(.internalError) }
      Exit.now(.success)
    }
    // Errors quote the arguments.
    let problem = message.hasPrefix("Error: ") ? "luawidget: " + message.dropFirst(7) : message
    let text = terminalSafe(problem, multiline: true)
    Console.standardError.write(text + "\n" + UsageHint.text(for: Array(CommandLine.arguments.dropFirst()), commands))
    Exit.now(status == .validationFailure ? .usage : .internalError)
  }
}
