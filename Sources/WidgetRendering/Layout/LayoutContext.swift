public import WidgetModel

/// What a layout needs to know besides the views.
public struct LayoutContext: Sendable {
  public var measurer: any TextMeasurer
  public var metrics: SurfaceMetrics
  public var textSize: TextSize
  public var encoding: TextEncoding
  public var clock: CalendarClock
  /// The picture of an activity indicator.
  public var spinner: String

  public init(
    measurer: any TextMeasurer, metrics: SurfaceMetrics, textSize: TextSize = .large, encoding: TextEncoding = .utf8,
    clock: CalendarClock = CalendarClock(now: 0), spinner: String = "⠋"
  ) {
    self.measurer = measurer
    self.metrics = metrics
    self.textSize = textSize
    self.encoding = encoding
    self.clock = clock
    self.spinner = spinner
  }

  var ellipsis: String { encoding == .ascii ? "..." : "…" }

  func encoded(_ text: String) -> String { encoding == .ascii ? ASCIIText.from(text) : text }
}
