import WidgetModel
import WidgetRendering

/// Draws views that have been laid out.
struct ViewPainter {
  private(set) var canvas: Canvas
  let shaper: TextShaper
  private(set) var palette: Palette
  let images: ImageResources
  /// An image's pixels per point.
  let imageScale: Double
  /// The gradient behind the views; nil on a solid colour.
  private(set) var ground: GradientGround?
  /// Whether it's drawing a shadow's silhouette.
  private(set) var isInShadow = false

  func draw(_ view: LaidOutView) {
    let frame = view.frame
    guard !view.style.isHidden, view.style.opacity > 0, frame.width > 0, frame.height > 0 else { return }
    guard let effects = view.node.style.effects else { return draw(view, corners: Self.corners(view)) }
    // Stored files can contain anything.
    guard let rotation = effects.rotation, rotation.isFinite else { return drawUpright(view, effects) }
    canvas.rotated(by: rotation, around: frame) { drawUpright(view, effects) }
  }

  private func drawUpright(_ view: LaidOutView, _ effects: ViewEffects) {
    let wasDecorating = canvas.isDecorating
    canvas.isDecorating = wasDecorating || effects.isDecorative == true
    defer { canvas.isDecorating = wasDecorating }
    if let shadow = effects.shadow, !isInShadow { drawShadow(shadow, of: view) }
    draw(view, corners: Self.corners(view), effects)
  }

  private func draw(_ view: LaidOutView, corners: CornerRadii?, _ effects: ViewEffects? = nil) {
    let frame = view.frame
    if let cost = view.node.pixelCost { guard canvas.cover(frame, cost: cost) else { return } }
    var hasImage = false
    if let source = effects?.backgroundImage, !view.isRedacted {
      hasImage = drawImage(
        source, covering: frame, corners: corners, opacity: view.style.opacity, blur: effects?.backgroundBlur)
    }
    if effects?.material != nil, !isInShadow { blurBehind(frame, corners: corners, opacity: view.style.opacity) }
    if hasImage {
    } else if let gradient = view.node.style.gradient {
      fill(frame, corners: corners, gradient, opacity: view.style.opacity)
    } else if let color = color(view.node.style.background, view) {
      canvas.fill(frame, corners: corners, color)
    }
    var inside = self
    if let background = view.node.style.background {
      inside = on(background, view.node.style.gradient, hasImage: hasImage, frame)
    }
    if inside.ground != nil, view.children.isEmpty { inside.palette = inside.palette(at: frame) }
    if corners != nil && !view.children.isEmpty || effects?.clips == true {
      canvas.clipped(to: frame, corners: corners) { inside.drawInside(view) }
    } else {
      inside.drawInside(view)
    }
    if let color = color(view.node.style.border, view) { canvas.stroke(frame, corners: corners, width: 1, color) }
  }

  func fill(_ frame: Frame, radius: Double = 0, corners: CornerRadii? = nil, _ gradient: Gradient, opacity: Double = 1) {
    canvas.fill(frame, radius: radius, corners: corners, colors(of: gradient, opacity: opacity), gradient.direction)
  }

  /// A gradient's colours on this surface.
  func colors(of gradient: Gradient, opacity: Double) -> [RGBA] {
    let colors = gradient.colors.map { palette.color($0) }
    // `clear` is the neighbouring colour, fading out.
    return colors.indices.map { index in
      (colors[index] ?? (colors[..<index].last { $0 != nil } ?? colors[index...].first { $0 != nil } ?? nil)?.faded(0)
        ?? RGBA(0, alpha: 0)).faded(opacity)
    }
  }

  /// Draws whatever casts a shadow, on another canvas.
  func silhouette(on canvas: Canvas) -> ViewPainter {
    var painter = self
    painter.canvas = canvas
    painter.isInShadow = true
    return painter
  }

  /// Draws a view without its shadow and rotation.
  func drawUnrotated(_ view: LaidOutView) { draw(view, corners: Self.corners(view), view.node.style.effects) }

  /// The colours for something in a frame.
  func palette(at frame: Frame) -> Palette {
    guard let ground else { return palette }
    var own = palette
    own.ground = ground.shades(at: frame)?[palette.scheme]
    return own
  }

  /// The painter for views on another background.
  ///
  /// - Parameter frame: The gradient's.
  func on(_ background: Color?, _ gradient: Gradient? = nil, hasImage: Bool = false, _ frame: Frame) -> ViewPainter {
    var painter = self
    painter.palette = palette(at: frame).on(background)
    if background != .named(.clear) {
      let behind = background.flatMap { $0.letsThrough ? ground?.under($0) : nil }
      painter.ground = gradient.map { GradientGround($0, frame, isOfImage: hasImage) } ?? behind
    }
    return painter
  }

  private func drawInside(_ view: LaidOutView) {
    if view.isRedacted, view.children.isEmpty {
      drawRedaction(view)
    } else if view.lines.isEmpty {
      drawContent(view)
    } else {
      canvas.tagged(.paragraph) { drawContent(view) }
    }
    guard view.scale != 1 else { return drawChildren(view) }
    var inside = self
    inside.ground = ground?.inside(x: view.frame.x, y: view.frame.y, scale: view.scale)
    canvas.translated(x: view.frame.x, y: view.frame.y, scale: view.scale) { inside.drawChildren(view) }
  }

  private func drawChildren(_ view: LaidOutView) {
    guard view.isMasked else { return view.children.forEach(draw) }
    // The mask has no shadow, and its background counts like everything it draws.
    let mask = view.children[1]
    // A rotated mask may leave its frame.
    let isRotated = mask.node.style.effects?.rotation != nil
    let margin = isRotated ? max(mask.frame.width, mask.frame.height) / 2 : 4
    canvas.masked(in: mask.frame.inset(by: -margin)) {
      draw(view.children[0])
    } by: {
      draw(mask)
    }
  }

