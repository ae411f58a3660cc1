// WidgetRendering
