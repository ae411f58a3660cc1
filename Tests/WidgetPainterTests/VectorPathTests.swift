import Testing

@testable import WidgetPainter
