import WidgetSystem

WindowsCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
