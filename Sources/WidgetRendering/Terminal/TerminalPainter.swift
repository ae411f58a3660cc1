import WidgetModel

/// Draws laid-out views on a canvas with cells of 8 by 16 points.
struct TerminalPainter {
  var canvas: TerminalCanvas
  private(set) var controls: [TerminalDrawing.Control] = []
  private(set) var images: [TerminalDrawing.Image] = []
  private var links = 0
  /// The background of the card or gradient the current view is on, where text is black or white.
  var ground: Color?
  /// The gradient the current view is on, and its cells.
  var gradient: (colors: Gradient, frame: CellFrame)?
  /// Whether the current view is in front of another one in a zstack.
  private var isInFront = false
  /// Whether a view with text is in front of the current one.
  private(set) var isBackdrop = false
  /// The cells a view can be moved in.
  private var bounds: CellFrame?
  private var budget = TerminalBudget()
  let glyphs: TerminalGlyphs
  let focusedAction: Int?
  let hyperlinks: Bool
  /// Whether there are no colours, so series and parts need different characters.
  let isColorless: Bool
  /// Whether faint colours may look like others, so tracks need another character than what fills them.
  let hasFewColors: Bool
  /// Decides which image of a pair is shown.
  private let scheme: ColorScheme

  init(
    canvas: TerminalCanvas, glyphs: TerminalGlyphs, focusedAction: Int?, hyperlinks: Bool = false, depth: ColorDepth = .trueColor,
    scheme: ColorScheme = .dark
  ) {
    self.scheme = scheme
    self.canvas = canvas
    self.glyphs = glyphs
    self.focusedAction = focusedAction
    self.hyperlinks = hyperlinks
    isColorless = depth == .none
    hasFewColors = depth == .none || depth == .ansi16
  }

  /// Draws the view of a card. If it has too many shapes, those at the back are left out.
  ///
  /// - Parameter clip: The cells the views can draw on.
  mutating func draw(whole view: LaidOutView, clip: CellFrame) {
    budget = TerminalBudget(for: view, in: clip)
    draw(view, clip: clip)
  }

  /// - Parameter clip: The cells the views can draw on.
  mutating func draw(_ view: LaidOutView, clip: CellFrame) {
    guard let effects = view.node.style.effects else { return draw(view, in: clip) }
    let outer = bounds
    if effects.offset != nil, let outer {
      draw(view, in: outer)
    } else {
      if effects.clips == true || outer == nil { bounds = effects.clips == true ? CellFrame(view.frame).clamped(to: clip) : clip }
      draw(view, in: clip)
    }
    bounds = outer
  }

