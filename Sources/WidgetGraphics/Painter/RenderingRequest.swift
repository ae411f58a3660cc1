public import WidgetModel
public import WidgetRendering

/// A request to draw a snapshot as PNG, SVG or PDF, or, as HTML, to measure its texts for a page (``CardMeasurements``).
public struct RenderingRequest: Sendable, Equatable {
  public var snapshot: Snapshot
  public var format: OutputFormat
  /// Points.
  public var width: Double
  /// Points; nil uses the height the view needs.
  public var height: Double?
  /// nil if none is requested. It doesn't decide the size.
  public var family: WidgetFamily?
  /// A PNG's pixels per point. Other formats ignore it.
  public var scale: Double
  public var colorScheme: ColorScheme
  public var textSize: TextSize
  /// The mode. A compact view is 110 points high, unless `height` is set.
  public var displayMode: DisplayMode
  /// Whether to hide `private` views.
  public var isRedacted: Bool
  /// Whether the view is out of date, so the title bar shows its age in a warning colour.
  public var isStale: Bool
  /// Whether the title bar always shows the age.
  public var showsAge: Bool
  public var fonts: FontSet
  public var clock: PaintClock
  public var theme = CardTheme()
  /// The sizes of the view's images, by name: all that measuring needs of them.
  public var imageSizes: [ImageSize] = []
  /// The view's images. A missing one is drawn as a placeholder.
  public var resources: [Resource] = []

  /// An image's size in points.
  public struct ImageSize: Sendable, Equatable {
    public var src: String
    public var width: Double
    public var height: Double
  }

  /// An image as supplied by the widget: untrusted bytes.
  public struct Resource: Sendable, Equatable {
    /// The name used in the view.
    public var src: String
    public var bytes: [UInt8]

    public init(src: String, bytes: [UInt8]) {
      self.src = src
      self.bytes = bytes
    }
  }

  public init(
    _ snapshot: Snapshot, as format: OutputFormat, width: Double = 360, height: Double? = nil, family: WidgetFamily? = nil,
    scale: Double = 2,
    colorScheme: ColorScheme = .light, textSize: TextSize = .large, displayMode: DisplayMode = .expanded,
    isRedacted: Bool = false, isStale: Bool = false,
    showsAge: Bool = false, fonts: FontSet = .user, clock: PaintClock = PaintClock(now: 0), resources: [Resource] = []
  ) {
    self.snapshot = snapshot
    self.format = format
    self.width = width
    self.height = height
    self.family = family
    self.scale = scale
    self.colorScheme = colorScheme
    self.textSize = textSize
    self.displayMode = displayMode
    self.isRedacted = isRedacted
    self.isStale = isStale
    self.showsAge = showsAge
    self.fonts = fonts
    self.clock = clock
    self.resources = resources
  }
}

/// Without the resources, which follow the header.
extension RenderingRequest: FieldCoded {
  public init() { self.init(Snapshot(), as: .png) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("format", &format)
    coder.code("snapshot", &snapshot)
    coder.code("failure", &snapshot.failure)
    coder.code("clock", &clock)
    coder.code("width", &width)
    coder.code("height", &height)
    coder.code("family", &family)
    coder.code("scale", &scale)
    coder.code("appearance", &colorScheme)
    coder.code("text_size", &textSize)
    coder.code("display_mode", &displayMode)
    coder.code("fonts", &fonts)
    coder.code("redacted", &isRedacted)
    coder.code("stale", &isStale)
    coder.code("shows_age", &showsAge)
    coder.code("image_sizes", &imageSizes)
    coder.code("theme", &theme)
  }
}

extension RenderingRequest.ImageSize: FieldCoded {
  public init() { self.init(src: "", width: 0, height: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("src", &src)
    coder.code("width", &width)
    coder.code("height", &height)
  }
}

/// The fonts that a rendering may use.
public enum FontSet: String, Sendable, Equatable, CaseIterable, FieldValue {
  /// Only the fonts from the program's packages: the same rendering on every machine.
  case standard = "default"
  /// The same fonts first, with missing glyphs from the user's fonts.
  case user
}
