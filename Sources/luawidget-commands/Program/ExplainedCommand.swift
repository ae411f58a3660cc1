import ArgumentParser
import WidgetCommands

/// A command that `luawidget` runs itself. This program describes it: its help, its completions, and what is wrong with its arguments.
protocol ExplainedCommand: ParsableCommand {
  associatedtype Arguments: CommandArguments
}

extension ExplainedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Arguments.name, abstract: Arguments.abstract, discussion: Arguments.discussion)
  }

  func run() throws {
    throw CommandFailure("internal error: the arguments are valid, but luawidget did not accept them", .internalError)
  }
}

/// `luawidget run`
struct ExplainedRun: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<RunArguments>
  typealias Arguments = RunArguments
}

/// `luawidget tap`
struct ExplainedTap: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<TapArguments>
  typealias Arguments = TapArguments
}

/// `luawidget open`
struct ExplainedOpen: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<OpenArguments>
  typealias Arguments = OpenArguments
}

/// `luawidget today`
struct ExplainedToday: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<TodayArguments>
  typealias Arguments = TodayArguments
}

/// `luawidget update`
struct ExplainedUpdate: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<UpdateArguments>
  typealias Arguments = UpdateArguments
}

/// `luawidget serve`
struct ExplainedServe: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<ServeArguments>
  typealias Arguments = ServeArguments
}

/// `luawidget desktop`
struct ExplainedDesktop: ExplainedCommand {
  @OptionGroup var arguments: TableArguments<DesktopArguments>
  typealias Arguments = DesktopArguments
}
