/// Fields few views have. They're separate from ``ViewStyle`` to keep other views small.
public struct ViewEffects: Sendable, Equatable {
  // MARK: Text, inherited

  /// Digits of equal width in a proportional font.
  public var isTabular: Bool?
  /// Where the lines of multi-line text start.
  public var textAlign: TextAlignment?
  /// The space between lines of text, in points.
  public var lineSpacing: Double?
  /// The colour of controls, links and indicators, instead of the accent colour.
  public var tint: Color?

  // MARK: Place and size

  /// Moves the view after the layout: across and down, in points.
  public var offset: Size?
  /// Clockwise, in degrees.
  public var rotation: Double?
  /// Fractions of the container's space, instead of a width and a height.
  public var relativeWidth: Double?
  public var relativeHeight: Double?

  // MARK: Drawing

  public var shadow: Shadow?
  /// Radii for each corner, instead of the single radius.
  public var corners: CornerRadii?
  /// The columns of a grid the view's cell takes; nil is one.
  public var columnSpan: Int?

  /// Draws nothing outside the frame.
  public var clips: Bool?
  /// Drawn behind the view. The background colour replaces it where images can't be shown.
  public var backgroundImage: ImageSource?
  /// The image whose main colour becomes the background. The update replaces it with the colour, so a stored view has none.
  public var colorOf: ImageSource?
  /// How far the background image is blurred, in points.
  public var backgroundBlur: Double?
  /// The colours of an image from top to bottom, for the views in front of it.
  public var imageColors: Gradient?
  /// Blurs whatever is behind the view, and tints it.
  public var material: Material?
  /// The second of two views, laid out in the frame of the first, decides where that one is drawn.
  public var isMasked: Bool?

  // MARK: Icons

  /// The colours of an icon's parts; empty draws it in one colour.
  public var palette: [Color] = []
  /// How much of an icon is drawn in full strength, 0 to 1.
  public var iconValue: Double?

  /// The point of a cropped image to keep in view, as fractions of its size; nil is the middle.
  public var focus: Size?

  // MARK: Shapes and indicators

  /// The colour inside a shape.
  public var fill: Color?
  /// Replaces the fill, which then holds the nearest solid colour.
  public var fillGradient: Gradient?
  /// The colour of a shape's outline.
  public var stroke: Color?
  /// The width of a shape's outline and of rings, in points.
  public var lineWidth: Double?
  /// How the outline is drawn, if it isn't a plain line.
  public var strokeStyle: StrokeStyle?
  /// Progress runs from the first moment to the second, in seconds since 1970.
  public var interval: Interval?

  /// How a changed text appears.
  public var contentTransition: ContentTransition?

  // MARK: Reading

  /// Whether the view only decorates: it's neither read aloud nor in formats without images.
  public var isDecorative: Bool?

  // MARK: Space

  /// The way a container deals with content that doesn't fit.
  public var fit: ContentFit?

  public init() {}

  /// Two moments.
  public struct Interval: Sendable, Equatable {
    public var from: Double
    public var to: Double

    public init(from: Double, to: Double) {
      self.from = from
      self.to = to
    }

    /// How much has passed, 0 to 1.
    public func fraction(at moment: Double) -> Double {
      let length = to - from
      guard length > 0, length.isFinite, moment.isFinite else { return moment >= to ? 1 : 0 }
      return min(1, max(0, (moment - from) / length))
    }
  }

  /// Offsets are at most this far, in points.
  public static let furthestOffset = 10_000.0
}

/// How content fits that's too large for its container: it gets smaller, or loses rows.
public enum ContentFit: String, Sendable, Equatable, CaseIterable, FieldValue { case scale, drop }

/// The alignment of the lines of a text among each other.
public enum TextAlignment: String, Sendable, Equatable, CaseIterable, FieldValue { case leading, center, trailing }

/// A soft shadow below a view.
public struct Shadow: Sendable, Equatable {
  public var color: Color
  /// How far it fades out, in points.
  public var radius: Double
  public var x: Double
  public var y: Double

  public init(color: Color = Shadow.usual, radius: Double = 4, x: Double = 0, y: Double = 2) {
    self.color = color
    self.radius = radius
    self.x = x
    self.y = y
  }

  public static let usual = Color.translucent(.rgb(0), opacity: 0.33)
  public static let largestRadius = 100.0
}

/// A radius for each corner, in points.
public struct CornerRadii: Sendable, Equatable {
  public var topLeft: Double
  public var topRight: Double
  public var bottomLeft: Double
  public var bottomRight: Double

  public init(topLeft: Double = 0, topRight: Double = 0, bottomLeft: Double = 0, bottomRight: Double = 0) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }
}

/// A value on the heap: an optional one takes a single word when nil.
public indirect enum Indirect<Value: Sendable & Equatable>: Sendable, Equatable {
  case value(Value)

  public var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}

extension ViewEffects: FieldCoded {
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("tabular", &isTabular)
    coder.code("text_align", &textAlign)
    coder.code("line_spacing", &lineSpacing)
    coder.code("tint", &tint)
    var place = offset.map { Offset(x: $0.width, y: $0.height) }
    coder.code("offset", &place)
    offset = place.map { Size(width: $0.x, height: $0.y) }
    coder.code("rotation", &rotation)
    coder.code("relative_width", &relativeWidth)
    coder.code("relative_height", &relativeHeight)
    coder.code("shadow", &shadow)
    coder.code("corner_radii", &corners)
    coder.code("clip", &clips)
    coder.code(backgroundImage?.isBytes == true ? "background_bytes" : "background_image", &backgroundImage)
    coder.code("fill", &fill)
    coder.code("fill_gradient", &fillGradient)
    coder.code("stroke", &stroke)
    coder.code("line_width", &lineWidth)
    coder.code(beside: &interval)
    coder.code("decorative", &isDecorative)
    coder.code("span", &columnSpan)
    coder.code("stroke_style", &strokeStyle)
    coder.code("content_transition", &contentTransition)
    var center = focus.map { Offset(x: $0.width, y: $0.height) }
    coder.code("focus", &center)
    focus = center.map { Size(width: $0.x, height: $0.y) }
    coder.code("fit", &fit)
    coder.code("background_blur", &backgroundBlur)
    coder.code("material", &material)
    coder.code("masked", &isMasked)
    coder.code("palette", &palette.ifAny)
    coder.code("icon_value", &iconValue)
    coder.code("color_of", &colorOf)
    coder.code("image_colors", &imageColors)
  }

  private struct Offset: FieldCoded {
    var x = 0.0
    var y = 0.0

    mutating func code(_ coder: inout some FieldCoder) {
      coder.code("x", &x)
      coder.code("y", &y)
    }
  }
}

extension ViewEffects.Interval: FieldCoded {
  public init() { self.init(from: 0, to: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("from", &from)
    coder.code("to", &to)
  }
}

extension Shadow: FieldCoded {
  public init() { self.init(color: Shadow.usual) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("color", &color)
    coder.code("radius", &radius)
    coder.code("x", &x)
    coder.code("y", &y)
  }
}

extension CornerRadii: FieldCoded {
  public init() { self.init(topLeft: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("top_left", &topLeft)
    coder.code("top_right", &topRight)
    coder.code("bottom_left", &bottomLeft)
    coder.code("bottom_right", &bottomRight)
  }
}
