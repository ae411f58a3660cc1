import CPango
import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawImage(_ source: ImageSource, _ mode: ImageMode, _ view: LaidOutView) {
    let frame = view.indicator ?? view.contentFrame
    guard frame.width > 0, frame.height > 0 else { return }
    let corners = view.node.style.corners(in: frame)
    guard let pixels = images.pixels(source.resolved(palette.scheme)) else { return drawPlaceholder(view, frame, corners) }
    let shape = Self.place(
      width: Double(pixels.width), height: Double(pixels.height), mode, in: frame, focus: view.node.style.effects?.focus)
    // Scaling down before drawing gives better quality.
    let fitted = pixels.fitted(width: shape.width * imageScale, height: shape.height * imageScale)
    guard let surface = fitted.makeSurface() else { return }
    defer { cairo_surface_destroy(surface) }
    let clip = mode == .fill ? frame : shape
    canvas.clipped(to: clip, corners: corners) { canvas.draw(surface, in: shape, opacity: view.style.opacity) }
  }

  /// Draws an image behind a view.
  ///
  /// - Parameter blur: A length in points. A blurred image is a little larger than the frame, so its edges stay opaque.
  /// - Returns: false if it can't be shown.
  func drawImage(
    _ source: ImageSource, covering frame: Frame, corners: CornerRadii?, opacity: Double, blur: Double? = nil
  ) -> Bool {
    guard frame.width > 0, frame.height > 0, let pixels = images.pixels(source.resolved(palette.scheme)) else { return false }
    let blur = blur.map { $0.isFinite ? min(Background.largestBlur, max(0, $0)) : 0 } ?? 0
    let covered = frame.inset(by: -2 * blur)
    let shape = Self.place(width: Double(pixels.width), height: Double(pixels.height), .fill, in: covered)
    // A blurred image needs no more pixels than this.
    let scale = blur > 0 ? min(imageScale, max(0.25, 6 / blur)) : imageScale
    let fitted = pixels.fitted(width: shape.width * scale, height: shape.height * scale)
    guard let surface = fitted.makeSurface() else { return false }
    defer { cairo_surface_destroy(surface) }
    if blur > 0, let blurred = blurred(surface, in: shape, covering: covered, by: blur, scale: scale) {
      defer { cairo_surface_destroy(blurred) }
      canvas.clipped(to: frame, corners: corners) { canvas.draw(blurred, in: covered, opacity: opacity) }
    } else {
      canvas.clipped(to: frame, corners: corners) { canvas.draw(surface, in: shape, opacity: opacity) }
    }
    return true
  }

  /// The part of an image that covers a frame, blurred; nil if there are too many pixels.
  private func blurred(
    _ image: OpaquePointer, in shape: Frame, covering frame: Frame, by blur: Double, scale: Double
  ) -> OpaquePointer? {
    let (width, height) = (
      Int(saturating: (frame.width * scale).rounded(.up)), Int(saturating: (frame.height * scale).rounded(.up))
    )
    guard width > 0, height > 0, canvas.spend(4 * Double(width) * Double(height) * DrawingCost.blurredPixel),
      let part = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
    else { return nil }
    let own = Canvas(surface: part, scale: scale, within: canvas.budget)
    own.translated(x: -frame.x, y: -frame.y) { own.draw(image, in: shape, opacity: 1) }
    Blur(deviation: blur * scale).apply(to: part)
    return part
  }

  /// Blurs what's been drawn in a frame, if the drawing has pixels.
  func blurBehind(_ frame: Frame, corners: CornerRadii?, opacity: Double) {
    let pixels = 4 * frame.width * frame.height * imageScale * imageScale
    guard canvas.spend(pixels * DrawingCost.blurredPixel), let (behind, place) = canvas.copy(of: frame) else { return }
    defer { cairo_surface_destroy(behind) }
    Blur(deviation: Material.blur * imageScale).apply(to: behind, mirrored: true)
    canvas.clipped(to: frame, corners: corners) { canvas.draw(behind, in: place, opacity: opacity) }
  }

  /// The image's frame: centred and completely visible, or filling the frame and cropped around its focus.
  private static func place(
    width: Double, height: Double, _ mode: ImageMode, in frame: Frame, focus: Size? = nil
  ) -> Frame {
    let (across, down) = (frame.width / width, frame.height / height)
    let factor = mode == .fit ? min(across, down) : max(across, down)
    // As in CSS: the focus has the same place in the frame as in the image.
    func start(_ length: Double, _ space: Double, _ focus: Double?) -> Double {
      (space - length) * (mode == .fill ? min(1, max(0, focus.flatMap { $0.isNaN ? nil : $0 } ?? 0.5)) : 0.5)
    }
    return Frame(
      x: frame.x + start(width * factor, frame.width, focus?.width),
      y: frame.y + start(height * factor, frame.height, focus?.height),
      width: width * factor, height: height * factor)
  }

  /// A placeholder with the alternative text, if there's space for it.
  private func drawPlaceholder(_ view: LaidOutView, _ frame: Frame, _ corners: CornerRadii?) {
    let faint = palette.fill.faded(view.style.opacity)
    canvas.fill(frame, radius: min(8, frame.width / 4, frame.height / 4), corners: corners, faint)
    let font = ResolvedFont(size: 11)
    let lineHeight = shaper.lineMetrics(font).height
    var text = terminalSafe(view.node.style.accessibility ?? "", limit: 200)
    if frame.height < 24 + lineHeight || frame.width < 40 { text = "" }
    let side = min(24, frame.width * 0.6, frame.height * 0.6)
    let top = frame.y + (frame.height - side - (text.isEmpty ? 0 : lineHeight + 2)) / 2
    let color = palette.secondary.faded(view.style.opacity)
    drawIcon(
      "photo", fallback: "▨", in: Frame(x: frame.x + (frame.width - side) / 2, y: top, width: side, height: side), color)
    guard !text.isEmpty else { return }
    let line = Frame(x: frame.x + 6, y: top + side + 2, width: max(0, frame.width - 12), height: lineHeight)
    shaper.draw(text, font: font, in: line, alignment: 0.5, color: color, on: canvas)
  }
}
