import WidgetModel

extension TerminalPainter {
  mutating func drawChart(_ chart: ChartLayout, style: TerminalStyle, clip: CellFrame) {
    let plot = CellFrame(chart.plot)
    if chart.showsAxis { drawAxis(chart, plot, style: style, clip: clip) }
    // The data covers rules.
    for rule in chart.rules {
      for column in plot.columns { put(glyphs.rule, column, row(rule.y, plot), style: colored(rule.color, style), clip: clip) }
    }
    switch chart.type {
    case .line, .area, .bar:
      if chart.hasBars { drawBars(chart, plot, style: style, clip: clip) }
      guard chart.series.contains(where: { $0.type != .bar }) else { break }
      if !usesMarks(chart) {
        drawDots(chart, plot, style: style, clip: clip)
      } else {
        drawMarks(chart, plot, style: style, clip: clip)
      }
    case .spark: drawSpark(chart, plot, style: style, clip: clip)
    case .pie: drawPie(chart, plot, style: style, clip: clip)
    }
    for key in chart.keys {
      guard chart.type == .pie || chart.series.indices.contains(key.index) else { continue }
      let text =
        switch chart.type == .pie ? .pie : chart.series[key.index].type {
        case .pie: fill(key.index)
        case .bar: usesMarks(chart) ? fill(key.index) : glyphs.key
        case .line, .area, .spark: usesMarks(chart) ? mark(key.index) : glyphs.key
        }
      draw(LaidOutText(text, frame: key.frame), style: colored(key.color, style), clip: clip)
    }
    if chart.showsPoints { drawPoints(chart, plot, style: style, clip: clip) }
    for rule in chart.rules {
      if let label = rule.label { draw(label, style: colored(rule.color, style), clip: clip) }
    }
    if let axis = chart.rightAxis {
      for text in axis.texts {
        draw(
          text, style: axis.color.map { colored($0, style) } ?? (text.isSecondary ? secondary(style) : style), clip: clip)
      }
    }
    for text in chart.texts { draw(text, style: text.isSecondary ? secondary(style) : style, clip: clip) }
  }

  func colored(_ color: Color, _ style: TerminalStyle) -> TerminalStyle {
    var style = style
    style.foreground = color
    return style
  }

  func secondary(_ style: TerminalStyle) -> TerminalStyle { colored(.named(.secondary), style) }

  /// Whether each series has its own character, because there's no braille or no colour.
  private func usesMarks(_ chart: ChartLayout) -> Bool { !glyphs.hasDots || (isColorless && chart.series.count > 1) }

  private func fill(_ index: Int) -> String { glyphs.fills[index % glyphs.fills.count] }
  private func mark(_ index: Int) -> String { glyphs.marks[index % glyphs.marks.count] }

  mutating func put(_ text: String, _ column: Int, _ row: Int, style: TerminalStyle, clip: CellFrame) {
    guard clip.contains(column: column, row: row) else { return }
    canvas.draw(text, column: column, row: row, style: style, clip: clip.columns)
  }

  private func row(_ y: Double, _ plot: CellFrame) -> Int {
    plot.rows.lowerBound + Int(saturating: ((1 - y) * Double(plot.rows.count - 1)).rounded())
  }

  private mutating func drawPoints(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    for (index, series) in chart.series.enumerated() {
      for case let point? in series.points {
        let column = plot.columns.lowerBound + Int(saturating: (point.x * Double(plot.columns.count - 1)).rounded())
        put(
          usesMarks(chart) ? mark(index) : glyphs.point, column, row(point.y, plot), style: colored(series.color, style),
          clip: clip)
      }
    }
  }

  /// The drawing order: the lower series in a stack covers the one above.
  private func order(_ chart: ChartLayout) -> [(Int, ChartLayout.Series)] {
    let series = chart.series.enumerated().map { ($0, $1) }
    return chart.isStacked ? series.reversed() : series
  }

  private mutating func drawAxis(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    let column = plot.columns.lowerBound - 1
    let style = colored(.named(.tertiary), style)
    for row in plot.rows { put(glyphs.vertical, column, row, style: style, clip: clip) }
    for tick in chart.ticks {
      put(glyphs.tick, column, row(tick, plot), style: style, clip: clip)
    }
  }

