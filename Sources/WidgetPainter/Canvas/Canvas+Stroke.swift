import CPango
import WidgetModel
import WidgetRendering
import WidgetSystem

extension Canvas {
  /// The colours of a line.
  struct Ink {
    var color: RGBA
    var gradient: (colors: [RGBA], direction: Gradient.Direction)?
    /// Whether the gradient runs along the line.
    var isAngular = false
  }

  /// Draws a line along a shape, with round ends and corners, if there's enough of the budget left.
  func stroke(_ shape: VectorPath, width: Double, _ color: RGBA) {
    guard width > 0, spend(DrawingCost.line(shape, width: width, scale: scale)) else { return }
    apart(shape, margin: width, edges: shape.elements.count) {
      add(shape)
      use(color)
      cairo_set_line_width(context, width)
      cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
  }

  /// Draws a complex shape on pixels of its own, then these.
  ///
  /// Inside a clip with round corners, Cairo looks for all points where edges of a shape cross, which takes many seconds.
  ///
  /// - Parameters:
  ///   - margin: How far it may extend beyond the points of the shape.
  ///   - edges: The lines and curves it's made of.
  func apart(_ shape: VectorPath, margin: Double = 1, edges: Int, _ draw: () -> Void) {
    guard edges >= Self.manyEdges, hasPixels, let box = shape.box else { return draw() }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_new_path(context)
    cairo_rectangle(context, box.x - margin, box.y - margin, box.width + 2 * margin, box.height + 2 * margin)
    cairo_clip(context)
    cairo_push_group(context)
    cairo_reset_clip(context)
    draw()
    cairo_pop_group_to_source(context)
    cairo_paint(context)
  }

  private static let manyEdges = 200

  /// Draws a line along a shape, if there's enough of the budget left.
  ///
  /// - Parameter isClosed: Whether it runs around the middle of the frame, clockwise from the top.
  func stroke(_ shape: VectorPath, isClosed: Bool, width: Double, _ style: StrokeStyle, _ ink: Ink, in frame: Frame) {
    guard width > 0 else { return }
    let trim = style.trim ?? StrokeStyle.Trim(from: 0, to: 1)
    let line = style.trim == nil ? shape : shape.trimmed(from: trim.from, to: trim.to)
    let scale = scale
    guard !line.elements.isEmpty, spend(DrawingCost.line(line, width: width, scale: scale)) else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_set_line_width(context, width)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    let lineCap: cairo_line_cap_t =
      switch style.cap ?? .round {
      case .butt: CAIRO_LINE_CAP_BUTT
      case .round: CAIRO_LINE_CAP_ROUND
      case .square: CAIRO_LINE_CAP_SQUARE
      }
    cairo_set_line_cap(context, lineCap)
    let dash = style.dash.prefix(StrokeStyle.longestDash).map { SurfaceMetrics.sane($0) }
    let period = dash.reduce(0, +)
    let gaps = dash.count % 2 == 1 ? dash : dash.enumerated().compactMap { $0.offset % 2 == 1 ? $0.element : nil }
    // Caps close shorter gaps, and Cairo takes seconds for dashes that overlap.
    let hasGaps = style.cap == .butt || gaps.contains { $0 > width }
    var edges = line.elements.count
    if period > 0, hasGaps {
      let count = line.length / period * Double(max(1, dash.count / 2))
      if spend(DrawingCost.dashes(count, width: width, scale: scale)) {
        cairo_set_dash(context, dash, Int32(dash.count), 0)
        edges += Int(saturating: min(1e6, count))
      }
    }
    guard let gradient = ink.gradient, gradient.colors.count > 1, spend(ink.isAngular ? 500 : 10) else {
      return apart(line, margin: 2 * width, edges: edges) {
        add(line)
        use(ink.gradient.map { Self.color(of: $0.colors, at: 0.5) } ?? ink.color)
        cairo_stroke(context)
      }
    }
    if ink.isAngular, !isClosed {
      return strokePieces(of: line, gradient.colors, lineCap)
    }
    let pattern =
      ink.isAngular
      ? Self.angular(gradient.colors, around: frame, trim) : Self.pattern(gradient.colors, gradient.direction, in: frame)
    guard let pattern else { return }
    apart(line, margin: 2 * width, edges: edges) {
      add(line)
      cairo_set_source(context, pattern)
      cairo_stroke(context)
    }
    cairo_pattern_destroy(pattern)
  }

  /// Draws a line in short pieces, each in its own colour. Only its ends have caps.
  private func strokePieces(of line: VectorPath, _ colors: [RGBA], _ lineCap: cairo_line_cap_t) {
    let line = MeasuredPath(line)
    let count = min(200, max(12, Int(saturating: line.length / 2)))
    for index in 0..<count {
      let (start, end) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      let isEnd = index == 0 || index == count - 1
      cairo_set_line_cap(context, isEnd ? lineCap : CAIRO_LINE_CAP_BUTT)
      // Pieces overlap a little, so there are no gaps between them.
      let piece = line.part(from: start, to: min(1, end + (isEnd ? 0 : 0.1 / Double(count))))
      apart(piece, margin: 2 * cairo_get_line_width(context), edges: piece.elements.count) {
        add(piece)
        use(Self.color(of: colors, at: (start + end) / 2))
        cairo_stroke(context)
      }
    }
  }

  private static func color(of colors: [RGBA], at fraction: Double) -> RGBA {
    guard colors.count > 1 else { return colors.first ?? RGBA(0) }
    let place = min(1, max(0, fraction)) * Double(colors.count - 1)
    let index = min(colors.count - 2, Int(saturating: place))
    let (one, other, share) = (colors[index], colors[index + 1], place - Double(index))
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
    var color = one
    (color.red, color.green) = (mix(one.red, other.red), mix(one.green, other.green))
    (color.blue, color.alpha) = (mix(one.blue, other.blue), mix(one.alpha, other.alpha))
    return color
  }

  /// Colours around the middle of a frame, clockwise from the top: from one fraction of a turn to another. The rest of the turn has
  /// the colours of the nearer end.
  private static func angular(_ colors: [RGBA], around frame: Frame, _ trim: StrokeStyle.Trim) -> OpaquePointer? {
    guard let pattern = cairo_pattern_create_mesh() else { return nil }
    let (x, y) = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    // Beyond the corners, and beyond the lines around them.
    let radius = frame.width + frame.height + 200
    let sweep = trim.to > trim.from ? trim.to - trim.from : trim.to - trim.from + 1
    let rest = max(0, 1 - sweep) / 2
    func point(_ turn: Double) -> (x: Double, y: Double) {
      (x + radius * sin(turn * 2 * .pi), y - radius * cos(turn * 2 * .pi))
    }
    func patch(_ start: Double, _ end: Double, _ one: RGBA, _ other: RGBA) {
      let (a, b) = (point(start), point(end))
      cairo_mesh_pattern_begin_patch(pattern)
      cairo_mesh_pattern_move_to(pattern, x, y)
      cairo_mesh_pattern_line_to(pattern, a.x, a.y)
      cairo_mesh_pattern_line_to(pattern, b.x, b.y)
      cairo_mesh_pattern_line_to(pattern, x, y)
      for (corner, color) in [one, one, other, other].enumerated() {
        cairo_mesh_pattern_set_corner_color_rgba(pattern, UInt32(corner), color.red, color.green, color.blue, color.alpha)
      }
      cairo_mesh_pattern_end_patch(pattern)
    }
    func patches(_ start: Double, _ end: Double, _ color: (Double) -> RGBA) {
      let count = max(1, Int(saturating: ((end - start) * 48).rounded(.up)))
      for index in 0..<count {
        let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
        patch(start + (end - start) * from, start + (end - start) * to, color(from), color(to))
      }
    }
    if rest > 0 {
      patches(trim.from - rest, trim.from) { _ in colors[0] }
      patches(trim.from + sweep, trim.from + sweep + rest) { _ in colors[colors.count - 1] }
    }
    patches(trim.from, trim.from + sweep) { self.color(of: colors, at: $0) }
    return pattern
  }
}
