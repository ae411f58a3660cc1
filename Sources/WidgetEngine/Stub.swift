// WidgetEngine
