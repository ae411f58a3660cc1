import WidgetSystem

// First, before any thread exists.
ServerCommand.enterSandbox()
ServerCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
