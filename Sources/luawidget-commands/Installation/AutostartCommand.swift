import ArgumentParser
import WidgetCommands
import WidgetHelpers
import WidgetHost
import WidgetRendering
import WidgetServices

/// `luawidget autostart list|enable|disable`
struct AutostartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "autostart", abstract: "Choose what starts when you log in: serve, desktop or update.",
    discussion: """
      serve and update are units of systemd where there is one, and desktop is an entry in your desktop's list of programs to start.
      """,
    subcommands: [List.self, Enable.self, Disable.self], defaultSubcommand: List.self)

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List what starts when you log in.")

    func run(in root: CompositionRoot) async throws {
      let autostart = try AutostartCommand.autostart(root)
      let rows = Autostart.Host.allCases.map { ($0.rawValue, autostart.way(of: $0)?.place ?? "no") }
      let names = TableColumn(rows.map(\.0))
      try Console.standardOutput.print(rows.map { "\(names.padded($0))  \(terminalSafe($1))\n" }.joined())
    }
  }

  struct Enable: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "enable", abstract: "Start one of them when you log in.")

    @Argument(help: "serve, desktop or update.") var host: Autostart.Host

    func run(in root: CompositionRoot) async throws {
      guard let program = BarConfigCommand.program() else {
        throw CommandFailure("\(HelperProgram.luawidget.missing)\n  try: \(HelperProgram.installation)", .internalError)
      }
      let autostart = try AutostartCommand.autostart(root)
      let way = try AutostartCommand.attempt { () throws(Autostart.Problem) in try autostart.enable(host, program: program) }
      try Console.standardOutput.print("luawidget \(host.rawValue) starts when you log in (\(terminalSafe(way.place)))\n")
      if case .unit(let unit) = way { try Console.standardOutput.print("  now: systemctl --user start \(unit)\n") }
    }
  }

  struct Disable: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "disable", abstract: "Don't start one of them any more. If it's running, it goes on.")

    @Argument(help: "serve, desktop or update.") var host: Autostart.Host

    func run(in root: CompositionRoot) async throws {
      let autostart = try AutostartCommand.autostart(root)
      let wasEnabled = try AutostartCommand.attempt { () throws(Autostart.Problem) in try autostart.disable(host) }
      let text = wasEnabled ? "no longer starts when you log in" : "doesn't start when you log in"
      try Console.standardOutput.print("luawidget \(host.rawValue) \(text)\n")
    }
  }

  static func autostart(_ root: CompositionRoot) throws -> Autostart {
    #if os(Linux)
      let environment = root.environment
      let folder = InstalledFiles.unitTemplates ?? "systemd"
      return try attempt { () throws(Autostart.Problem) in try Autostart(environment: environment, templates: folder) }
    #else
      throw CommandFailure("starting luawidget at login needs Linux\n  try: a Login Item that runs luawidget serve")
    #endif
  }

  private static func attempt<Value>(_ body: () throws(Autostart.Problem) -> Value) throws -> Value {
    do throws(Autostart.Problem) { return try body() } catch {
      var text = "\(error)"
      if case .needsSystemd = error { text += "\n  try: a line for cron: */15 * * * * luawidget update --quiet" }
      let exit: Exit =
        switch error {
        case .noHome, .needsSystemd: .failed
        case .noTemplate, .unwritable: .internalError
        }
      throw CommandFailure(terminalSafe(text, multiline: true), exit)
    }
  }
}

extension Autostart.Way {
  var place: String {
    switch self {
    case .unit(let name): name
    case .entry(let path): path
    }
  }
}
