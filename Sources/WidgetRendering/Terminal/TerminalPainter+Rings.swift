extension BrailleGrid {
  /// Dots between two circles around the middle.
  ///
  /// - Parameters:
  ///   - hole: The inner radius as a fraction of the outer one.
  ///   - owner: A dot's owner by direction, a fraction of a turn clockwise from the top; nil draws no dot.
  mutating func disc(hole: Double, _ owner: (Double) -> Int?) {
    let radius = Double(min(width, height)) / 2
    guard radius > 0 else { return }
    let (centerX, centerY) = (Double(width) / 2 - 0.5, Double(height) / 2 - 0.5)
    for y in 0..<height {
      for x in 0..<width {
        let (dx, dy) = (Double(x) - centerX, centerY - Double(y))
        let distance = (dx * dx + dy * dy).squareRoot()
        guard distance <= radius, distance >= radius * hole, let owner = owner(Self.turn(dx, dy)) else { continue }
        set(x, y, owner: owner)
      }
    }
  }

  /// A vector's direction as a fraction of a turn, clockwise from the top, to within a thousandth.
  static func turn(_ x: Double, _ y: Double) -> Double {
    let (ax, ay) = (abs(x), abs(y))
    guard ax > 0 || ay > 0 else { return 0 }
    // An arc tangent by a rational approximation with an error below 0.0003 rad, good enough for dots.
    let ratio = min(ax, ay) / max(ax, ay)
    var angle = ratio * (0.7853981633974483 + 0.273 * (1 - ratio)) / (2 * 3.141592653589793)
    if ax > ay { angle = 0.25 - angle }
    if y < 0 { angle = 0.5 - angle }
    return x < 0 ? (angle == 0 ? 0 : 1 - angle) : angle
  }
}

extension TerminalPainter {
  /// A ring of dots, filled up to a fraction. Its inner width is three fifths.
  mutating func drawRing(
    _ fraction: Double, _ shape: IndicatorShape, _ frame: CellFrame, filled: TerminalStyle, track: TerminalStyle, clip: CellFrame
  ) {
    var grid = BrailleGrid(columns: frame.columns.count, rows: frame.rows.count)
    let fraction = fraction.isNaN ? 0 : min(1, max(0, fraction))
    grid.disc(hole: 0.68) { turn in
      guard shape == .arc else { return turn < fraction ? 1 : 0 }
      // Open for a quarter turn at the bottom.
      let along = (turn + 0.375).truncatingRemainder(dividingBy: 1) / 0.75
      return along > 1 ? nil : along < fraction ? 1 : 0
    }
    drawGrid(grid, frame, clip: clip, styles: [track, filled])
  }
}
