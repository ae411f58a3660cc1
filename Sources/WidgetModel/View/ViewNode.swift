/// A view and the views inside it: plain data you can draw in any format later and elsewhere, without Lua.
public struct ViewNode: Sendable, Equatable {
  public var content: ViewContent
  public var style: ViewStyle
  public var children: [ViewNode]
  /// The worker's number for the handler of a tap (`action` of a button or toggle, `on_tap` of any view).
  public var action: Int?
  /// The line of the script that made a container; nil if unknown.
  public var line: Int?
  /// The parts of a text, if some have their own style. Read ``styledText`` instead.
  public var spans: [TextSpan]

  public init(
    _ content: ViewContent, style: ViewStyle = ViewStyle(), children: [ViewNode] = [], action: Int? = nil, spans: [TextSpan] = []
  ) {
    self.content = content
    self.style = style
    self.children = children
    self.action = action
    self.spans = spans
  }

  /// Where a script makes a view doesn't matter to what's shown.
  public static func == (left: Self, right: Self) -> Bool {
    left.content == right.content && left.style == right.style && left.action == right.action && left.spans == right.spans
      && left.children == right.children
  }
}

/// The content of a view.
public enum ViewContent: Sendable, Equatable {
  case text(String)
  case label(String, icon: String?)
  case icon(String)
  /// A moment in seconds since 1970. Its text changes over time, without the script.
  case date(Double, style: DateStyle)
  case link(String, url: String)
  case image(ImageSource, mode: ImageMode)
  case vstack, hstack, group
  /// The root of a widget that decides how its card looks; anywhere else it's a column.
  case card(header: CardHeader)
  /// Views on top of each other, the first one at the back.
  case zstack
  /// Views on top of the first one, which alone decides the size.
  case overlay
  /// Alternatives; the first that fits is shown.
  case fits
  /// Rows of cells.
  case grid(columns: [GridColumn])
  /// Views replaced by redaction.
  case `private`
  case spacer(minLength: Double?)
  case divider
  /// 0...1, clamped by the decoder.
  case progress(Double, shape: ProgressShape)
  case button(String, icon: String?)
  case toggle(String, isOn: Bool)
  case activityIndicator(String?)
  case gauge(Gauge)
  /// On the heap: few views are charts, and every view would be as large.
  indirect case chart(Chart)
  /// A value the user can change. The views inside are its parts.
  indirect case field(InputField)
  case shape(Shape)
}

/// Whether a card has a title bar.
public enum CardHeader: String, Sendable, Equatable, CaseIterable, FieldValue {
  /// Where the surface has space for one.
  case automatic = "auto"
  case hidden
}

/// The format of a `date` view.
public enum DateStyle: String, Sendable, Equatable, CaseIterable, FieldValue {
  case time, date, relative, offset, timer
  /// Counts up from the moment, and down to it; `0:00` on the other side of it.
  case elapsed, remaining
}

/// How progress is drawn.
public enum ProgressShape: String, Sendable, Equatable, CaseIterable, FieldValue { case bar, circle }

/// Whether an image is shown whole, or fills its frame and is cropped.
public enum ImageMode: String, Sendable, Equatable, CaseIterable, FieldValue { case fit, fill }

/// The source of an image.
public enum ImageSource: Sendable, Equatable {
  /// A resource in the widget's own folder, or an `https` URL.
  case reference(String)
  case bytes([UInt8])
  /// An image for each appearance. Scripts can't nest pairs.
  indirect case pair(light: ImageSource, dark: ImageSource)

  /// The light or dark image of a pair, or the image itself.
  public func resolved(_ scheme: ColorScheme) -> ImageSource {
    guard case .pair(let light, let dark) = self else { return self }
    var image = scheme == .dark ? dark : light
    while case .pair(let light, _) = image { image = light }
    return image
  }

  /// The images of a pair, or the image itself.
  public var images: [ImageSource] {
    guard case .pair = self else { return [self] }
    return [resolved(.light), resolved(.dark)]
  }

  fileprivate mutating func visit(_ visit: (inout ImageSource) -> Void) {
    guard case .pair = self else { return visit(&self) }
    var (light, dark) = (resolved(.light), resolved(.dark))
    visit(&light)
    visit(&dark)
    self = .pair(light: light, dark: dark)
  }
}

/// The position of a view in its space.
public enum Alignment: String, Sendable, Equatable, CaseIterable, FieldValue {
  case leading, center, trailing, top, bottom, firstBaseline = "first_baseline"
  case topLeading = "top_leading"
  case topTrailing = "top_trailing"
  case bottomLeading = "bottom_leading"
  case bottomTrailing = "bottom_trailing"
}

/// Where a text that does not fit is truncated.
public enum Truncation: String, Sendable, Equatable, CaseIterable, FieldValue { case head, middle, tail }

/// How a changed view appears on a live surface.
public enum Transition: String, Sendable, Equatable, CaseIterable, FieldValue { case fade, move, none }

/// How the changed content of a view appears on a live surface.
public enum ContentTransition: String, Sendable, Equatable, CaseIterable, FieldValue { case numeric, none }

extension ViewNode {
  /// Whether ``visitImages(_:)`` visits any.
  public var hasImages: Bool {
    if case .image = content { return true }
    return style.effects?.backgroundImage != nil || children.contains(where: \.hasImages)
  }

  /// Whether a change of it is animated, or of a view inside.
  package var isAnimated: Bool {
    style.transition ?? .none != .none || style.effects?.contentTransition ?? .none != .none
      || children.contains(where: \.isAnimated)
  }

  /// The view's own images, without those of the views inside.
  public var imageSources: [ImageSource] {
    var sources = style.effects?.backgroundImage?.images ?? []
    if case .image(let source, _) = content { sources = source.images + sources }
    return sources
  }

  /// Visits every image in tree order, both of a pair. The visitor may replace them.
  public mutating func visitImages(_ visit: (inout ImageSource) -> Void) {
    if case .image(var source, let mode) = content {
      source.visit(visit)
      content = .image(source, mode: mode)
    }
    if style.effects?.backgroundImage != nil, var own = style.effects, var source = own.backgroundImage {
      source.visit(visit)
      own.backgroundImage = source
      style.effects = own
    }
    for index in children.indices { children[index].visitImages(visit) }
  }
}

extension ViewNode {
  /// Whether the texts of a chart have its colour, which otherwise is that of a single series.
  public var tintsChartTexts: Bool {
    guard case .chart(let chart) = content else { return false }
    return style.color == nil || chart.series.count != 1 || chart.series.first?.color != nil
  }
}

/// The content of a shape view, which fills its frame.
public enum Shape: Sendable, Equatable {
  /// Centred in the frame, as large as possible.
  case circle
  case rectangle
  /// The ends of the longer side are half circles.
  case capsule
  /// SVG path data in a unit square, stretched to the frame.
  case path(String)

  /// The longest path, in elements.
  public static let maximumElements = 2000
  /// The side of a shape that has no other size, in points.
  public static let idealSide = 10.0
}
