import WidgetSystem

// First: no thread exists yet.
ServerCommand.enterSandbox()
ServerCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
