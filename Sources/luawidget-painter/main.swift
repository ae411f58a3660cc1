import WidgetPainter

PainterService.run(arguments: Array(CommandLine.arguments.dropFirst()))
