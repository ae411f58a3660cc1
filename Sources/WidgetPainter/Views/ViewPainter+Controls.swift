import WidgetModel
import WidgetRendering

extension ViewPainter {
  /// A title on a capsule in a faint tone of its colour. A script's background replaces the capsule.
  func drawButton(_ view: LaidOutView) {
    let own = view.style.color ?? (view.node.style.background == nil ? view.style.accent : .named(.label))
    if view.node.style.background == nil {
      let capsule = view.contentFrame
      canvas.fill(
        capsule, radius: min(capsule.height / 2, 16), (color(own, view) ?? palette.fill).faded(SystemPalette.buttonTint))
    }
    let use: ColorUse = view.node.style.background == nil ? .title : .text
    guard let tint = palette.color(own, for: use).map({ $0.faded(view.style.opacity) }) else { return }
    if case .button(_, let icon?) = view.node.content { drawIcon(icon, view, tint) }
    drawText(view, tint)
  }

  func drawToggle(_ isOn: Bool, _ view: LaidOutView) {
    if let box = view.indicator {
      let height = min(box.height, box.width * 0.6)
      let width = height / 0.6
      let capsule = Frame(x: box.x, y: box.y + (box.height - height) / 2, width: width, height: height)
      let on = color(view.style.color ?? view.style.tint ?? .named(.green), view) ?? palette.fill
      canvas.fill(capsule, radius: height / 2, isOn ? on : palette.track.faded(view.style.opacity))
      let radius = height / 2 - 2
      let x = isOn ? capsule.maxX - 2 - radius : capsule.x + 2 + radius
      let y = capsule.y + height / 2
      canvas.fillCircle(x: x, y: y + 0.75, radius: radius + 0.25, RGBA(0, alpha: 0.16 * view.style.opacity))
      canvas.fillCircle(x: x, y: y, radius: radius, RGBA(0xFFFFFF, alpha: view.style.opacity))
    }
    drawText(view, textColor(view))
  }

  /// The bar or ring of a progress or gauge.
  func drawIndicator(_ value: Double, _ view: LaidOutView) {
    guard let frame = view.indicator, frame.width > 0, frame.height > 0 else { return }
    let value = value.isNaN ? 0 : min(1, max(0, value))
    let track = palette.track.faded(view.style.opacity)
    let own = view.style.color ?? view.style.accent
    let tint = palette.bar(own).map { $0.faded(view.style.opacity) }
    switch view.indicatorShape {
    case .bar:
      let height = min(frame.height, 6)
      let bar = Frame(x: frame.x, y: frame.y + (frame.height - height) / 2, width: frame.width, height: height)
      canvas.fill(bar, radius: height / 2, track)
      guard value > 0, let tint else { return }
      canvas.clipped(to: bar, radius: height / 2) {
        var filled = bar
        filled.width = max(height, bar.width * value)
        if view.style.isRightToLeft { filled.x = bar.maxX - filled.width }
        canvas.fill(filled, radius: height / 2, tint)
      }
    case .ring: drawRing(view, frame, from: -.pi / 2, sweep: 2 * .pi, value, track, tint)
    case .arc: drawRing(view, frame, from: 0.75 * .pi, sweep: 1.5 * .pi, value, track, tint)
    }
  }

  private func drawRing(
    _ view: LaidOutView, _ frame: Frame, from start: Double, sweep: Double, _ value: Double, _ track: RGBA, _ tint: RGBA?
  ) {
    let square = Self.square(in: frame)
    let own = view.node.style.effects?.lineWidth.map { min(square.width / 2, max(0.5, SurfaceMetrics.sane($0))) }
    let width = own ?? max(2, square.width / 9)
    let radius = (square.width - width) / 2
    let (x, y) = (square.x + square.width / 2, square.y + square.height / 2)
    canvas.strokeArc(x: x, y: y, radius: radius, from: start, to: start + sweep, width: width, track)
    guard value > 0, let tint else { return }
    canvas.strokeArc(x: x, y: y, radius: radius, from: start, to: start + sweep * value, width: width, tint)
  }
}
