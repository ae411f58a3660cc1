import WidgetSystem

// First: no thread exists yet.
FetcherCommand.enterSandbox()
FetcherCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
