import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawIcon(_ name: String, _ view: LaidOutView, _ color: RGBA?) {
    guard let symbol = view.symbol, let color else { return }
    let effects = view.node.style.effects
    guard let effects, let layers = view.node.iconLayers(of: name) else {
      return drawIcon(name, fallback: symbol.text, in: symbol.frame, color)
    }
    let square = Self.square(in: symbol.frame)
    for layer in layers {
      let own = effects.palette.indices.contains(layer.color) ? self.color(effects.palette[layer.color], view) : color
      guard let ink = own?.faded(layer.isLit ? 1 : IconLayer.dimmed) else { continue }
      let path = VectorPath(svg: layer.path)
      guard layer.part < 1 else {
        canvas.fill(path, side: IconShapes.side, in: square, ink)
        continue
      }
      // From below.
      let unit = square.height / IconShapes.side
      let (top, bottom) = (layer.bounds.y, layer.bounds.maxY)
      let start = square.y + (bottom - (bottom - top) * layer.part) * unit
      let lit = Frame(x: square.x, y: start, width: square.width, height: max(0, square.y + bottom * unit - start))
      guard lit.height > 0 else { continue }
      canvas.clipped(to: lit) { canvas.fill(path, side: IconShapes.side, in: square, ink) }
    }
  }

  /// Draws an icon's shape, or else its character, such as an emoji.
  func drawIcon(_ name: String, fallback: String, in frame: Frame, _ color: RGBA) {
    let square = Self.square(in: frame)
    if let data = IconShapes.path(for: name) {
      canvas.fill(VectorPath(svg: data), side: IconShapes.side, in: square, color)
      return
    }
    var font = ResolvedFont(size: max(1, square.width * 0.8))
    font.weight = .medium
    shaper.draw(fallback, font: font, in: square.widened(by: 4), alignment: 0.5, color: color, on: canvas)
  }

  /// A frame of an activity indicator: eight spokes, one of them brightest.
  func drawSpinner(_ frame: Frame, _ color: RGBA) {
    let square = Self.square(in: frame)
    let (x, y) = (square.x + square.width / 2, square.y + square.height / 2)
    let (inner, outer) = (square.width * 0.22, square.width * 0.44)
    // The sines of the eighths of a circle, from the top, clockwise.
    let half = 0.5.squareRoot()
    let directions = [(0, -1), (half, -half), (1, 0), (half, half), (0, 1), (-half, half), (-1, 0), (-half, -half)]
    for (index, direction) in directions.enumerated() {
      let strength = 1 - Double((8 - index) % 8) * 0.1
      canvas.strokeLine(
        [(x + direction.0 * inner, y + direction.1 * inner), (x + direction.0 * outer, y + direction.1 * outer)],
        width: square.width * 0.1, color.faded(strength * 0.8))
    }
  }
}

extension Frame {
  func inset(by length: Double) -> Frame {
    Frame(x: x + length, y: y + length, width: max(0, width - 2 * length), height: max(0, height - 2 * length))
  }

  /// The frame with the same centre, extended on both sides.
  func widened(by length: Double) -> Frame { Frame(x: x - length, y: y, width: width + 2 * length, height: height) }
}
