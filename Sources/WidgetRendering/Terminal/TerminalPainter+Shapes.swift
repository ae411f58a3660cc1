import WidgetModel

extension TerminalPainter {
  /// A shape made of dots. Rectangles, and shapes in a single row, fill whole cells.
  mutating func drawShape(_ shape: Shape, _ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    guard let place = view.indicator else { return }
    let frame = CellFrame(place)
    let cells = frame.clamped(to: clip)
    guard !cells.isEmpty else { return }
    let effects = view.node.style.effects
    let fill = effects?.fill ?? (effects?.stroke == nil ? view.style.color ?? .named(.label) : nil)
    var fillStyle = style
    fillStyle.foreground = fill
    let isTurned = effects?.rotation != nil
    if let fill, fill != .named(.clear) {
      switch shape {
      case .rectangle where !isTurned && isColorless, .capsule where !isTurned && isColorless && frame.rows.count > 1:
        // A surface behind a text would make it hard to read.
        guard !isBackdrop || frame.rows.count == 1 else { return }
        let block = fill.isFaint ? glyphs.track : glyphs.bar
        return canvas.repeat(block, columns: cells.columns, rows: cells.rows, style: fillStyle)
      case .rectangle where !isTurned && frame.rows.count > 1:
        if let gradient = effects?.fillGradient {
          canvas.fill(cells, gradient, of: frame)
        } else {
          canvas.fill(columns: cells.columns, rows: cells.rows, background: fill)
        }
        return
      case .rectangle where !isTurned, .capsule where frame.rows.count == 1:
        if let gradient = effects?.fillGradient {
          for column in cells.columns {
            let place = CellFrame(columns: column..<(column + 1), rows: frame.rows)
            fillStyle.foreground = gradient.color(behind: place, in: frame)
            canvas.repeat(glyphs.bar, columns: place.columns, rows: cells.rows, style: fillStyle)
          }
          return
        }
        let block = hasFewColors && fill.isFaint ? glyphs.track : glyphs.bar
        return canvas.repeat(block, columns: cells.columns, rows: cells.rows, style: fillStyle)
      case .circle where frame.rows.count == 1:
        return put(
          glyphs.dot, (frame.columns.lowerBound + frame.columns.upperBound - 1) / 2, frame.rows.lowerBound, style: fillStyle,
          clip: clip)
      case .circle, .capsule, .rectangle, .path: break
      }
    }
    guard frame.columns.count <= 1000, frame.rows.count <= 1000 else { return }
    var grid = BrailleGrid(columns: frame.columns.count, rows: frame.rows.count)
    let center = VectorPath.Point(x: view.frame.x + view.frame.width / 2, y: view.frame.y + view.frame.height / 2)
    let dots = Size(width: CellMeasurer.cell.width / 2, height: CellMeasurer.cell.height / 4)
    func lines(_ path: VectorPath) -> [(points: [VectorPath.Point], isClosed: Bool)] {
      path.outlines.map { line in
        (
          points: line.points.map { point in
            let turned = VectorPath.rotated(point, by: effects?.rotation ?? 0, around: center)
            return VectorPath.Point(x: (turned.x - place.x) / dots.width, y: (turned.y - place.y) / dots.height)
          }, isClosed: line.isClosed
        )
      }
    }
    let outline = shape.outline(in: place, corners: view.node.style.corners(in: place))
    if let fill, fill != .named(.clear) { grid.fill(lines(outline).map(\.points), owner: 0) }
    var styles = [fillStyle]
    if let stroke = effects?.stroke, stroke != .named(.clear) {
      let width = max(1, min(4, Int(saturating: ((effects?.lineWidth ?? 1) / dots.width).rounded())))
      let parts = StrokePieces(outline, effects?.strokeStyle ?? StrokeStyle(), color: stroke, in: place, count: 16)
      for piece in parts.pieces {
        var own = style
        own.foreground = piece.color
        for line in lines(piece.path) { grid.stroke(line.points, isClosed: line.isClosed, width: width, owner: styles.count) }
        styles.append(own)
      }
    }
    drawGrid(
      grid, frame, clip: clip, styles: styles,
      texts: glyphs.hasDots ? nil : ["#"] + Array(repeating: "*", count: max(0, styles.count - 1)),
      gradients: [effects?.fillGradient])
  }
}

extension Color {
  /// Whether it's the colour of a track rather than of what fills it.
  fileprivate var isFaint: Bool {
    switch self {
    case .named(let name): name == .tertiary || name == .secondary || name == .gray
    case .translucent(_, let opacity): opacity < 0.5
    case .pair(let light, _): light.isFaint
    case .rgb: false
    }
  }
}

extension BrailleGrid {
  /// Fills the inside of outlines by the nonzero rule, row by row.
  mutating func fill(_ outlines: [[VectorPath.Point]], owner: Int) {
    for row in 0..<height {
      let y = Double(row) + 0.5
      var crossings: [(x: Double, winding: Int)] = []
      for points in outlines where points.count > 1 {
        var previous = points[points.count - 1]
        for point in points {
          if (previous.y <= y) != (point.y <= y) {
            let part = (y - previous.y) / (point.y - previous.y)
            crossings.append((previous.x + part * (point.x - previous.x), point.y > previous.y ? 1 : -1))
          }
          previous = point
        }
      }
      crossings.sort { $0.x < $1.x }
      var winding = 0
      for (crossing, next) in zip(crossings, crossings.dropFirst()) {
        winding += crossing.winding
        guard winding != 0 else { continue }
        let first = max(0, (crossing.x - 0.5).rounded(.up))
        let last = min(Double(width - 1), (next.x - 0.5).rounded(.down))
        guard first <= last else { continue }
        for x in Int(saturating: first)...Int(saturating: last) { set(x, row, owner: owner) }
      }
    }
  }

  /// Draws lines through points, some dots wide.
  mutating func stroke(_ points: [VectorPath.Point], isClosed: Bool, width: Int, owner: Int) {
    // Points far outside would be lines of millions of dots.
    func dot(_ point: VectorPath.Point) -> (x: Int, y: Int) {
      func place(_ value: Double, _ side: Int) -> Int {
        let side = Double(side)
        let inside = value.isFinite ? min(2 * side, max(-side, value)) : 0
        // The far edge belongs to the last dot.
        return Int(saturating: min(inside, inside <= side ? side - 1 : inside).rounded(.down))
      }
      return (place(point.x, self.width), place(point.y, height))
    }
    guard var previous = points.first.map(dot) else { return }
    for point in points.dropFirst() + (isClosed ? points.prefix(1) : []) {
      let next = dot(point)
      for shift in 0..<width {
        let step = shift - width / 2
        line((previous.x + step, previous.y), (next.x + step, next.y), owner: owner)
        if shift > 0 { line((previous.x, previous.y + step), (next.x, next.y + step), owner: owner) }
      }
      previous = next
    }
  }
}
