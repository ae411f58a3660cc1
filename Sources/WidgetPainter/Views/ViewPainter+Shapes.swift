import CPango
import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawShape(_ shape: Shape, _ view: LaidOutView) {
    let frame = view.indicator ?? view.contentFrame
    guard frame.width > 0, frame.height > 0 else { return }
    let effects = view.node.style.effects
    let corners = view.node.style.corners(in: frame)
    if let gradient = effects?.fillGradient {
      canvas.fill(
        shape.outline(in: frame, corners: corners), colors(of: gradient, opacity: view.style.opacity), gradient.direction,
        of: frame)
    } else if let fill = effects?.fill {
      if let color = color(fill, view) { canvas.fill(shape.outline(in: frame, corners: corners), color) }
    } else if effects?.stroke == nil, let color = color(view.style.color ?? .named(.label), view) {
      canvas.fill(shape.outline(in: frame, corners: corners), color)
    }
    guard let stroke = color(effects?.stroke, view) ?? effects?.strokeStyle?.gradient.map({ _ in RGBA(0) }) else { return }
    let width = min(max(frame.width, frame.height), SurfaceMetrics.sane(effects?.lineWidth ?? 1))
    let isPath = if case .path = shape { true } else { false }
    let inset = isPath ? 0 : min(width / 2, frame.width / 2, frame.height / 2)
    let outline = shape.outline(in: frame, corners: corners, inset: inset)
    guard let style = effects?.strokeStyle else { return canvas.stroke(outline, width: width, stroke) }
    let ink = Canvas.Ink(
      color: stroke, gradient: style.gradient.map { (colors(of: $0, opacity: view.style.opacity), $0.direction) },
      isAngular: style.isAngular == true)
    canvas.stroke(outline, isClosed: !isPath, width: width, style, ink, in: frame)
  }

  /// Draws a shadow of everything the view draws, blurred as in CSS: the deviation is half the radius.
  func drawShadow(_ shadow: Shadow, of view: LaidOutView) {
    guard let color = color(shadow.color, view), color.alpha > 0 else { return }
    func sane(_ length: Double) -> Double {
      length.isFinite ? min(Shadow.largestRadius, max(-Shadow.largestRadius, length)) : 0
    }
    let radius = max(0, sane(shadow.radius))
    let margin = (radius * 1.6 + 2).rounded(.up)
    let frame = Frame(
      x: view.frame.x - margin, y: view.frame.y - margin, width: view.frame.width + 2 * margin,
      height: view.frame.height + 2 * margin)
    // A blurred shape needs no more pixels than this.
    let scale = min(imageScale, max(0.5, 12 / max(1, radius)))
    let (width, height) = (
      Int(saturating: (frame.width * scale).rounded(.up)), Int(saturating: (frame.height * scale).rounded(.up))
    )
    let cost =
      Double(width) * Double(height) * DrawingCost.blurredPixel
      + (canvas.hasPixels ? frame.width * frame.height * imageScale * imageScale * DrawingCost.imagePixel : 0)
    guard width > 0, height > 0, canvas.spend(cost),
      let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height))
    else { return }
    defer { cairo_surface_destroy(mask) }
    let silhouette = Canvas(surface: mask, scale: scale, within: canvas.budget)
    silhouette.translated(x: -frame.x, y: -frame.y) { self.silhouette(on: silhouette).drawUnrotated(view) }
    cairo_surface_flush(mask)
    if let data = cairo_image_surface_get_data(mask) {
      let stride = Int(cairo_image_surface_get_stride(mask))
      Blur(deviation: radius / 2 * scale).apply(
        to: UnsafeMutableBufferPointer(start: data, count: stride * height), width: width, height: height, stride: stride)
    }
    cairo_surface_mark_dirty(mask)
    canvas.mask(
      mask,
      in: Frame(
        x: frame.x + sane(shadow.x), y: frame.y + sane(shadow.y), width: Double(width) / scale, height: Double(height) / scale),
      color)
  }
}
