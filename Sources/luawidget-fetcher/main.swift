import WidgetSystem

// First, before any thread exists.
FetcherCommand.enterSandbox()
FetcherCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
