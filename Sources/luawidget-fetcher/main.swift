import WidgetSystem

// First: no thread exists yet.
FetcherSandbox.enter()
FetcherCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