  private func drawContent(_ view: LaidOutView) {
    let text = textColor(view)
    switch view.node.content {
    case .divider:
      // A hairline, centred in its point.
      let frame = view.contentFrame
      let isUpright = frame.width < frame.height
      let line =
        isUpright
        ? Frame(x: frame.x + frame.width / 2 - 0.25, y: frame.y, width: 0.5, height: frame.height)
        : Frame(x: frame.x, y: frame.y + frame.height / 2 - 0.25, width: frame.width, height: 0.5)
      canvas.fill(line, view.style.color.flatMap { color($0, view) } ?? palette.separator.faded(view.style.opacity))
    case .progress(let value, _):
      drawIndicator(value, view)
      drawText(view, untinted(text, view))
    case .gauge(let gauge):
      drawIndicator(gauge.fraction, view)
      drawText(view, untinted(text, view))
    case .chart: if let chart = view.chart { drawChart(chart, view) }
    case .image(let source, let mode): drawImage(source, mode, view)
    case .button: drawButton(view)
    case .toggle(_, let isOn): drawToggle(isOn, view)
    case .activityIndicator:
      if let symbol = view.symbol {
        drawSpinner(symbol.frame, color(view.style.color ?? view.style.tint ?? .named(.label), view) ?? palette.secondary)
      }
      drawText(view, text)
    case .icon(let name): drawIcon(name, view, iconColor(view))
    case .label(_, let icon):
      if let icon { drawIcon(icon, view, iconColor(view)) }
      drawText(view, text)
    case .link(_, let url):
      canvas.linked(to: LinkTarget(url)?.url, view.contentFrame) {
        drawText(view, view.style.color == nil ? textColor(view.style.accent, view) : text)
      }
    case .text, .date:
      if let spans = view.node.styledText { drawSpans(spans, view, text) } else { drawText(view, text) }
    case .shape(let shape): drawShape(shape, view)
    case .vstack, .hstack, .zstack, .overlay, .fits, .grid, .group, .card, .private, .spacer, .field: break
    }
  }

  /// The colour of a gauge's words: its own colour tints the gauge, not them.
  private func untinted(_ text: RGBA?, _ view: LaidOutView) -> RGBA? {
    view.node.style.color == nil ? text : textColor(.named(.label), view)
  }

  func drawText(_ view: LaidOutView, _ color: RGBA?) {
    guard let color else { return }
    for line in view.lines {
      draw(line, line.font ?? view.style.font, line.isSecondary ? palette.secondary.faded(view.style.opacity) : color)
    }
  }

  /// Draws a line, truncated if its container was too narrow.
  func draw(_ line: LaidOutText, _ font: ResolvedFont, _ color: RGBA) {
    let needed = shaper.width(line.text, font: font)
    if needed <= line.frame.width + 1 {
      shaper.draw(line.text, font: font, x: line.frame.x, y: line.frame.y, color: color, on: canvas)
    } else {
      shaper.draw(line.text, font: font, in: line.frame, color: color, on: canvas)
    }
  }

  /// Bars replacing text and images.
  private func drawRedaction(_ view: LaidOutView) {
    let color = palette.redaction.faded(view.style.opacity)
    for line in view.lines {
      let height = line.frame.height * 0.62
      let bar = Frame(
        x: line.frame.x, y: line.frame.y + (line.frame.height - height) / 2, width: line.frame.width, height: height)
      canvas.fill(bar, radius: height / 3, color)
    }
    if let symbol = view.symbol { canvas.fill(Self.square(in: symbol.frame), radius: 4, color) }
    if let indicator = view.indicator { canvas.fill(indicator, radius: min(8, indicator.height / 2), color) }
    if let chart = view.chart { canvas.fill(chart.plot, radius: 8, color) }
  }

  // MARK: Colours

  /// The colour of the view's text; nil for `clear`.
  func textColor(_ view: LaidOutView) -> RGBA? { textColor(view.style.color ?? .named(.label), view) }

  /// The colour of the view's icon; nil for `clear`.
  private func iconColor(_ view: LaidOutView) -> RGBA? {
    palette.color(view.style.color ?? .named(.label), for: view.node.iconUse).map { $0.faded(view.style.opacity) }
  }

  func textColor(_ color: Color, _ view: LaidOutView) -> RGBA? { palette.text(color).map { $0.faded(view.style.opacity) } }

  /// The colour of a fill.
  func color(_ color: Color?, _ view: LaidOutView) -> RGBA? {
    color.flatMap { palette.color($0) }.map { $0.faded(view.style.opacity) }
  }

  // MARK: Geometry

  /// The script's corner radii, clamped; nil if no corner is round.
  static func corners(_ view: LaidOutView) -> CornerRadii? { view.node.style.corners(in: view.frame) }

  static func square(in frame: Frame) -> Frame {
    let side = min(frame.width, frame.height)
    return Frame(
      x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side, height: side)
  }
}

extension ViewNode {
  /// The cost of a pixel of its frame; nil if it fills little of that.
  fileprivate var pixelCost: Double? {
    let effects = style.effects
    var cost = 0.0
    if effects?.backgroundImage != nil {
      cost += DrawingCost.imagePixel
    } else if let gradient = style.gradient {
      cost += DrawingCost.pixel(of: gradient)
    } else if style.background != nil {
      cost += DrawingCost.solidPixel
    }
    switch content {
    case .shape: cost += effects?.fillGradient.map(DrawingCost.pixel) ?? DrawingCost.solidPixel
    case .image: cost += DrawingCost.imagePixel
    default: if content.kind == .chart { cost += DrawingCost.solidPixel }
    }
    return cost > 0 ? cost : nil
  }
}
