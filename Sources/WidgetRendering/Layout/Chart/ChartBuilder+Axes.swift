import WidgetModel

extension ChartBuilder {
  private typealias Tick = (y: Double, line: TextLine, top: Double)

  private func ticks(_ scale: ChartScale, _ layout: ChartLayout) -> [Tick] {
    let words = TickText(scale)
    var ticks: [Tick] = []
    for value in scale.ticks.reversed() {
      let y = scale.fraction(value)
      let line = TextLine(words.text(value), width: width(words.text(value)))
      let top = tickTop(y, layout)
      // A tick that would overlap the one above is omitted.
      if let above = ticks.last, top < above.top + lineHeight - 1e-6 { continue }
      ticks.append((y, line, top))
    }
    return ticks
  }

  /// Adds numbers to the left of the plot if that leaves it most of the width.
  func addTicks(_ scale: ChartScale, to layout: inout ChartLayout) {
    var plot = layout.plot
    let ticks = ticks(scale, layout)
    let widest = ticks.map(\.line.width).max() ?? 0
    let gap = context.metrics.quantum?.width ?? Self.tickGap
    guard !ticks.isEmpty, widest + gap <= plot.width / 2 else { return }
    plot.x += widest + gap
    plot.width -= widest + gap
    layout.showsAxis = true
    layout.ticks = ticks.map(\.y)
    for tick in ticks {
      layout.texts.append(text(tick.line, x: layout.plot.x + widest - tick.line.width, y: tick.top))
    }
    layout.plot = plot
  }

  /// Adds the numbers of the second axis to the right of the plot, also if that leaves it most of the width.
  func addRightTicks(_ scale: ChartScale, to layout: inout ChartLayout) {
    let ticks = ticks(scale, layout)
    let widest = ticks.map(\.line.width).max() ?? 0
    let gap = context.metrics.quantum?.width ?? Self.tickGap
    guard !ticks.isEmpty, widest + gap <= layout.plot.width / 2 else { return }
    layout.plot.width -= widest + gap
    let own = chart.series.indices.filter { chart.axis(of: $0) == .right }
    let color = own.count == 1 && chart.series.count > 1 ? color(of: own[0]) : nil
    let texts = ticks.map { tick in
      var text = text(tick.line, x: layout.plot.maxX + gap, y: tick.top)
      if color != nil { text.isSecondary = false }
      return text
    }
    layout.rightAxis = .init(ticks: ticks.map(\.y), texts: texts, color: color)
  }

  /// Leaves half a line above and below the plot for numbers there, so they're beside their lines; not in cells, where the ends are
  /// rows.
  ///
  /// - Parameters:
  ///   - ticks: Fractions of the plot's height.
  ///   - hasLabelRow: Whether there are labels below, which the lowest number is beside.
  func makeRoom(for ticks: [Double], _ layout: inout ChartLayout, hasLabelRow: Bool) {
    guard context.metrics.quantum == nil, let low = ticks.min(), let high = ticks.max() else { return }
    let half = (lineHeight / 2).rounded()
    layout.tickOverhang = half
    let (top, bottom) = (half - (1 - high) * layout.plot.height, hasLabelRow ? 0 : half - low * layout.plot.height)
    if top > 0 { (layout.plot.y, layout.plot.height) = (layout.plot.y + top, layout.plot.height - top) }
    if bottom > 0 { layout.plot.height -= bottom }
  }

  /// The top of a tick's text, centred on the tick; in cells, the axis ends are in the first and last row.
  func tickTop(_ y: Double, _ layout: ChartLayout) -> Double {
    let plot = layout.plot
    let space = max(0, plot.height - lineHeight)
    guard let row = context.metrics.quantum?.height else {
      let over = layout.tickOverhang
      return plot.y + min(space + over, max(-over, (1 - y) * plot.height - lineHeight / 2))
    }
    return plot.y + min(space, ((1 - y) * space / row).rounded() * row)
  }

  /// Adds labels below the plot: every one, those of bars perhaps in smaller letters, or every second, every third ... as the width
  /// allows. The plot gets narrower where the first or the last one would otherwise not be below its value.
  func addLabels(_ labels: [String], to layout: inout ChartLayout, in frame: Frame) {
    var (font, lines) = (self.font, labels.map { fitted($0, min(frame.width, max(layout.plot.width, lineHeight))) })
    var row = LabelRow(self, lines, layout.plot, in: frame)
    if context.metrics.quantum == nil, !row.isWhole, chart.series.indices.contains(where: { chart.type(of: $0) == .bar }) {
      for scale in [0.85, 0.7] {
        var smaller = self.font
        smaller.size *= scale
        let own = labels.map { TextLine($0, width: context.measurer.measure($0, font: smaller).width) }
        let whole = LabelRow(self, own, layout.plot, in: frame)
        guard whole.isWhole else { continue }
        (font, lines, row) = (smaller, own, whole)
        break
      }
    }
    if context.metrics.quantum == nil, !isForPage, let first = row.shown.first, let last = row.shown.last {
      let most = layout.plot.width / 8
      // Numbers that reach into the row are beside the first label.
      let start = layout.showsAxis && layout.tickOverhang > 0 ? layout.plot.x - Self.tickGap / 2 : frame.x
      let end = layout.rightAxis != nil && layout.tickOverhang > 0 ? layout.plot.maxX + Self.tickGap / 2 : frame.maxX
      let (left, right) = (start - row.wantedLeft(first), row.wantedLeft(last) + lines[last].width - end)
      if left > 0 {
        layout.plot.x += min(most, left)
        layout.plot.width -= min(most, left)
      }
      if right > 0 { layout.plot.width -= min(most, right / max(0.5, chart.position(of: last))) }
      row = LabelRow(self, lines, layout.plot, in: frame)
    }
    for index in row.shown {
      var label = text(lines[index], x: row.left(index), y: layout.plot.maxY)
      label.font = font
      layout.texts.append(label)
    }
  }

