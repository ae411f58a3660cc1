import CPango
public import WidgetGraphics
import WidgetModel
public import WidgetRendering

/// Draws cards into the windows of a program linking this library. Use it on one thread.
///
/// It decodes nothing: `luawidget-painter` has already decoded the images.
public final class CardRenderer {
  private var tools = Tools()

  public init() {}

  /// On a system without fonts, gives everything in this process the installed one.
  public static func prepareFonts() {
    guard FcInit() != 0, let configuration = FcConfigGetCurrent(), FontConfiguration.isEmpty(configuration) else { return }
    FontConfiguration.addInstalled(to: configuration)
  }

  /// Lays a card out.
  ///
  /// - Parameters:
  ///   - request: The same request as for a PNG. Its resources are ignored.
  ///   - images: Images by their name in the view. Others are drawn as placeholders.
  /// - Throws: `badRequest`, `tooLarge`.
  public func card(_ request: RenderingRequest, images: [String: DecodedImage]) throws(PaintError) -> RenderedCard {
    try Tools.check(request)
    let shaper = tools.shaper(request.fonts, scale: request.scale)
    let resources = ImageResources(decoded: images)
    let card = Tools.card(request, shaper, resources)
    let pixels = (card.size.width * request.scale, card.size.height * request.scale)
    guard pixels.0 * pixels.1 <= Double(CanvasTarget.mostPixels) else {
      throw .tooLarge(width: Int(saturating: min(1e6, pixels.0)), height: Int(saturating: min(1e6, pixels.1)))
    }
    return RenderedCard(card: card, request: request, shaper: shaper, images: resources)
  }
}

/// A card that's been laid out, to draw as often as a window needs it.
public final class RenderedCard {
  /// A control with a handler.
  public struct Control: Sendable, Equatable {
    public var action: Int
    /// Points on the card.
    public var frame: Frame
  }

  private let card: CardLayout
  private let request: RenderingRequest
  private let shaper: TextShaper
  private let images: ImageResources
  /// The controls in view order: the last one at a point is on top.
  public let controls: [Control]

  init(card: CardLayout, request: RenderingRequest, shaper: TextShaper, images: ImageResources) {
    self.card = card
    self.request = request
    self.shaper = shaper
    self.images = images
    var controls: [Control] = []
    if let view = card.view {
      Self.collect(view, card.viewOrigin, card.viewScale, within: card.viewFrame, into: &controls)
    }
    self.controls = controls
  }

  /// Points.
  public var width: Double { card.size.width }
  public var height: Double { card.size.height }
  /// The radius of the corners, in points.
  public var radius: Double { card.radius }
  /// Pixels per point.
  public var scale: Double { request.scale }

  /// Draws the card like the painter.
  ///
  /// - Returns: A Cairo image surface, for the caller to destroy; nil if there isn't enough memory.
  public func makeSurface(focus: Frame? = nil) -> OpaquePointer? {
    let (pixelWidth, pixelHeight) = (
      Int32(saturating: (width * scale).rounded(.up)), Int32(saturating: (height * scale).rounded(.up))
    )
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, max(1, pixelWidth), max(1, pixelHeight)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
    else { return nil }
    let canvas = Canvas(surface: surface, scale: scale)
    Tools.draw(card, request, shaper, images, scale, on: canvas)
    if let focus {
      let palette = Palette(scheme: request.colorScheme, theme: request.theme)
      let ring = Frame(x: focus.x - 3, y: focus.y - 3, width: focus.width + 6, height: focus.height + 6)
      canvas.stroke(ring, radius: min(10, ring.height / 2), width: 2, palette.color(.accent) ?? palette.label)
    }
    cairo_surface_flush(surface)
    return surface
  }

  /// The control at a point on the card.
  public func control(x: Double, y: Double) -> Control? {
    controls.last { control in
      let frame = control.frame
      return x >= frame.x && x < frame.maxX && y >= frame.y && y < frame.maxY
    }
  }

  /// The words of the chart at a point on the card; nil beside charts.
  public func hint(x: Double, y: Double) -> String? {
    guard let view = card.view, y >= card.viewFrame.y, y <= card.viewFrame.maxY else { return nil }
    return Self.hint(view, (x - card.viewOrigin.x) / card.viewScale, (y - card.viewOrigin.y) / card.viewScale)
  }

  private static func hint(_ view: LaidOutView, _ x: Double, _ y: Double) -> String? {
    guard !view.style.isHidden else { return nil }
    let isScaled = view.scale != 1 && view.scale > 0
    let (innerX, innerY) = isScaled ? ((x - view.frame.x) / view.scale, (y - view.frame.y) / view.scale) : (x, y)
    for child in view.children.reversed() {
      if let hint = hint(child, innerX, innerY) { return hint }
    }
    return view.chartHint(x: x, y: y)
  }

  private static func collect(
    _ view: LaidOutView, _ origin: (x: Double, y: Double), _ scale: Double, within space: Frame, into controls: inout [Control]
  ) {
    guard !view.style.isHidden, view.frame.width > 0, view.frame.height > 0 else { return }
    if let action = view.node.action {
      let frame = Frame(
        x: origin.x + view.frame.x * scale, y: origin.y + view.frame.y * scale, width: view.frame.width * scale,
        height: view.frame.height * scale)
      // Clipped parts can't be pressed.
      let (top, bottom) = (max(frame.y, space.y), min(frame.maxY, space.maxY))
      if bottom > top {
        controls.append(Control(action: action, frame: Frame(x: frame.x, y: top, width: frame.width, height: bottom - top)))
      }
    }
    let isScaled = view.scale != 1
    let inner = isScaled ? (x: origin.x + view.frame.x * scale, y: origin.y + view.frame.y * scale) : origin
    for child in view.children { collect(child, inner, scale * view.scale, within: space, into: &controls) }
  }
}
