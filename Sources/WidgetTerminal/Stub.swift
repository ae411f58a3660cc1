// WidgetTerminal