  /// The space between a number and the plot, in points.
  fileprivate static let tickGap = 6.0

  /// The labels below a plot.
  private struct LabelRow {
    let builder: ChartBuilder
    let lines: [TextLine]
    let plot: Frame
    let frame: Frame
    /// The indices of those with enough space.
    private(set) var shown: [Int] = []
    /// Whether none is left out.
    var isWhole: Bool { shown.count == lines.count { !$0.text.isEmpty } }

    init(_ builder: ChartBuilder, _ lines: [TextLine], _ plot: Frame, in frame: Frame) {
      (self.builder, self.lines, self.plot, self.frame) = (builder, lines, plot, frame)
      let all = lines.indices.filter { !lines[$0].text.isEmpty }
      guard let stride = (1...max(1, lines.count)).first(where: isFree) else { return }
      shown = all.filter { $0.isMultiple(of: stride) }
    }

    /// Centred below its value.
    func wantedLeft(_ index: Int) -> Double {
      plot.x + plot.width * builder.chart.position(of: index) - lines[index].width / 2
    }

    func left(_ index: Int) -> Double {
      let most = max(frame.x, frame.maxX - lines[index].width)
      return frame.x + builder.context.metrics.floorWidth(min(most, max(frame.x, wantedLeft(index))) - frame.x)
    }

    private func isFree(_ stride: Int) -> Bool {
      let gap = builder.context.metrics.quantum?.width ?? ChartBuilder.tickGap
      var end = -Double.infinity
      for index in Swift.stride(from: 0, to: lines.count, by: stride) where !lines[index].text.isEmpty {
        if left(index) < end { return false }
        end = left(index) + lines[index].width + gap
      }
      return true
    }
  }

  /// Adds the colour keys at the bottom if that leaves at least three lines for the plot.
  func addKeys(_ keys: [(index: Int, text: String, color: Color)], to layout: inout ChartLayout) {
    guard !keys.isEmpty else { return }
    let frame = layout.plot
    let most = max(0, Int(saturating: frame.height / lineHeight) - 3)
    let rows = keyRows(keys, width: frame.width)
    guard !rows.isEmpty, rows.count <= min(most, 3) else { return }
    layout.plot.height -= Double(rows.count) * lineHeight
    place(rows, at: frame.x, layout.plot.maxY, in: &layout)
  }

  typealias KeyRow = [(key: (index: Int, text: String, color: Color), line: TextLine, x: Double)]

  /// Breaks the keys into lines; none if there's no space for a word.
  func keyRows(_ keys: [(index: Int, text: String, color: Color)], width: Double) -> [KeyRow] {
    let swatch = swatchSize
    let gap = context.metrics.iconGap
    guard width >= swatch + gap + self.width("xx") else { return [] }
    var rows: [KeyRow] = [[]]
    var x = 0.0
    for key in keys {
      let line = fitted(key.text, max(0, width - swatch - gap))
      let needed = swatch + gap + line.width
      if x > 0, x + needed > width {
        rows.append([])
        x = 0
      }
      rows[rows.count - 1].append((key, line, x))
      x += needed + 2 * gap
    }
    return rows
  }

  func place(_ rows: [KeyRow], at x: Double, _ top: Double, in layout: inout ChartLayout) {
    for (row, keys) in rows.enumerated() {
      let y = top + Double(row) * lineHeight
      for key in keys {
        guard key.key.index >= 0 else {
          layout.texts.append(text(key.line, x: x + key.x, y: y))
          continue
        }
        let height = min(lineHeight, context.metrics.quantum?.height ?? swatchSize)
        let drop = (lineHeight - height) / 2
        layout.keys.append(
          .init(
            color: key.key.color, frame: Frame(x: x + key.x, y: y + drop, width: swatchSize, height: height), index: key.key.index
          ))
        layout.texts.append(text(key.line, x: x + key.x + swatchSize + context.metrics.iconGap, y: y))
      }
    }
  }

  var swatchSize: Double { context.metrics.quantum?.width ?? (lineHeight * 0.6).rounded() }
}
