import WidgetSystem
import WidgetWindows

WindowsCommand.run(arguments: Array(CommandLine.arguments.dropFirst()))
