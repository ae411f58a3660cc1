import WidgetModel

/// Draws laid-out views on a canvas whose cells are 8 x 16 points.
struct TerminalPainter {
  var canvas: TerminalCanvas
  private(set) var controls: [TerminalDrawing.Control] = []
  let glyphs: TerminalGlyphs
  let focusedAction: Int?

  init(canvas: TerminalCanvas, glyphs: TerminalGlyphs, focusedAction: Int?) {
    self.canvas = canvas
    self.glyphs = glyphs
    self.focusedAction = focusedAction
  }

  /// - Parameter clip: Cells that the views may draw on.
  mutating func draw(_ view: LaidOutView, clip: CellFrame) {
    let frame = CellFrame(view.frame).clamped(to: clip)
    guard !frame.isEmpty, !view.style.isHidden, view.style.opacity > 0 else { return }
    if let background = view.node.style.background, background != .named(.clear) {
      canvas.fill(columns: frame.columns, rows: frame.rows, background: background)
    }
    drawContent(view, style: style(of: view), clip: frame)
    for child in view.children { draw(child, clip: frame) }
    guard let action = view.node.action else { return }
    controls.append(TerminalDrawing.Control(action: action, frame: frame))
    if action == focusedAction {
      canvas.restyle(columns: frame.columns, rows: frame.rows) {
        $0.reverse = true
        $0.bold = true
        $0.dim = false
      }
    }
  }

  private mutating func drawContent(_ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    var textStyle = style
    var symbolStyle = style
    switch view.node.content {
    case .divider: return drawDivider(view, clip: clip)
    case .progress(let value, let shape): return drawProgress(value, shape, view, style: style, clip: clip)
    case .link:
      textStyle.underline = true
      if view.style.color == nil { textStyle.foreground = .named(.accent) }
    case .button:
      if view.style.color == nil { textStyle.foreground = .named(.accent) }
      symbolStyle = textStyle
      drawBrackets(view, style: textStyle, clip: clip)
    case .toggle(_, let isOn): drawBox(isOn, view, style: style, clip: clip)
    case .activityIndicator:
      if view.style.color == nil { symbolStyle.foreground = .named(.accent) }
    case .image:
      if view.style.color == nil { textStyle.foreground = .named(.secondary) }
    default: break
    }
    if style.foreground == .named(.clear) { return }
    if let symbol = view.symbol { draw(symbol, style: symbolStyle, clip: clip) }
    for line in view.lines { draw(line, style: textStyle, clip: clip) }
  }

  private mutating func draw(_ text: LaidOutText, style: TerminalStyle, clip: CellFrame) {
    let frame = CellFrame(text.frame)
    guard clip.rows.contains(frame.rows.lowerBound) else { return }
    canvas.draw(text.text, column: frame.columns.lowerBound, row: frame.rows.lowerBound, style: style, clip: clip.columns)
  }

  private mutating func drawDivider(_ view: LaidOutView, clip: CellFrame) {
    var style = TerminalStyle(foreground: view.style.color ?? .named(.tertiary))
    style.dim = view.style.opacity < 0.6
    // A divider of a row is one cell wide and as high as the row; any other lies.
    let isUpright = clip.columns.count == 1 && clip.rows.count > 1
    for row in clip.rows {
      let line = isUpright ? glyphs.vertical : String(repeating: glyphs.horizontal, count: clip.columns.count)
      canvas.draw(line, column: clip.columns.lowerBound, row: row, style: style, clip: clip.columns)
    }
  }

  private mutating func drawProgress(
    _ value: Double, _ shape: ProgressShape, _ view: LaidOutView, style: TerminalStyle, clip: CellFrame
  ) {
    guard let indicator = view.indicator else { return }
    let frame = CellFrame(indicator).clamped(to: clip)
    guard let row = frame.rows.first else { return }
    var filledStyle = style
    if view.style.color == nil { filledStyle.foreground = .named(.accent) }
    var trackStyle = style
    trackStyle.foreground = .named(.tertiary)
    var cells = frame.columns.count
    if shape == .circle, cells >= 8 {
      let percent = "\(Int(((value.isNaN ? 0 : min(1, max(0, value))) * 100).rounded()))%"
      cells -= 5
      canvas.draw(
        percent, column: frame.columns.upperBound - percent.count, row: row, style: style, clip: frame.columns)
    }
    let bar = glyphs.bar(value, cells: cells)
    let start = frame.columns.lowerBound
    canvas.draw(bar.filled, column: start, row: row, style: filledStyle, clip: frame.columns)
    canvas.draw(bar.track, column: start + bar.filled.count, row: row, style: trackStyle, clip: frame.columns)
  }

  private mutating func drawBrackets(_ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    let content = CellFrame(view.contentFrame)
    let first = view.symbol ?? view.lines.first
    // A button too narrow for brackets is its title alone.
    guard let first, CellFrame(first.frame).columns.lowerBound >= content.columns.lowerBound + 2 else { return }
    let row = CellFrame(first.frame).rows.lowerBound
    canvas.draw("[ ", column: content.columns.lowerBound, row: row, style: style, clip: clip.columns)
    canvas.draw(" ]", column: content.columns.upperBound - 2, row: row, style: style, clip: clip.columns)
  }

  private mutating func drawBox(_ isOn: Bool, _ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    guard let indicator = view.indicator else { return }
    let frame = CellFrame(indicator).clamped(to: clip)
    guard let row = frame.rows.first else { return }
    var boxStyle = style
    if view.style.color == nil { boxStyle.foreground = .named(isOn ? .green : .secondary) }
    canvas.draw(isOn ? "[x]" : "[ ]", column: frame.columns.lowerBound, row: row, style: boxStyle, clip: frame.columns)
  }

  private func style(of view: LaidOutView) -> TerminalStyle {
    var style = TerminalStyle(foreground: view.style.color)
    style.bold = view.style.font.weight.isBold || view.style.isTitle
    style.italic = view.style.font.italic
    style.dim = view.style.opacity < 0.6 || view.style.font.weight < .light
    return style
  }
}
