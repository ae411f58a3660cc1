import WidgetModel

/// A widget in a box: title and age in the upper border, the view inside its insets, a failure at the foot.
struct TerminalCard {
  let snapshot: Snapshot
  let options: RenderingOptions
  let glyphs: TerminalGlyphs
  let context: LayoutContext
  let columns: Int
  let mostRows: Int
  /// A family's height, kept whatever is inside.
  let exactRows: Int?
  /// Under four columns there is no room for a border, and in one line none for two more.
  var hasBorder: Bool { columns >= 4 && options.family != .inline }

  init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) {
    self.snapshot = snapshot
    self.options = options
    glyphs = TerminalGlyphs(options.encoding)
    context = LayoutContext(
      measurer: CellMeasurer(rule: options.widthRule), metrics: .cells, textSize: options.textSize, encoding: options.encoding,
      icons: options.icons,
      clock: options.clock, spinner: glyphs.spinner(at: options.frame),
      isRedacted: options.isRedacted, pictureSize: options.pictureSize)
    let width = size.width.isFinite ? Int(SurfaceMetrics.sane(size.width) / CellMeasurer.cell.width) : 80
    let height = size.height.isFinite && size.height > 0 ? size.height : 1000 * CellMeasurer.cell.height
    let hostColumns = min(1000, max(1, options.columns ?? width))
    let hostRows = min(1000, max(1, Int(SurfaceMetrics.sane(height) / CellMeasurer.cell.height)))
    let family = options.family.flatMap { SurfaceSize.size(of: $0) }
    columns = family.map { min(hostColumns, Self.cells($0.width, CellMeasurer.cell.width)) } ?? hostColumns
    exactRows = family.map { min(hostRows, Self.cells($0.height, CellMeasurer.cell.height)) }
    mostRows = options.family == .inline ? 1 : exactRows ?? hostRows
  }

  private static func cells(_ length: Double, _ cell: Double) -> Int {
    Int((SurfaceMetrics.sane(length) / cell).rounded(.toNearestOrAwayFromZero))
  }

  mutating func draw() -> TerminalDrawing {
    guard snapshot.hasContent || snapshot.failure != nil else { return drawHidden() }
    let border = hasBorder ? 1 : 0
    let insets = cellInsets
    let width = columns - 2 * border - insets.left - insets.right
    let x = border + insets.left

    let available = mostRows - 2 * border
    let foot = footLines(width: width, limit: max(1, min(6, available / 2)))
    let isLow = available < foot.count + 4
    let top = isLow ? 0 : min(insets.top, available / 4)
    let bottom = isLow ? 0 : min(insets.bottom, available / 4)
    let room = max(0, available - foot.count - top - bottom)
    let view = laidOut(x: x, y: border + top, width: width, mostRows: max(room, foot.isEmpty ? 1 : 0))
    let contentRows = exactRows.map { max(0, $0 - 2 * border - top - foot.count - bottom) } ?? view?.rows ?? 0

    let rows = 2 * border + top + contentRows + foot.count + bottom
    var painter = TerminalPainter(
      canvas: TerminalCanvas(columns: columns, rows: rows, rule: options.widthRule), glyphs: glyphs,
      focusedAction: options.focusedAction, hyperlinks: options.hyperlinks, isColorless: options.colorDepth == .none)
    if let view {
      let first = border + top
      painter.draw(view.view, clip: CellFrame(columns: x..<(x + width), rows: first..<(first + contentRows)))
    }
    for (index, line) in foot.enumerated() {
      let row = border + top + contentRows + index
      painter.canvas.draw(line.text, column: x, row: row, style: line.style, clip: x..<(x + width))
    }
    var controls = painter.controls
    if hasBorder {
      drawBorder(&painter.canvas)
      controls += drawDisclosure(&painter.canvas, isCut: view?.isCut == true).map { [$0] } ?? []
    }
    painter.canvas.keep(rows: mostRows)
    let ticks = view.map { Ticks($0.view, clock: options.clock) } ?? Ticks()
    var changes = [ticks.nextChange]
    if showsAge { changes.append(DateText.nextChange(snapshot.updatedAt, style: .relative, clock: options.clock)) }
    let seen = 0..<painter.canvas.rowCount
    return TerminalDrawing(
      canvas: painter.canvas, controls: controls.filter { seen.overlaps($0.frame.rows) },
      pictures: painter.pictures.filter { $0.frame.rows.upperBound <= seen.upperBound }, isAnimated: ticks.isAnimated,
      nextChange: changes.compactMap { $0 }.min())
  }

  private func drawHidden() -> TerminalDrawing {
    var canvas = TerminalCanvas(columns: columns, rows: options.notesHidden ? 1 : 0, rule: options.widthRule)
    let note = context.encoded("· \(name): nothing to show")
    canvas.draw(fitted(note, columns), column: 0, row: 0, style: TerminalStyle(foreground: .named(.secondary)))
    return TerminalDrawing(canvas: canvas, controls: [])
  }

  private func laidOut(x: Int, y: Int, width: Int, mostRows: Int) -> (view: LaidOutView, rows: Int, isCut: Bool)? {
    var view = snapshot.view
    if view == nil, snapshot.failure == nil {
      view = ViewNode(.text("No data yet"))
      view?.style.color = .named(.secondary)
    }
    // A widget that hid itself and then failed shows why it failed, not what it hid.
    guard snapshot.hasContent, let view, mostRows > 0 else { return nil }
    let cell = CellMeasurer.cell
    func layout(height: Double?, maxHeight: Double) -> LaidOutView {
      Layout(context).layout(
        view, width: Double(width) * cell.width, height: height, maxHeight: maxHeight, x: Double(x) * cell.width,
        y: Double(y) * cell.height)
    }
    let maximum = Double(mostRows) * cell.height
    if mode == .compact {
      // As high as it would be, and cut: what is behind `Show More` is more of it.
      let whole = layout(height: nil, maxHeight: .infinity)
      let rows = Int((whole.frame.height / cell.height).rounded(.up))
      let shown = min(rows, mostRows, Self.cells(SurfaceSize.compactHeight, cell.height))
      return (whole, shown, shown < rows)
    }
    let preferred = snapshot.preferredSize.height
    var wanted = preferred > 0 ? max(1, (SurfaceMetrics.sane(preferred) / cell.height).rounded()) * cell.height : nil
    if options.family != nil { wanted = maximum }
    let laidOut = layout(height: wanted, maxHeight: maximum)
    // A family's card has its own height. A preferred height is a limit, not a wish for empty rows: lines of a terminal are lower
    // than those of a panel.
    let used = options.family != nil ? maximum : laidOut.frame.y + laidOut.frame.height - Double(y) * cell.height
    return (laidOut, Int((min(maximum, used) / cell.height).rounded(.up)), false)
  }

  /// The snapshot's insets in cells. The border stands in the room of an inset, not beside it.
  private var cellInsets: (top: Int, left: Int, bottom: Int, right: Int) {
    guard hasBorder, columns >= 12 else { return (0, 0, 0, 0) }
    let insets = snapshot.insets
    let most = (columns - 2) / 4
    return (
      Self.cells(insets.top, 16), min(most, max(0, Self.cells(insets.left, 8) - 1)), max(0, Self.cells(insets.bottom, 16) - 1),
      min(most, max(0, Self.cells(insets.right, 8) - 1))
    )
  }

  private func footLines(width: Int, limit: Int) -> [(text: String, style: TerminalStyle)] {
    guard let failure = snapshot.failure else { return [] }
    // One line has room for one thing: the last good view.
    if options.family == .inline, snapshot.view != nil, snapshot.hasContent { return [] }
    let breaker = LineBreaker(measurer: context.measurer, font: ResolvedFont(), ellipsis: context.ellipsis)
    var lines: [(String, TerminalStyle)] = []
    for (index, paragraph) in FailureText.text(failure, glyphs: glyphs).enumerated() where lines.count < limit {
      let style = TerminalStyle(foreground: .named(index == 0 ? FailureText.color(failure.kind) : .secondary))
      let broken = breaker.lines(
        of: context.encoded(paragraph), width: Double(width) * CellMeasurer.cell.width, limit: limit - lines.count)
      lines += broken.map { ($0.text, style) }
    }
    return lines
  }

  // MARK: Border

  private var name: String { terminalSafe(snapshot.widget.name, limit: 200) }

  private var showsAge: Bool {
    snapshot.view != nil && snapshot.updatedAt > 0 && (snapshot.failure != nil || options.isStale || options.showsAge)
  }

  /// nil with a family, which has one height.
  private var mode: DisplayMode? { options.family == nil ? snapshot.displayMode(asked: options.displayMode) : nil }

  private func drawBorder(_ canvas: inout TerminalCanvas) {
    let style = TerminalStyle(foreground: .named(.tertiary))
    let line = String(repeating: glyphs.horizontal, count: columns - 2)
    let last = canvas.rowCount - 1
    canvas.draw(glyphs.topLeft + line + glyphs.topRight, column: 0, row: 0, style: style)
    for row in 1..<max(1, last) {
      canvas.draw(glyphs.vertical, column: 0, row: row, style: style)
      canvas.draw(glyphs.vertical, column: columns - 1, row: row, style: style)
    }
    canvas.draw(glyphs.bottomLeft + line + glyphs.bottomRight, column: 0, row: last, style: style)
    drawTitle(&canvas)
  }

  /// `Show More` where a compact view goes on, `Show Less` where the host could be compact again.
  ///
  /// - Returns: The control, when the host can do it.
  private func drawDisclosure(_ canvas: inout TerminalCanvas, isCut: Bool) -> TerminalDrawing.Control? {
    let canExpand = mode == .compact && snapshot.largestDisplayMode != .compact && (isCut || options.discloses)
    let canShrink = mode == .expanded && options.discloses
    guard canExpand || canShrink || (mode == .compact && isCut) else { return nil }
    let words = canShrink ? " Show Less " : canExpand ? " Show More " : ""
    let hint = !words.isEmpty && columns >= 18 ? words : columns >= 10 ? " \(context.ellipsis) " : ""
    let row = canvas.rowCount - 1
    let column = columns - 2 - cells(hint)
    var style = TerminalStyle(foreground: .named(.accent))
    style.reverse = options.focusedAction == TerminalDrawing.disclosure
    canvas.draw(hint, column: column, row: row, style: style)
    guard options.discloses, canExpand || canShrink, !hint.isEmpty else { return nil }
    return TerminalDrawing.Control(
      action: TerminalDrawing.disclosure, frame: CellFrame(columns: column..<(columns - 2), rows: row..<(row + 1)))
  }

  private func drawTitle(_ canvas: inout TerminalCanvas) {
    let inner = columns - 2
    var title = context.encoded(name)
    var symbol = ""
    if let icon = snapshot.widget.icon, !icon.isEmpty {
      symbol = IconSet.icon(icon, style: options.icons).text(options.encoding) + " "
    }
    // `─ title ── age ─`: at least one line between them, and something of the title.
    var age = showsAge ? DateText.age(of: snapshot.updatedAt, clock: options.clock) : ""
    var room = inner - 4
    if !age.isEmpty {
      let left = inner - 7 - cells(age)
      if left >= min(cells(symbol + title), 8) { room = left } else { age = "" }
    }
    if cells(symbol) + 1 > room { symbol = "" }
    title = fitted(title, room - cells(symbol))
    if !(symbol + title).isEmpty, room > 0 {
      canvas.draw(" " + symbol, column: 2, row: 0, style: .plain)
      var style = TerminalStyle.plain
      style.bold = true
      canvas.draw(title, column: 3 + cells(symbol), row: 0, style: style)
      canvas.draw(" ", column: 3 + cells(symbol + title), row: 0, style: .plain)
    }
    if !age.isEmpty {
      let color: ColorName = snapshot.failure.map { FailureText.color($0.kind) } ?? (options.isStale ? .orange : .secondary)
      canvas.draw(
        " \(age) ", column: columns - 4 - cells(age), row: 0, style: TerminalStyle(foreground: .named(color)))
    }
  }

  private func cells(_ text: String) -> Int { GraphemeWidth.cells(text, rule: options.widthRule) }

  private func fitted(_ text: String, _ columns: Int) -> String {
    let breaker = LineBreaker(measurer: context.measurer, font: ResolvedFont(), ellipsis: context.ellipsis)
    return breaker.truncated(text, width: Double(max(0, columns)) * CellMeasurer.cell.width, .tail).text
  }
}

/// What moves in a drawing by itself.
private struct Ticks {
  var isAnimated = false
  var nextChange: Double?

  init() {}

  init(_ view: LaidOutView, clock: CalendarClock) {
    guard !view.style.isHidden else { return }
    switch view.node.content {
    case .activityIndicator: isAnimated = true
    case .date(let moment, let style): nextChange = DateText.nextChange(moment, style: style, clock: clock)
    default: break
    }
    // By index: iterating would copy each view with all that is in it.
    for index in view.children.indices {
      let ticks = Ticks(view.children[index], clock: clock)
      isAnimated = isAnimated || ticks.isAnimated
      if let next = ticks.nextChange { nextChange = min(nextChange ?? next, next) }
    }
  }
}
