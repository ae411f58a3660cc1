import WidgetModel
import WidgetRendering

extension ViewPainter {
  func drawIcon(_ name: String, _ view: LaidOutView, _ color: RGBA?) {
    guard let symbol = view.symbol, let color else { return }
    drawIcon(name, fallback: symbol.text, in: symbol.frame, color)
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
