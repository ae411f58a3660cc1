// WidgetHost
