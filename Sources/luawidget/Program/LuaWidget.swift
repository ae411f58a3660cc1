import WidgetCommands
import WidgetHost
import WidgetRuntime
import WidgetSystem

/// The program: runs widgets and hosts boards, and executes `luawidget-commands` for everything else.
@main
enum LuaWidget {
  static func main() {
    let arguments = Program.arguments()
    switch arguments.first {
    case RunArguments.name?:
      if let arguments = RunArguments(arguments: Array(arguments.dropFirst())) { run(RunCommand(arguments: arguments)) }
    case OpenArguments.name?:
      if let arguments = OpenArguments(arguments: Array(arguments.dropFirst())) { run(OpenCommand(arguments: arguments)) }
    case TapArguments.name?:
      if let arguments = TapArguments(arguments: Array(arguments.dropFirst())) { run(TapCommand(arguments: arguments)) }
    case TodayArguments.name?:
      if let arguments = TodayArguments(arguments: Array(arguments.dropFirst())) { run(TodayCommand(arguments: arguments)) }
    case ServeArguments.name?:
      if let arguments = ServeArguments(arguments: Array(arguments.dropFirst())) { run(ServeCommand(arguments: arguments)) }
    case UpdateArguments.name?:
      if let arguments = UpdateArguments(arguments: Array(arguments.dropFirst())) { run(UpdateCommand(arguments: arguments)) }
    case DesktopArguments.name?:
      if let arguments = DesktopArguments(arguments: Array(arguments.dropFirst())) { run(DesktopCommand(arguments: arguments)) }
    case "--version"? where arguments.count == 1:
      Program.prepare()
      Program.exit(printing: Program.version)
    default: break
    }
    // Another command, a request for help, or a usage error.
    CommandsProgram.execute()
  }

  private static func run(_ command: some Command) -> Never {
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

/// A command that this program runs itself.
protocol Command: Sendable {
  /// The arguments' choices about the services.
  ///
  /// - Throws: ``CommandFailure`` for an invalid argument.
  var serviceOptions: ServiceOptions { get throws }
  /// Whether problems of the stores are not reported.
  var isQuiet: Bool { get }

  /// - Parameter executor: Of the running task.
  /// - Throws: ``CommandFailure``, ``Exit``, or an error of the configuration or the stores.
  func run(in root: CompositionRoot, on executor: CallingThreadExecutor) async throws -> Exit
}