  private mutating func drawDots(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    var grid = BrailleGrid(columns: plot.columns.count, rows: plot.rows.count)
    func dot(_ point: ChartLayout.Point) -> (x: Int, y: Int) {
      (
        Int(saturating: (point.x * Double(grid.width - 1)).rounded()),
        Int(saturating: ((1 - point.y) * Double(grid.height - 1)).rounded())
      )
    }
    for (index, series) in order(chart) where series.type != .bar {
      let base = dot(.init(x: 0, y: series.baseline)).y
      var previous: ChartLayout.Point?
      for point in series.points {
        defer { previous = point }
        guard let point else { continue }
        let start = dot(previous ?? point)
        let end = dot(point)
        if series.type == .area {
          for x in start.x...max(start.x, end.x) {
            let part = end.x == start.x ? 0 : Double(x - start.x) / Double(end.x - start.x)
            let y = start.y + Int(saturating: (part * Double(end.y - start.y)).rounded())
            for dotY in min(y, base)...max(y, base) { grid.set(x, dotY, owner: index) }
          }
        }
        grid.line(start, end, owner: index)
      }
    }
    drawGrid(
      grid, plot, clip: clip, styles: chart.series.map { colored(areaColor($0), style) },
      gradients: chart.series.map { $0.type == .area ? $0.gradient : nil })
  }

  /// A cell with a line in it is part of its area too.
  private func areaColor(_ series: ChartLayout.Series) -> Color {
    series.type == .line ? series.color : series.fill ?? series.color
  }

  /// - Parameters:
  ///   - styles: Styles by owner.
  ///   - texts: Texts by owner, instead of dots.
  ///   - gradients: The colours of the first owners.
  mutating func drawGrid(
    _ grid: BrailleGrid, _ frame: CellFrame, clip: CellFrame, styles: [TerminalStyle], texts: [String]? = nil,
    gradients: [Gradient?] = []
  ) {
    let shown = frame.clamped(to: clip)
    for row in shown.rows {
      for column in shown.columns {
        guard let cell = grid.cell(column - frame.columns.lowerBound, row - frame.rows.lowerBound) else { continue }
        var style = styles[cell.owner]
        if gradients.indices.contains(cell.owner), let gradient = gradients[cell.owner] {
          let place = CellFrame(columns: column..<(column + 1), rows: row..<(row + 1))
          style.foreground = gradient.color(behind: place, in: frame)
        }
        if let texts {
          put(texts[cell.owner], column, row, style: style, clip: clip)
        } else {
          canvas.drawDots(cell.text, column: column, row: row, style: style, clip: clip.columns)
        }
      }
    }
  }

  /// Lines made of marks.
  private mutating func drawMarks(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    for (index, series) in order(chart) where series.type != .bar {
      let base = row(series.baseline, plot)
      let style = colored(series.color, style)
      var last: Int?
      for column in 0..<plot.columns.count {
        let x = plot.columns.count == 1 ? 0.5 : Double(column) / Double(plot.columns.count - 1)
        guard let y = series.height(at: x, reach: 0.5 / Double(max(1, plot.columns.count - 1))) else {
          last = nil
          continue
        }
        let end = row(y, plot)
        let start = last ?? end
        let target = plot.columns.lowerBound + column
        if series.type == .area {
          for fill in min(end, base)...max(end, base) { put(":", target, fill, style: style, clip: clip) }
        }
        for between in min(start, end)...max(start, end) where between != start || start == end {
          put(mark(index), target, between, style: style, clip: clip)
        }
        last = end
      }
    }
  }

  private mutating func drawBars(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    let rows = plot.rows.count
    for (index, series) in order(chart) where series.type == .bar {
      // The baseline is between two rows.
      var base = Int(saturating: (series.baseline * Double(rows)).rounded())
      if series.baseline > 0 { base = max(1, base) }
      if series.baseline < 1 { base = min(rows - 1, base) }
      let style = colored(series.fill ?? series.color, style)
      for bar in series.bars {
        let first = plot.columns.lowerBound + Int(saturating: (bar.left * Double(plot.columns.count)).rounded())
        let width = max(1, Int(saturating: ((bar.right - bar.left) * Double(plot.columns.count)).rounded()))
        func put(_ text: String, _ row: Int, _ painter: inout TerminalPainter) {
          let row = plot.rows.upperBound - 1 - row
          for column in first..<(first + width) {
            let place = CellFrame(columns: column..<(column + 1), rows: row..<(row + 1))
            let style = series.gradient.map { painter.colored($0.color(behind: place, in: plot), style) } ?? style
            painter.put(text, column, row, style: style, clip: clip)
          }
        }
        let isSingle = !usesMarks(chart) || chart.series.count == 1
        if bar.y >= series.baseline {
          let part = series.baseline < 1 ? (bar.y - series.baseline) / (1 - series.baseline) : 0
          let eighths = Int(saturating: (part * Double(rows - base) * 8).rounded())
          for row in 0..<(eighths / 8) { put(isSingle ? glyphs.bar : fill(index), base + row, &self) }
          let rest = eighths % 8
          if isSingle {
            if rest > 0 { put(glyphs.columnParts[rest - 1], base + eighths / 8, &self) }
          } else if rest >= 4 || (eighths < 8 && rest > 0) {
            put(fill(index), base + eighths / 8, &self)
          }
        } else if base > 0 {
          let part = (series.baseline - bar.y) / max(series.baseline, 1e-9)
          // There are characters for an eighth and a half of a cell from above, but no others.
          let length = part * Double(base)
          let rest = length - length.rounded(.down)
          let whole = Int(saturating: length) + (rest >= 0.75 ? 1 : 0)
          for row in 0..<whole { put(isSingle ? glyphs.bar : fill(index), base - 1 - row, &self) }
          if rest < 0.75, rest >= 0.1 || whole == 0 {
            put(rest < 0.3 ? glyphs.upperEighth : glyphs.upperHalf, base - 1 - whole, &self)
          }
        }
      }
    }
  }

