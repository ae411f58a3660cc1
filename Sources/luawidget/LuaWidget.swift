import ArgumentParser
import WidgetServices
import WidgetTerminal

/// The program: its commands, and nothing else. It alone prints, prompts and exits.
@main
struct LuaWidget: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "luawidget",
    abstract: "Small widgets in Lua, on any screen.",
    discussion: "Begin with: luawidget run FILE.lua",
    version: version,
    subcommands: subcommands(for: CommandLine.arguments.dropFirst().first))

  /// All subcommands, or the one that is asked for: looking at each of them costs the parser about as much as a whole run.
  private static func subcommands(for name: String?) -> [any ParsableCommand.Type] {
    let all: KeyValuePairs<String, any ParsableCommand.Type> = [
      "run": RunCommand.self, "preview": PreviewCommand.self, "snapshot": SnapshotCommand.self, "defaults": DefaultsCommand.self,
      "cache": CacheCommand.self, "secret": SecretCommand.self, "permissions": PermissionsCommand.self,
      "audit": AuditCommand.self,
      "doctor": DoctorCommand.self, "api": APICommand.self,
    ]
    return all.first { $0.key == name }.map { [$0.value] } ?? all.map(\.value)
  }

  /// What is meant by a file in the place of a command.
  private static func hint(for arguments: some Collection<String>) -> String {
    guard let first = arguments.first, first.hasSuffix(".lua") || first.contains("/") else { return "" }
    return "  try: luawidget run \(ShellWord.quoted(first))\n"
  }

  static func main() async {
    ignoreBrokenPipes()
    var command: any ParsableCommand
    do {
      command = try parseAsRoot()
    } catch {
      // Help and version go to standard output with status 0; wrong usage has a status of its own.
      let status = exitCode(for: error)
      let text = fullMessage(for: error)
      if status == .success {
        Console.standardOutput.write(text + "\n")
        Exit.now(.success)
      }
      Console.standardError.write(text + "\n" + hint(for: CommandLine.arguments.dropFirst()))
      Exit.now(.usage)
    }
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Exit.now(.success)
    } catch let exit as Exit {
      Exit.now(exit)
    } catch let failure as CommandFailure {
      Console.standardError.write("luawidget: \(failure.message)\n")
      Exit.now(failure.exit)
    } catch {
      // Help asked for by name, and errors of the arguments' own checks.
      let isHelp = exitCode(for: error) == .success
      (isHelp ? Console.standardOutput : Console.standardError).write(fullMessage(for: error) + "\n")
      if isHelp { Exit.now(.success) }
      Exit.now(exitCode(for: error) == .validationFailure ? .usage : .internalError)
    }
  }
}
