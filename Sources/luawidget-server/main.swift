import WidgetSystem

// First: no thread exists yet.
ServerSandbox.enter()
ServerCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
