import ArgumentParser
import WidgetCommands

/// A command that `luawidget` runs itself. This program describes it: its help, its completions, and what is wrong with its arguments.
struct ExplainedCommand<Arguments: CommandArguments>: ParsableCommand {
  @OptionGroup var arguments: TableArguments<Arguments>

  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Arguments.name, abstract: Arguments.abstract, discussion: Arguments.discussion)
  }

  func run() throws {
    throw CommandFailure("internal error: the arguments are valid, but luawidget did not accept them", .internalError)
  }
}
