import CPango
import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawImage(_ source: ImageSource, _ mode: ImageMode, _ view: LaidOutView) {
    let frame = view.indicator ?? view.contentFrame
    guard frame.width > 0, frame.height > 0 else { return }
    let corners = view.node.style.corners(in: frame)
    guard let pixels = images.pixels(source) else { return drawPlaceholder(view, frame, corners) }
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
  /// - Returns: false if it can't be shown.
  func drawImage(_ source: ImageSource, covering frame: Frame, corners: CornerRadii?, opacity: Double) -> Bool {
    guard frame.width > 0, frame.height > 0, let pixels = images.pixels(source) else { return false }
    let shape = Self.place(width: Double(pixels.width), height: Double(pixels.height), .fill, in: frame)
    let fitted = pixels.fitted(width: shape.width * imageScale, height: shape.height * imageScale)
    guard let surface = fitted.makeSurface() else { return false }
    defer { cairo_surface_destroy(surface) }
    canvas.clipped(to: frame, corners: corners) { canvas.draw(surface, in: shape, opacity: opacity) }
    return true
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
