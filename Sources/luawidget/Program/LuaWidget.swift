import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetRuntime
import WidgetSystem

/// The program: runs widgets and hosts boards, and executes `luawidget-commands` for everything else.
@main
enum LuaWidget {
  static func main() {
    let arguments = Program.arguments()
    switch arguments.first {
    case RunArguments.name?: run(RunCommand.self, arguments)
    case OpenArguments.name?: run(OpenCommand.self, arguments)
    case TapArguments.name?: run(TapCommand.self, arguments)
    case TodayArguments.name?: run(TodayCommand.self, arguments)
    case ServeArguments.name?: run(ServeCommand.self, arguments)
    case UpdateArguments.name?: run(UpdateCommand.self, arguments)
    case DesktopArguments.name?: run(DesktopCommand.self, arguments)
    case PopupArguments.name?: run(PopupCommand.self, arguments)
    case "--version"? where arguments.count == 1:
      Program.prepare()
      Program.exit(printing: Program.fullVersion)
    default: break
    }
    // Another command, a request for help, or a usage error.
    CommandsProgram.execute()
  }

  /// Doesn't return if the arguments are valid.
  private static func run<Hot: Command>(_ type: Hot.Type, _ arguments: [String]) {
    guard let arguments = Hot.Arguments(arguments: Array(arguments.dropFirst())) else { return }
    let command = Hot(arguments: arguments)
    Program.prepare()
    TaskPool.use()
    let executor = CallingThreadExecutor()
    Exit.now(executor.run { await status(of: command, on: executor) })
  }

  private static func status(of command: some Command, on executor: CallingThreadExecutor) async -> Exit {
    do {
      let environment = ProcessEnvironment.current
      let configuration = try UserConfiguration(environment: environment)
      let root = try CompositionRoot(
        environment: environment, configuration: configuration, options: command.serviceOptions, isQuiet: command.isQuiet)
      let exit = try await command.run(in: root, on: executor)
      // The stores stay open: closing the last connection to a file waits for the disk.
      return withExtendedLifetime(root) { Exit.now(exit) }
    } catch {
      Program.exit(after: error)
      Program.exit("internal error: \(error)", .internalError)
    }
  }
}

/// A command this program runs itself.
protocol Command: Sendable {
  associatedtype Arguments: CommandArguments

  init(arguments: Arguments)

  /// The services chosen by the arguments.
  ///
  /// - Throws: ``CommandFailure`` for an invalid argument.
  var serviceOptions: ServiceOptions { get throws }
  /// Whether to keep quiet about store problems.
  var isQuiet: Bool { get }

  /// - Parameter executor: The running task's executor.
  /// - Throws: ``CommandFailure``, ``Exit``, or an error of the configuration or the stores.
  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit
}

/// `luawidget-commands`: every command that doesn't start often, help, completions and the wording of usage errors.
enum CommandsProgram {
  /// Replaces this program in its process, with the same arguments, environment and descriptors.
  static func execute() -> Never {
    guard let path = HelperProgram.commands.path else {
      Program.exit(
        "\(HelperProgram.commands.missing)\n  try: \(HelperProgram.installation)", .internalError)
    }
    if let problem = HelperProgram.libraryProblem {
      Program.exit("\(problem)\n  try: \(HelperProgram.installation)", .internalError)
    }
    execv(path, CommandLine.unsafeArgv)
    Program.exit(HelperProblem.cannotStart("\(SystemError.current)").text(of: .commands), .internalError)
  }
}
