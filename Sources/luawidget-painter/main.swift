import WidgetPainter

PainterService.run()
