import WidgetSystem

exit(NotifierCommand.run(arguments: Array(CommandLine.arguments.dropFirst())))
