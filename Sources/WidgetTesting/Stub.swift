// WidgetTesting
