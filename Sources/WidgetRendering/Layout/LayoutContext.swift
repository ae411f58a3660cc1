public import WidgetModel

/// Everything a layout depends on besides the views.
public struct LayoutContext: Sendable {
  public var measurer: any TextMeasurer
  public var metrics: SurfaceMetrics
  public var textSize: TextSize
  public var encoding: OutputEncoding
  /// The characters for icons.
  public var icons: IconStyle
  public var clock: CalendarClock
  /// The character of an activity indicator.
  public var spinner: String
  /// Whether to lay out `private` views without leaving any of their content in the result.
  public var isRedacted: Bool
  /// An image's size in points, if known. On a surface that shows alternative text, images of unknown size are text.
  public var imageSize: (@Sendable (ImageSource) -> Size?)?
  /// Whether content that doesn't fit gets smaller as a whole, on surfaces with letters of any size.
  public var scalesContent = true
  /// Whether a measurement serves other proposals with the same result. A test turns it off to compare the layouts.
  var reusesMeasurements = true

  public init(
    measurer: any TextMeasurer, metrics: SurfaceMetrics, textSize: TextSize = .large, encoding: OutputEncoding = .utf8,
    icons: IconStyle = .unicode,
    clock: CalendarClock = CalendarClock(now: 0), spinner: String = "⠋", isRedacted: Bool = false,
    imageSize: (@Sendable (ImageSource) -> Size?)? = nil
  ) {
    self.measurer = measurer
    self.metrics = metrics
    self.textSize = textSize
    self.encoding = encoding
    self.icons = icons
    self.clock = clock
    self.spinner = spinner
    self.isRedacted = isRedacted
    self.imageSize = imageSize
  }

  /// Whether curves can be drawn: in renderings, and with braille.
  var hasCurves: Bool { metrics.quantum == nil || encoding == .utf8 }

  /// An image's size here; nil shows its alternative text instead.
  func idealSize(of image: ImageSource) -> Size? { imageSize?(image.resolved(.light)) ?? metrics.image }

  var ellipsis: String { encoding == .ascii ? "..." : "…" }

  func encoded(_ text: String) -> String { encoding == .ascii ? ASCIIText.from(text) : text }
}