  private mutating func draw(_ view: LaidOutView, in clip: CellFrame) {
    if bounds == nil { bounds = clip }
    let frame = CellFrame(view.frame).clamped(to: clip)
    guard !frame.isEmpty, !view.style.isHidden, view.style.opacity > 0 else { return }
    let (outerGround, outerGradient) = (ground, gradient)
    defer { (ground, gradient) = (outerGround, outerGradient) }
    if let own = view.node.style.gradient {
      (ground, gradient) = (view.node.style.background, (own, CellFrame(view.frame)))
    } else if let background = view.node.style.background, background != .named(.clear) {
      let behind = ground.flatMap { SystemPalette.fill($0) } ?? SystemPalette.card
      (ground, gradient) = (
        SystemPalette.fill(background, over: behind).map { .pair(light: .rgb($0.light), dark: .rgb($0.dark)) }, nil
      )
    }
    if let gradient, view.children.isEmpty { ground = gradient.colors.color(behind: frame, in: gradient.frame) }
    let isLeftOut = budget.leavesOut(view, in: clip)
    if isLeftOut {
    } else if let gradient = view.node.style.gradient {
      canvas.fill(frame, gradient, of: CellFrame(view.frame))
    } else if let background = view.node.style.background, background != .named(.clear) {
      canvas.fill(columns: frame.columns, rows: frame.rows, background: background)
    }
    if view.node.style.hasBorder { drawBorder(view, frame, clip: frame) }
    if view.isRedacted, view.children.isEmpty {
      drawRedaction(view, clip: frame)
    } else if !isLeftOut || !view.node.content.isPicture {
      drawContent(view, style: style(of: view), clip: frame)
    }
    drawChildren(view, clip: frame)
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

  private mutating func drawChildren(_ view: LaidOutView, clip: CellFrame) {
    guard view.node.content.traits.axis == .depth else { return view.children.forEachInPlace { draw($0, clip: clip) } }
    if view.isMasked {
      if let text = view.children[1].inColor(ofShape: view.children[0]) { return draw(text, clip: clip) }
      return draw(view.children[0], clip: CellFrame(view.children[1].frame).clamped(to: clip))
    }
    // Taps find views in front first.
    let before = controls
    var above: [TerminalDrawing.Control] = []
    let firstImage = images.count
    let (wasInFront, wasBackdrop) = (isInFront, isBackdrop)
    let lastText = view.children.lastIndex { $0.node.hasText } ?? 0
    for (index, child) in view.children.enumerated() {
      controls = []
      isInFront = wasInFront || index > 0
      isBackdrop = wasBackdrop || index < lastText
      draw(child, clip: clip)
      above = controls + above
    }
    (isInFront, isBackdrop) = (wasInFront, wasBackdrop)
    controls = before + above
    makeRoom(firstImage)
  }

  /// Makes room for text in front of an image: terminals draw images over text, so the image leaves out those rows.
  private mutating func makeRoom(_ first: Int) {
    for index in images.indices.dropFirst(first) {
      images[index].frame.rows = canvas.clearRows(in: images[index].frame)
    }
    images.removeAll { $0.frame.isEmpty }
  }

  private mutating func drawBorder(_ view: LaidOutView, _ frame: CellFrame, clip: CellFrame) {
    let content = CellFrame(view.contentFrame)
    // A view that's too small has no border.
    guard frame == CellFrame(view.frame), frame.columns.count >= 3, frame.rows.count >= 3,
      content.columns.lowerBound > frame.columns.lowerBound, content.columns.upperBound < frame.columns.upperBound,
      content.rows.lowerBound > frame.rows.lowerBound, content.rows.upperBound < frame.rows.upperBound
    else { return }
    var style = TerminalStyle(foreground: view.node.style.border)
    style.dim = view.style.opacity < 0.6
    let corners =
      view.node.style.cornerRadius == 0
      ? glyphs.squareCorners : [glyphs.topLeft, glyphs.topRight, glyphs.bottomLeft, glyphs.bottomRight]
    let line = String(repeating: glyphs.horizontal, count: max(0, frame.columns.count - 2))
    let left = frame.columns.lowerBound
    put(corners[0] + line + corners[1], left, frame.rows.lowerBound, style: style, clip: clip)
    put(corners[2] + line + corners[3], left, frame.rows.upperBound - 1, style: style, clip: clip)
    for row in frame.rows.dropFirst().dropLast() {
      put(glyphs.vertical, left, row, style: style, clip: clip)
      put(glyphs.vertical, frame.columns.upperBound - 1, row, style: style, clip: clip)
    }
  }

  /// Bars replacing text and images.
  private mutating func drawRedaction(_ view: LaidOutView, clip: CellFrame) {
    if view.node.content == .divider { return drawDivider(view, clip: clip) }
    let style = TerminalStyle(foreground: .named(.tertiary))
    for part in view.lines.map(\.frame) + [view.symbol?.frame, view.indicator].compactMap({ $0 }) {
      let cells = CellFrame(part).clamped(to: clip)
      for row in cells.rows {
        put(
          String(repeating: glyphs.redaction, count: cells.columns.count), cells.columns.lowerBound, row, style: style, clip: clip
        )
      }
    }
  }

  private mutating func drawContent(_ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    var textStyle = style
    var symbolStyle = style
    switch view.node.content {
    case .divider: return drawDivider(view, clip: clip)
    case .progress(let value, let shape): return drawProgress(value, shape, view, style: style, clip: clip)
    case .gauge(let gauge):
      drawIndicator(gauge.fraction, view, style: style, clip: clip)
      textStyle = untinted(style, view)
    case .chart:
      if let chart = view.chart { drawChart(chart, style: style, clip: clip) }
    case .link(_, let url):
      textStyle.underline = true
      if hyperlinks, let link = TerminalLink(url, id: links + 1) {
        links += 1
        textStyle.link = link
      }
      if view.style.color == nil { textStyle.foreground = view.style.accent }
    case .button:
      if view.style.color == nil { textStyle.foreground = view.style.accent }
      symbolStyle = textStyle
      drawBrackets(view, style: textStyle, clip: clip)
    case .toggle(_, let isOn): drawBox(isOn, view, style: style, clip: clip)
    case .field: return drawFieldEnds(view, style: style, clip: clip)
    case .activityIndicator:
      if view.style.color == nil { symbolStyle.foreground = view.style.accent }
    case .image(let source, let mode):
      if let place = view.indicator {
        let frame = CellFrame(place).clamped(to: clip)
        let text = terminalSafe(ImageText.text(for: source, accessibility: view.node.style.accessibility, isBracketed: true))
        if !frame.isEmpty {
          // It hides whatever is behind it.
          if isInFront { canvas.repeat(" ", columns: frame.columns, rows: frame.rows, style: .plain) }
          images.append(TerminalDrawing.Image(source: source.resolved(scheme), mode: mode, frame: frame, alternativeText: text))
        }
      }
      if view.style.color == nil { textStyle.foreground = .named(.secondary) }
    case .shape(let shape): return drawShape(shape, view, style: style, clip: clip)
    case .icon:
      if let color = view.node.style.effects?.palette.first { symbolStyle.foreground = color }
    case .text, .label, .date, .vstack, .hstack, .zstack, .overlay, .fits, .grid, .group, .card, .private, .spacer: break
    }
    if style.foreground == .named(.clear) { return }
    if let symbol = view.symbol { draw(symbol, style: symbolStyle, clip: clip) }
    if let spans = view.node.styledText { return draw(spans, view, style: textStyle, clip: clip) }
    for line in view.lines { draw(line, style: line.isSecondary ? secondary(textStyle) : textStyle, clip: clip) }
  }

  /// Draws a text whose parts have their own styles.
  private mutating func draw(_ spans: [TextSpan], _ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    var runs = StyledRuns(spans)
    for line in view.lines {
      var column = CellFrame(line.frame).columns.lowerBound
      let row = CellFrame(line.frame).rows.lowerBound
      if isInFront, clip.rows.contains(row) { keepShapesBehind(CellFrame(line.frame), style: style, clip: clip) }
      for run in runs.runs(of: line.text) {
        let own = run.span.map { self.style(of: $0, in: view, style) } ?? style
        put(run.text, column, row, style: own, clip: clip)
        column += GraphemeWidth.cells(run.text, rule: canvas.rule)
      }
    }
  }

  private mutating func style(of span: TextSpan, in view: LaidOutView, _ style: TerminalStyle) -> TerminalStyle {
    var own = style
    let resolved = view.style.inherited(by: span.style, textSize: .large)
    own.bold = style.bold || resolved.font.weight.isBold && resolved.font.weight != view.style.font.weight
    if span.weight != nil { own.bold = resolved.font.weight.isBold }
    own.italic = resolved.font.italic
    if let color = resolved.color { own.foreground = color }
    own.underline = span.underline ?? (style.underline || span.link != nil)
    own.strikethrough = span.strikethrough ?? style.strikethrough
    if let link = span.link, hyperlinks, let target = TerminalLink(link, id: links + 1) {
      links += 1
      own.link = target
    }
    return own
  }

  mutating func draw(_ text: LaidOutText, style: TerminalStyle, clip: CellFrame) {
    let frame = CellFrame(text.frame)
    guard clip.rows.contains(frame.rows.lowerBound) else { return }
    if isInFront { keepShapesBehind(frame, style: style, clip: clip) }
    canvas.draw(text.text, column: frame.columns.lowerBound, row: frame.rows.lowerBound, style: style, clip: clip.columns)
  }

  /// Keeps the colour of shapes behind a text.
  private mutating func keepShapesBehind(_ frame: CellFrame, style: TerminalStyle, clip: CellFrame) {
    // The terminal's own text colour contrasts with its background, not with the shape.
    let hasOwnColor = style.foreground != nil && style.foreground != .named(.label)
    canvas.turnBlocksIntoBackground(
      columns: frame.columns.clamped(to: clip.columns), row: frame.rows.lowerBound, leastDots: hasOwnColor ? 4 : nil)
  }

  private mutating func drawDivider(_ view: LaidOutView, clip: CellFrame) {
    var style = TerminalStyle(foreground: view.style.color ?? .named(.tertiary))
    style.dim = view.style.opacity < 0.6
    let isUpright = view.isInRow
    for row in clip.rows {
      let line = isUpright ? glyphs.vertical : String(repeating: glyphs.horizontal, count: clip.columns.count)
      canvas.draw(line, column: clip.columns.lowerBound, row: row, style: style, clip: clip.columns)
    }
  }

  private mutating func drawProgress(
    _ value: Double, _ shape: ProgressShape, _ view: LaidOutView, style: TerminalStyle, clip: CellFrame
  ) {
    let words = untinted(style, view)
    guard shape == .circle, let indicator = view.indicator else {
      return drawIndicator(value, view, style: style, clip: clip)
    }
    let frame = CellFrame(indicator).clamped(to: clip)
    if view.indicatorShape == .bar {
      let percent = PercentText.text(value)
      let isShort = frame.columns.count < 8
      drawIndicator(value, view, style: style, clip: clip, leaving: isShort ? 0 : 5)
      guard !isShort, let row = frame.rows.first else { return }
      let column = view.style.isRightToLeft ? frame.columns.lowerBound : frame.columns.upperBound - percent.count
      canvas.draw(percent, column: column, row: row, style: words, clip: frame.columns)
    } else {
      drawIndicator(value, view, style: style, clip: clip)
      for line in view.lines { draw(line, style: words, clip: clip) }
    }
  }

  /// The style of a gauge's words: its own colour tints the gauge, not them.
  private func untinted(_ style: TerminalStyle, _ view: LaidOutView) -> TerminalStyle {
    guard view.node.style.color != nil else { return style }
    var own = style
    own.foreground = nil
    return own
  }

  /// The bar or ring of a progress or gauge.
  private mutating func drawIndicator(
    _ value: Double, _ view: LaidOutView, style: TerminalStyle, clip: CellFrame, leaving free: Int = 0
  ) {
    guard let indicator = view.indicator else { return }
    var filledStyle = style
    if view.style.color == nil { filledStyle.foreground = view.style.accent }
    var trackStyle = style
    trackStyle.foreground = .named(.tertiary)
    if view.indicatorShape != .bar {
      return drawRing(
        value, view.indicatorShape, CellFrame(indicator), filled: filledStyle, track: trackStyle, clip: clip)
    }
    let frame = CellFrame(indicator).clamped(to: clip)
    guard let row = frame.rows.first else { return }
    let bar = glyphs.bar(value, cells: frame.columns.count - free)
    let start = frame.columns.lowerBound
    if view.style.isRightToLeft {
      let bar = glyphs.barFromRight(value, cells: frame.columns.count - free)
      canvas.draw(bar.track + bar.filled, column: start + free, row: row, style: trackStyle, clip: frame.columns)
      canvas.draw(
        bar.filled, column: frame.columns.upperBound - bar.filled.count, row: row, style: filledStyle, clip: frame.columns)
      return
    }
    canvas.draw(bar.filled, column: start, row: row, style: filledStyle, clip: frame.columns)
    canvas.draw(bar.track, column: start + bar.filledCells, row: row, style: trackStyle, clip: frame.columns)
  }

  private mutating func drawBrackets(_ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    let content = CellFrame(view.contentFrame)
    let first = view.symbol ?? view.lines.first
    // A narrow button has no brackets.
    guard let first, CellFrame(first.frame).columns.lowerBound >= content.columns.lowerBound + 2 else { return }
    let row = CellFrame(first.frame).rows.lowerBound
    canvas.draw("[ ", column: content.columns.lowerBound, row: row, style: style, clip: clip.columns)
    canvas.draw(" ]", column: content.columns.upperBound - 2, row: row, style: style, clip: clip.columns)
  }

  /// The ends of a text field's box, which has no border on a single row.
  private mutating func drawFieldEnds(_ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    guard view.node.textField != nil, let box = view.children.last, box.node.style.hasBorder else { return }
    let frame = CellFrame(box.frame)
    guard let row = frame.rows.first, frame.rows.count < 3, frame.columns.count > 2 else { return }
    let ends = TerminalStyle(foreground: .named(.tertiary))
    put("[", frame.columns.lowerBound, row, style: ends, clip: clip)
    put("]", frame.columns.upperBound - 1, row, style: ends, clip: clip)
  }

  private mutating func drawBox(_ isOn: Bool, _ view: LaidOutView, style: TerminalStyle, clip: CellFrame) {
    guard let indicator = view.indicator else { return }
    let frame = CellFrame(indicator).clamped(to: clip)
    guard let row = frame.rows.first else { return }
    var boxStyle = style
    if view.style.color == nil { boxStyle.foreground = .named(isOn ? .green : .secondary) }
    canvas.draw(isOn ? "[x]" : "[ ]", column: frame.columns.lowerBound, row: row, style: boxStyle, clip: frame.columns)
  }

  /// A shade of the text colour that's legible on ``ground``.
  private func legible(_ color: Color?, as use: ColorUse = .text) -> Color? {
    guard let ground, let shades = SystemPalette.fill(ground) else { return color }
    func both(_ shade: (UInt32) -> UInt32) -> Color {
      .pair(light: .rgb(shade(shades.light)), dark: .rgb(shade(shades.dark)))
    }
    if case .named(let name)? = color, let own = use.legible(name, on: shades) {
      return own == SystemPalette.text(name) ? color : .pair(light: .rgb(own.light), dark: .rgb(own.dark))
    }
    return switch color {
    case nil, .named(.label): both { Contrast.label(on: $0) }
    case .named(.secondary), .named(.tertiary): both { Contrast.faint(on: $0) }
    case .named, .rgb, .pair, .translucent: color
    }
  }

  private func style(of view: LaidOutView) -> TerminalStyle {
    let isIcon = view.node.content.kind == .icon
    var style = TerminalStyle(foreground: legible(view.style.color, as: isIcon ? .icon : .text))
    style.bold = view.style.font.weight.isBold || view.style.isTitle
    style.italic = view.style.font.italic
    style.dim = view.style.opacity < 0.6 || view.style.font.weight < .light
    return style
  }
}

extension LaidOutView {
  /// A text through which a shape is seen, in the shape's colour; nil for other masks.
  fileprivate func inColor(ofShape shape: LaidOutView) -> LaidOutView? {
    guard case .shape = shape.node.content, node.text != nil else { return nil }
    let effects = shape.node.style.effects
    var text = self
    text.style.color = effects?.fillGradient?.likeness ?? effects?.fill ?? shape.style.color
    return text
  }
}