  private mutating func drawSpark(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    let levels = plot.rows.count * 8
    for series in chart.series {
      let style = colored(series.color, style)
      for column in 0..<plot.columns.count {
        let count = plot.columns.count
        let x = count == 1 ? 0.5 : Double(column) / Double(count - 1)
        let y =
          series.points.count >= count
          ? series.mean(column, of: count) : series.height(at: x, reach: 0.5 / Double(max(1, count - 1)))
        guard let y else { continue }
        // The smallest value is visible too.
        let level = 1 + Int(saturating: (y * Double(levels - 1)).rounded())
        for row in 0..<plot.rows.count {
          let part = min(8, level - row * 8)
          guard part > 0 else { break }
          put(
            part == 8 ? glyphs.bar : glyphs.columnParts[part - 1], plot.columns.lowerBound + column,
            plot.rows.upperBound - 1 - row, style: style, clip: clip)
        }
      }
    }
  }

  private mutating func drawPie(_ chart: ChartLayout, _ plot: CellFrame, style: TerminalStyle, clip: CellFrame) {
    if chart.isDisc {
      var grid = BrailleGrid(columns: plot.columns.count, rows: plot.rows.count)
      grid.disc(hole: 0) { turn in chart.slices.firstIndex { turn < $0.end } ?? chart.slices.count - 1 }
      let styles = chart.slices.map { colored($0.color, style) }
      return drawGrid(grid, plot, clip: clip, styles: styles, texts: isColorless ? chart.slices.indices.map { fill($0) } : nil)
    }
    let cells = Double(plot.columns.count)
    for (index, slice) in chart.slices.enumerated() {
      for column in Int(saturating: (slice.start * cells).rounded())..<Int(saturating: (slice.end * cells).rounded()) {
        for row in plot.rows {
          put(fill(index), plot.columns.lowerBound + column, row, style: colored(slice.color, style), clip: clip)
        }
      }
    }
  }
}

extension ChartLayout.Series {
  /// The line's height at a position; nil in a gap, and if no value is within `reach`.
  func height(at x: Double, reach: Double) -> Double? {
    let known = points.enumerated().compactMap { index, point in point.map { (index: index, x: $0.x) } }
    guard let first = known.first, let last = known.last else { return nil }
    if first.index == last.index { return abs(first.x - x) <= reach + 1e-9 ? points[first.index]?.y : nil }
    // Points are evenly spaced.
    let step = (last.x - first.x) / Double(last.index - first.index)
    let place = (x - first.x) / step + Double(first.index)
    guard step > 0, x <= last.x + 1e-9, place >= -reach / step else { return nil }
    let index = min(points.count - 1, max(0, Int(saturating: place)))
    let next = min(points.count - 1, index + 1)
    switch (points[index], points[next]) {
    case (let left?, let right?): return left.y + (right.y - left.y) * min(1, max(0, place - Double(index)))
    case (let left?, nil): return abs(left.x - x) <= reach ? left.y : nil
    case (nil, let right?): return abs(right.x - x) <= reach ? right.y : nil
    case (nil, nil): return nil
    }
  }

  /// The mean of the values in one of `count` columns.
  func mean(_ column: Int, of count: Int) -> Double? {
    let first = column * points.count / count
    let range = first..<max(first + 1, (column + 1) * points.count / count)
    let values = range.clamped(to: 0..<points.count).compactMap { points[$0]?.y }
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
