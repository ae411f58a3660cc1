import WidgetModel

/// A widget in a box: name and age in the top border, the view inside its insets, a failure below it.
struct TerminalCard {
  let snapshot: Snapshot
  private(set) var content: CardContent
  let options: RenderingOptions
  let glyphs: TerminalGlyphs
  let context: LayoutContext
  let columns: Int
  let maximumRows: Int
  /// The height of a family, whatever is inside.
  let exactRows: Int?
  /// Whether there's space for a border: not with fewer than four columns, or a single row.
  var hasBorder: Bool { columns >= 4 && options.family != .inline }

  init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) {
    self.snapshot = snapshot
    self.options = options
    content = CardContent(snapshot, options: options)
    if options.agesInMinutes, let age = content.age, case let elapsed = options.clock.now - age.moment, elapsed < 60 {
      content.age?.text = options.clock.words("just now")
      content.age?.nextChange = 60 - max(0, elapsed)
    }
    glyphs = TerminalGlyphs(options.encoding)
    context = LayoutContext(
      measurer: CellMeasurer(rule: options.widthRule), metrics: .cells, textSize: options.textSize, encoding: options.encoding,
      icons: options.icons,
      clock: options.clock, spinner: glyphs.spinner(at: options.frame),
      isRedacted: content.isRedacted, imageSize: options.imageSize)
    let width = size.width.isFinite ? Int(saturating: SurfaceMetrics.sane(size.width) / CellMeasurer.cell.width) : 80
    let height = size.height.isFinite && size.height > 0 ? size.height : 1000 * CellMeasurer.cell.height
    let hostColumns = min(1000, max(1, options.columns ?? width))
    let hostRows = min(1000, max(1, Int(saturating: SurfaceMetrics.sane(height) / CellMeasurer.cell.height)))
    let family = options.family.flatMap { SurfaceSize.size(of: $0) }
    columns = family.map { min(hostColumns, Self.cells($0.width, CellMeasurer.cell.width)) } ?? hostColumns
    exactRows = family.map { min(hostRows, Self.cells($0.height, CellMeasurer.cell.height)) }
    maximumRows = options.family == .inline ? 1 : exactRows ?? hostRows
  }

  private static func cells(_ length: Double, _ cell: Double) -> Int {
    Int(saturating: (SurfaceMetrics.sane(length) / cell).rounded(.toNearestOrAwayFromZero))
  }

  mutating func draw() -> TerminalDrawing {
    if content.state == .empty { return drawEmpty() }
    let border = hasBorder ? 1 : 0
    let insets = cellInsets
    let width = columns - 2 * border - insets.left - insets.right
    let x = border + insets.left

    let available = maximumRows - 2 * border
    let notices = noticeLines(width: width)
    let failure = failureLines(width: width, limit: max(1, min(6, available / 2))) + notices
    let isLow = available < failure.count + 4
    let top = isLow ? 0 : min(insets.top, available / 4)
    let bottom = isLow ? 0 : min(insets.bottom, available / 4)
    let space = max(0, available - failure.count - top - bottom)
    let view = laidOut(x: x, y: border + top, width: width, maximumRows: max(space, failure.isEmpty ? 1 : 0))
    let contentRows = exactRows.map { max(0, $0 - 2 * border - top - failure.count - bottom) } ?? view?.rows ?? 0

    let rows = 2 * border + top + contentRows + failure.count + bottom
    var painter = TerminalPainter(
      canvas: TerminalCanvas(columns: columns, rows: rows, rule: options.widthRule), glyphs: glyphs,
      focusedAction: options.focusedAction, hyperlinks: options.hyperlinks, depth: options.colorDepth,
      scheme: options.colorScheme)
    if let background = content.background {
      painter.ground = background.color
      let inside = CellFrame(columns: border..<max(border, columns - border), rows: border..<max(border, rows - border))
      if let gradient = background.gradient {
        painter.gradient = (gradient, inside)
        painter.canvas.fill(inside, gradient, of: inside)
      } else {
        painter.canvas.fill(columns: inside.columns, rows: inside.rows, background: background.color)
      }
    }
    if let view {
      let first = border + top
      painter.draw(whole: view.view, clip: CellFrame(columns: x..<(x + max(0, width)), rows: first..<(first + contentRows)))
    }
    for (index, line) in failure.enumerated() {
      let row = border + top + contentRows + index
      painter.canvas.draw(line.text, column: x, row: row, style: line.style, clip: x..<(x + max(0, width)))
    }
    var controls = painter.controls
    if hasBorder {
      drawBorder(&painter.canvas)
      controls += drawDisclosure(&painter.canvas, isCut: (view?.hidden ?? 0) > 0, rows: contentRows).map { [$0] } ?? []
    }
    painter.canvas.keep(rows: maximumRows)
    let ticks = view.map { Ticks($0.view, clock: options.clock) } ?? Ticks()
    var changes = [ticks.nextChange]
    if hasBorder { changes.append(content.age?.nextChange) }
    let seen = 0..<painter.canvas.rowCount
    let noticeEnd = border + top + contentRows + failure.count
    var drawing = TerminalDrawing(
      canvas: painter.canvas, controls: controls.filter { seen.overlaps($0.frame.rows) },
      images: painter.images.filter { $0.frame.rows.upperBound <= seen.upperBound }, isAnimated: ticks.isAnimated,
      nextChange: changes.compactMap { $0 }.min())
    (drawing.hiddenRows, drawing.extraRows) = (view?.hidden ?? 0, view?.extra ?? 0)
    drawing.report = view?.report ?? FitReport()
    drawing.isNotice = view?.isNotice == true || options.isTooMuchWork
    drawing.noticeRows = max(0, noticeEnd - notices.count)..<noticeEnd
    return drawing
  }

  private func drawEmpty() -> TerminalDrawing {
    var canvas = TerminalCanvas(columns: columns, rows: options.showsEmptyNote ? 1 : 0, rule: options.widthRule)
    let mark = options.isFocused ? glyphs.focus : options.isUpdating ? context.spinner : "·"
    let note = context.encoded("\(mark) \(content.emptyNote)")
    let color = options.isFocused ? ColorName.accent : .secondary
    canvas.draw(fitted(note, columns), column: 0, row: 0, style: TerminalStyle(foreground: .named(color)))
    return TerminalDrawing(canvas: canvas, controls: [])
  }

  private func laidOut(x: Int, y: Int, width: Int, maximumRows: Int) -> (
    view: LaidOutView, rows: Int, hidden: Int, extra: Int, report: FitReport, isNotice: Bool
  )? {
    guard var view = content.body, maximumRows > 0 else { return nil }
    if options.isTooMuchWork { view = WorkNotice.view(content.words, isLow: false) }
    let cell = CellMeasurer.cell
    func layout(height: Double?, maxHeight: Double) -> FittedView {
      Layout(context).fitted(
        view, width: Double(width) * cell.width, height: height, maxHeight: maxHeight, x: Double(x) * cell.width,
        y: Double(y) * cell.height)
    }
    let maximum = Double(maximumRows) * cell.height
    if mode == .compact {
      // Laid out at full height and clipped: `Show More` reveals the rest.
      let fitted = layout(height: nil, maxHeight: .infinity)
      let whole = fitted.view
      let rows = max(0, Int(saturating: (whole.frame.height / cell.height).rounded(.up)))
      let compact = Self.cells(SurfaceSize.compactHeight, cell.height)
      let shown = min(rows, maximumRows, compact + options.extraRows)
      return (whole, shown, rows - shown, max(0, shown - compact), FitReport(), fitted.isNotice)
    }
    let preferred = snapshot.preferredSize.height
    var wanted = preferred > 0 ? max(1, (SurfaceMetrics.sane(preferred) / cell.height).rounded()) * cell.height : nil
    if options.family != nil { wanted = maximum }
    let fitted = layout(height: wanted, maxHeight: maximum)
    var laidOut = fitted.view
    if options.family != nil, !laidOut.showsContent {
      // No card is blank.
      let line = Layout(context).layout(
        InlineLine.row(view), width: Double(width) * cell.width, maxHeight: maximum, x: Double(x) * cell.width,
        y: Double(y) * cell.height)
      if line.showsContent { laidOut = line }
    }
    // A family's card has a fixed height. A preferred height is a limit and adds no empty rows: terminal lines are lower than a
    // panel's.
    let used = options.family != nil ? maximum : laidOut.frame.y + laidOut.frame.height - Double(y) * cell.height
    return (
      laidOut, max(0, Int(saturating: (min(maximum, used) / cell.height).rounded(.up))), 0, 0, fitted.report, fitted.isNotice
    )
  }

  /// The snapshot's insets in cells. The border takes its cell from the inset.
  private var cellInsets: (top: Int, left: Int, bottom: Int, right: Int) {
    guard hasBorder, columns >= 12 else { return (0, 0, 0, 0) }
    let insets = snapshot.insets
    let most = (columns - 2) / 4
    return (
      Self.cells(insets.top, 16), min(most, max(0, Self.cells(insets.left, 8) - 1)), max(0, Self.cells(insets.bottom, 16) - 1),
      min(most, max(0, Self.cells(insets.right, 8) - 1))
    )
  }

  private func failureLines(width: Int, limit: Int) -> [(text: String, style: TerminalStyle)] {
    guard let failure = content.footer else { return [] }
    let breaker = LineBreaker(measurer: context.measurer, font: ResolvedFont(), ellipsis: context.ellipsis)
    var lines: [(String, TerminalStyle)] = []
    let paragraphs: [(symbol: String, text: String?, color: ColorName)] = [
      (glyphs.warning, failure.reason, failure.color), (glyphs.remedy, failure.remedy, .secondary),
    ]
    for case let (symbol, text?, color) in paragraphs where lines.count < limit {
      let style = TerminalStyle(foreground: .named(color))
      let broken = breaker.lines(
        of: context.encoded("\(symbol) \(text)"), width: Double(width) * CellMeasurer.cell.width, limit: limit - lines.count)
      lines += broken.map { ($0.text, style) }
    }
    return lines
  }

  private func noticeLines(width: Int) -> [(text: String, style: TerminalStyle)] {
    let breaker = LineBreaker(measurer: context.measurer, font: ResolvedFont(), ellipsis: context.ellipsis)
    return options.notices.flatMap { notice in
      let lines = breaker.lines(
        of: context.encoded("\(glyphs.notice) \(notice.text)"), width: Double(width) * CellMeasurer.cell.width, limit: 4)
      return lines.map { ($0.text, TerminalStyle(foreground: .named(notice.color))) }
    }
  }

  // MARK: Border

  /// Fainter than any text.
  private static let borderColor = Color.pair(light: .rgb(0x8E8E93), dark: .rgb(0x636366))

  /// nil for a family, which has only one height.
  private var mode: DisplayMode? { options.family == nil ? snapshot.displayMode(asked: options.displayMode) : nil }

  private func drawBorder(_ canvas: inout TerminalCanvas) {
    let style = TerminalStyle(foreground: options.isFocused ? .named(.accent) : Self.borderColor)
    let last = canvas.rowCount - 1
    for (row, left, right) in [(0, glyphs.topLeft, glyphs.topRight), (last, glyphs.bottomLeft, glyphs.bottomRight)] {
      canvas.draw(left, column: 0, row: row, style: style)
      canvas.repeat(glyphs.horizontal, columns: 1..<max(1, columns - 1), rows: row..<(row + 1), style: style)
      canvas.draw(right, column: columns - 1, row: row, style: style)
    }
    for column in [0, columns - 1] {
      canvas.repeat(glyphs.vertical, columns: column..<(column + 1), rows: 1..<max(1, last), style: style)
    }
    if content.showsTitle { drawTitle(&canvas) }
    if options.isFocused {
      var style = style
      style.bold = true
      canvas.draw(glyphs.focus, column: content.isRightToLeft ? columns - 2 : 1, row: 0, style: style)
    }
  }

  /// `Show More` where a compact view is clipped, `Show Less` where the host can return to compact. On a board, a view as low as a
  /// compact one has neither.
  ///
  /// - Parameter rows: The rows of the view.
  /// - Returns: The control, if the host supports it.
  private func drawDisclosure(_ canvas: inout TerminalCanvas, isCut: Bool, rows: Int) -> TerminalDrawing.Control? {
    let canExpand =
      mode == .compact && snapshot.largestDisplayMode != .compact
      && (isCut || options.discloses && !options.disclosesOnlyClipped)
    let canShrink =
      mode == .expanded && options.discloses
      && (!options.disclosesOnlyClipped || rows > Self.cells(SurfaceSize.compactHeight, CellMeasurer.cell.height))
    guard canExpand || canShrink || (mode == .compact && isCut) else { return nil }
    let words = content.words
    let title = canShrink ? " \(words("Show Less")) " : canExpand ? " \(words("Show More")) " : ""
    let hint = !title.isEmpty && columns >= cells(title) + 7 ? title : columns >= 10 ? " \(context.ellipsis) " : ""
    let row = canvas.rowCount - 1
    let column = content.isRightToLeft ? min(2, max(0, columns - 2 - cells(hint))) : columns - 2 - cells(hint)
    var style = TerminalStyle(foreground: .named(.accent))
    style.reverse = options.focusedAction == TerminalDrawing.disclosure
    canvas.draw(hint, column: column, row: row, style: style)
    guard options.discloses, canExpand || canShrink, !hint.isEmpty else { return nil }
    return TerminalDrawing.Control(
      action: TerminalDrawing.disclosure,
      frame: CellFrame(columns: column..<max(column, min(columns - 2, column + cells(hint))), rows: row..<(row + 1)))
  }

  private func drawTitle(_ canvas: inout TerminalCanvas) {
    let inner = columns - 2
    var title = context.encoded(content.name)
    var symbol = ""
    if let icon = content.icon {
      symbol = IconSet.icon(icon, style: options.icons).text(options.encoding) + " "
    }
    // `─ title ── age ─`: at least one border cell in between, and part of the title.
    var age = ""
    var space = inner - 4
    for candidate in statusTexts {
      let left = inner - 7 - cells(candidate)
      guard left >= min(cells(symbol + title), 8) else { continue }
      (space, age) = (left, candidate)
      break
    }
    if cells(symbol) + 1 > space { symbol = "" }
    title = fitted(title, space - cells(symbol))
    if !(symbol + title).isEmpty, space > 0 {
      var style = TerminalStyle.plain
      style.bold = true
      if content.isRightToLeft {
        let start = columns - 4 - cells(symbol + title)
        canvas.draw(" ", column: start, row: 0, style: .plain)
        canvas.draw(title, column: start + 1, row: 0, style: style)
        // The symbol ends with a space.
        canvas.draw(" " + symbol, column: start + 1 + cells(title), row: 0, style: .plain)
      } else {
        canvas.draw(" " + symbol, column: 2, row: 0, style: .plain)
        canvas.draw(title, column: 3 + cells(symbol), row: 0, style: style)
        canvas.draw(" ", column: 3 + cells(symbol + title), row: 0, style: .plain)
      }
    }
    if !age.isEmpty {
      let color = content.age?.color ?? .secondary
      canvas.draw(
        " \(age) ", column: content.isRightToLeft ? 2 : columns - 4 - cells(age), row: 0,
        style: TerminalStyle(foreground: .named(color)))
    }
  }

  /// The activity and the age for the title, from longest to shortest.
  private var statusTexts: [String] {
    let age = content.age?.text
    var ages = age.map { [$0] } ?? []
    if let age, content.state == .stale, options.agesInMinutes { ages.insert("stale, \(age)", at: 0) }
    guard options.isUpdating else { return ages }
    return ages.map { "\(context.spinner) \($0)" } + [context.spinner]
  }

  private func cells(_ text: String) -> Int { GraphemeWidth.cells(text, rule: options.widthRule) }

  private func fitted(_ text: String, _ columns: Int) -> String {
    let breaker = LineBreaker(measurer: context.measurer, font: ResolvedFont(), ellipsis: context.ellipsis)
    return breaker.truncated(text, width: Double(max(0, columns)) * CellMeasurer.cell.width, .tail).text
  }
}

/// The parts of a drawing that change over time.
private struct Ticks {
  var isAnimated = false
  var nextChange: Double?

  init() {}

  init(_ view: LaidOutView, clock: CalendarClock) {
    guard !view.style.isHidden else { return }
    isAnimated = view.node.content.traits.contains(.animated)
    if case .date(let moment, let style) = view.node.content {
      nextChange = DateText.nextChange(moment, style: style, clock: clock)
    } else if case .progress = view.node.content, let interval = view.node.style.effects?.interval {
      nextChange = interval.nextStep(at: clock.now, steps: max(1, view.frame.width))
    }
    view.children.forEachInPlace { child in
      let ticks = Ticks(child, clock: clock)
      isAnimated = isAnimated || ticks.isAnimated
      if let next = ticks.nextChange { nextChange = min(nextChange ?? next, next) }
    }
  }
}
