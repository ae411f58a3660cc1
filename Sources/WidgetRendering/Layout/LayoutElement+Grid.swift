import WidgetModel

extension LayoutElement {
  /// The grid's columns. A stored snapshot could have none, or too many.
  private var columns: [GridColumn] {
    guard case .grid(let columns) = node.content, !columns.isEmpty else { return [GridColumn()] }
    guard context.metrics.quantum == nil, case let growth = style.growth, growth > 1 else { return Array(columns.prefix(100)) }
    // Fixed widths are chosen for texts, and grow as those do.
    return columns.prefix(100).map { column in
      guard case .fixed(let points) = column.width else { return column }
      var column = column
      column.width = .fixed(points * growth)
      return column
    }
  }

  /// The children of each row.
  private func rows(_ columns: [GridColumn]) -> [ArraySlice<LayoutElement>] {
    let count = columns.count
    return stride(from: 0, to: children.count, by: count).map { children[$0..<min($0 + count, children.count)] }
  }

  /// The views of one column. Those of several columns have whatever width these have.
  private func column(_ index: Int, of rows: [ArraySlice<LayoutElement>]) -> [LayoutElement] {
    rows.compactMap { $0.count > index ? $0[$0.startIndex + index] : nil }
      .filter { $0.node.style.effects?.columnSpan ?? 1 < 2 || columns.count < 2 }
  }

  /// The width of a cell.
  private func cellWidth(_ child: LayoutElement, at index: Int, _ widths: [Double], _ gaps: [Double]) -> Double {
    let span = child.node.columnSpan(in: widths.count - index)
    guard span > 1 else { return widths[index] }
    return widths[index..<(index + span)].reduce(0, +) + gaps[index..<(index + span - 1)].reduce(0, +)
  }

  private func spacing(_ count: Int, _ axis: Axis) -> [Double] {
    Array(repeating: gap(axis), count: max(0, count - 1))
  }

  /// The sum of the columns' and rows' minimum lengths.
  func gridMinimum(yields: Bool = false, _ width: (LayoutElement) -> Double) -> Size {
    let columns = self.columns
    let rows = rows(columns)
    guard !rows.isEmpty else { return .zero }
    let widths = columns.enumerated().map { index, column in
      if !yields, case .fixed(let points) = column.width { return context.metrics.snapWidth(points) }
      return self.column(index, of: rows).map(width).max() ?? 0
    }
    let scales = layerScales(rows) { _, _ in nil }
    let heights = rows.map { row in
      row.map { $0.minimum.height * ($0.isFigure ? scales[$0.style.font.size] ?? 1 : 1) }.max() ?? 0
    }
    return Size(
      width: widths.reduce(spacing(columns.count, .horizontal).reduce(0, +), +),
      height: heights.reduce(spacing(rows.count, .vertical).reduce(0, +), +))
  }

  /// Fixed columns have their width, automatic ones their widest view's, and flexible ones share the rest.
  func measureGrid(_ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    let shown = shownColumns(in: proposal.width)
    let columns = Array(self.columns.prefix(shown))
    let rows = shown < self.columns.count ? [children.prefix(shown)] : rows(columns)
    let gaps =
      gapsBetweenNumbers(columns, rows, space: proposal.width)
      ?? fitted(spacing(columns.count, .horizontal), into: proposal.width, floor: metrics.floorWidth)
    let widths = columnWidths(columns, rows, space: proposal.width.map { $0 - gaps.reduce(0, +) })
    let rowGaps = rowGaps(rows, in: proposal) { cellWidth($0, at: $1, widths, gaps) }
    let scales = layerScales(rows) { cellWidth($0, at: $1, widths, gaps) }
    func measure(_ row: Int, height: Double?) -> [Measurement] {
      rows[row].enumerated().map { index, child in
        let width = cellWidth(child, at: index, widths, gaps)
        guard child.isFigure, !child.isMoved, let scale = scales[child.style.font.size] else {
          return child.measure(Proposal(width: width, height: height))
        }
        let inner = child.measure(Proposal(width: width / scale, height: height.map { $0 / scale }))
        return Measurement(inner, scale: scale, isCut: inner.isCut)
      }
    }
    let distribution = SpaceDistribution(
      items: rows.indices.map { row in
        SpaceDistribution.Item(
          minimum: rows[row].map(\.minimum.height).max() ?? 0, expands: rows[row].contains(where: \.expandsVertically),
          priority: rows[row].map(\.priority).max() ?? 0, isSpacer: false)
      }, floor: metrics.floorHeight)
    var measured = [[Measurement]](repeating: [], count: rows.count)
    distribution.distribute(
      proposal.height.map { $0 - rowGaps.reduce(0, +) }, ideal: { measure($0, height: nil).map(\.size.height).max() ?? 0 }
    ) { row, height in
      measured[row] = measure(row, height: height)
      return measured[row].map(\.size.height).max() ?? 0
    }

    let result = Measurement(size: .zero)
    var y = 0.0
    for row in rows.indices {
      let height = measured[row].map(\.size.height).max() ?? 0
      let baseline = measured[row].map(\.baseline).max() ?? 0
      var x = 0.0
      for (index, child) in rows[row].enumerated() {
        let measurement = measured[row][index]
        let align = alignments(of: child, in: columns[index])
        let width = cellWidth(child, at: index, widths, gaps)
        let free = Size(width: max(0, width - measurement.size.width), height: height - measurement.size.height)
        let horizontal = align.lazy.compactMap(\.horizontalFactor).first ?? 0
        var drop = free.height * (align.lazy.compactMap(\.verticalFactor).first ?? 0.5)
        if align.first(where: { $0.verticalFactor != nil }) == .firstBaseline {
          drop = min(free.height, baseline - measurement.baseline)
        }
        result.children.append(
          Measurement.Child(
            element: child, x: x + metrics.floorWidth(free.width * horizontal), y: y + metrics.floorHeight(drop),
            measurement: measurement))
        x += widths[index] + (index < gaps.count ? gaps[index] : 0)
      }
      y += height + (row < rowGaps.count ? rowGaps[row] : 0)
    }
    result.isCut =
      proposal.height.map { y > $0 + 0.001 } ?? false || touches(rows, widths, gaps)
      || shown < min(children.count, self.columns.count)
    for case (.fixed(let points), let width) in zip(columns.map(\.width), widths) where width + 0.001 < metrics.snapWidth(points)
    {
      result.isCut = true
    }
    result.size = Size(width: rows.isEmpty ? 0 : widths.reduce(gaps.reduce(0, +), +), height: y)
    result.content = Frame(x: 0, y: 0, width: result.size.width, height: y)
    result.baseline = result.children.first.map { $0.y + $0.measurement.baseline } ?? 0
    return result
  }

  /// How many columns there are in a terminal: a strip too narrow for all hours of a forecast shows the first ones, each whole.
  private func shownColumns(in space: Double?) -> Int {
    let columns = self.columns
    guard let cell = context.metrics.quantum, let space, columns.count > 1, children.count <= columns.count,
      children.allSatisfy({ $0.axis == .vertical })
    else { return columns.count }
    let gap = min(self.gap(.horizontal), cell.width)
    var count = 0
    var width = -gap
    for child in children {
      width += gap + child.preferredMinimumWidth
      guard width <= space else { break }
      count += 1
    }
    return count < children.count ? max(1, count) : columns.count
  }

  /// The distances between columns of days in too few cells: numbers that touch are legible, and numbers that are cut aren't. nil
  /// if there's enough space, or too little even then.
  private func gapsBetweenNumbers(
    _ columns: [GridColumn], _ rows: [ArraySlice<LayoutElement>], space: Double?
  ) -> [Double]? {
    guard let cell = context.metrics.quantum, let space, columns.count > 1 else { return nil }
    // Hours with their temperatures aren't a month: fewer of them are shown.
    guard rows.count > 1 || rows.allSatisfy({ $0.allSatisfy { $0.axis == nil } }) else { return nil }
    let widths = columns.indices.map { column($0, of: rows).map(\.preferredMinimumWidth).max() ?? 0 }
    let (needed, gap) = (widths.reduce(0, +), gap(.horizontal))
    guard widths.allSatisfy({ $0 <= 2 * cell.width }), needed <= space, needed + gap * Double(columns.count - 1) > space
    else { return nil }
    // The cells that are left, at equal distances.
    let spare = min(columns.count - 1, Int(saturating: (space - needed) / cell.width))
    var gaps = columns.dropFirst().map { _ in 0.0 }
    for index in 0..<spare { gaps[(index + 1) * columns.count / (spare + 1) - 1] = cell.width }
    return gaps
  }

  /// Whether numbers beside each other are so close that they read as one.
  private func touches(_ rows: [ArraySlice<LayoutElement>], _ widths: [Double], _ gaps: [Double]) -> Bool {
    let least = context.metrics.leastSpacing
    guard context.metrics.quantum == nil, let gap = gaps.min(), gap < least else { return false }
    return widths.indices.contains { index in
      var widest = column(index, of: rows).reduce(0) { max($0, $1.figureWidth) }
      // The script may want them closer.
      if case .fixed(let points) = columns[index].width { widest = min(widest, max(0, points + self.gap(.horizontal) - least)) }
      return widest > 0 && widths[index] + gap + 0.001 < widest + least
    }
  }

  /// The width of the widest number inside, at its usual size; 0 without any.
  private var figureWidth: Double {
    guard axis == nil else { return axis == .depth ? 0 : children.reduce(0) { max($0, $1.figureWidth) } }
    return isFigure ? text?.text.map { breaker.width($0) } ?? 0 : 0
  }

  /// The alignments of a view in its cell: its own, its column's, the grid's. The baseline of a container is that of its views.
  private func alignments(of child: LayoutElement, in column: GridColumn) -> [Alignment] {
    let own = child.node.style.align
    return [child.node.alignsCell ? own : nil, column.align, node.style.align].compactMap { $0 }
  }

  /// How much smaller numbers in front of other views are, by the size of their font: the other numbers are as small.
  private func layerScales(
    _ rows: [ArraySlice<LayoutElement>], width: (_ cell: LayoutElement, _ column: Int) -> Double?
  ) -> [Double: Double] {
    var scales: [Double: Double] = [:]
    for row in rows {
      for (index, cell) in row.enumerated() where cell.axis == .depth {
        let measurement = cell.measure(Proposal(width: width(cell, index), height: nil))
        for layer in measurement.children.dropFirst() where layer.element.isFigure {
          guard let scale = layer.measurement.scaled?.scale else { continue }
          let size = layer.element.style.font.size
          scales[size] = min(scale, scales[size] ?? 1)
        }
      }
    }
    return scales
  }

  /// The distances between rows: as wide as the rows' own heights allow.
  private func rowGaps(
    _ rows: [ArraySlice<LayoutElement>], in proposal: Proposal, width: (_ cell: LayoutElement, _ column: Int) -> Double
  ) -> [Double] {
    let wanted = spacing(rows.count, .vertical)
    guard let space = proposal.height, !wanted.isEmpty else { return wanted }
    let heights = rows.map { row in row.enumerated().map { $1.heldHeight(width: width($1, $0)) }.max() ?? 0 }
    return yielding(wanted, .vertical, to: heights.reduce(0, +), in: space)
      ?? fitted(wanted.map { minimumGap($0, .vertical) }, into: space, floor: context.metrics.floorHeight)
  }

  /// A measured grid's cells by row.
  func gridRows(_ cells: [Measurement.Child]) -> [[Measurement.Child]] {
    let count = columns.count
    return stride(from: 0, to: cells.count, by: count).map { Array(cells[$0..<min($0 + count, cells.count)]) }
  }

  private func columnWidths(
    _ columns: [GridColumn], _ rows: [ArraySlice<LayoutElement>], space: Double?
  ) -> [Double] {
    let metrics = context.metrics
    func ideal(_ index: Int) -> Double {
      column(index, of: rows).map { $0.measure(Proposal(width: nil, height: nil)).size.width }.max() ?? 0
    }
    // Flexible columns are equally wide.
    let widestFlexible = space == nil ? columns.indices.filter { columns[$0].width == .flexible }.map(ideal).max() ?? 0 : 0
    let minimums = minimumWidths(columns, rows, space: space)
    let items = columns.indices.map { index in
      let minimum = minimums[index]
      return switch columns[index].width {
      case .fixed: SpaceDistribution.Item(minimum: minimum, expands: false, priority: 1, isSpacer: false)
      case .automatic: SpaceDistribution.Item(minimum: minimum, expands: false, priority: 0, isSpacer: false)
      case .flexible: SpaceDistribution.Item(minimum: minimum, expands: true, priority: 0, isSpacer: false)
      }
    }
    var widths = [Double](repeating: 0, count: columns.count)
    SpaceDistribution(items: items, floor: metrics.floorWidth).distribute(
      space,
      ideal: { index in
        switch columns[index].width {
        case .fixed(let points): metrics.snapWidth(points)
        case .automatic: ideal(index)
        case .flexible: minimums[index]
        }
      }
    ) { index, offer in
      widths[index] =
        switch columns[index].width {
        case .fixed(let points): min(metrics.snapWidth(points), offer ?? .infinity)
        case .automatic: min(ideal(index), offer ?? .infinity)
        case .flexible: offer ?? widestFlexible
        }
      return widths[index]
    }
    return widths
  }

  /// Each column's minimum width: space for whole words if possible, otherwise for its views' minimum. Fixed columns are
  /// compressed before that.
  private func minimumWidths(_ columns: [GridColumn], _ rows: [ArraySlice<LayoutElement>], space: Double?) -> [Double] {
    let metrics = context.metrics
    func minimums(keepsFixed: Bool, _ width: (LayoutElement) -> Double) -> [Double] {
      columns.indices.map { index in
        if keepsFixed, case .fixed(let points) = columns[index].width { return metrics.snapWidth(points) }
        return column(index, of: rows).map(width).max() ?? 0
      }
    }
    let comfortable = minimums(keepsFixed: true, \.preferredMinimumWidth)
    guard let space else { return minimums(keepsFixed: true, \.minimum.width) }
    if comfortable.reduce(0, +) <= space { return comfortable }
    let choices = [
      minimums(keepsFixed: true, \.legibleWidth), minimums(keepsFixed: false, \.compressedPreferredMinimumWidth),
      minimums(keepsFixed: false, \.legibleWidth), minimums(keepsFixed: false, \.compressedMinimumWidth),
    ]
    if let fitting = choices.first(where: { $0.reduce(0, +) <= space }) { return fitting }
    // The narrowest columns keep their minimum; the others share the rest.
    var widths = minimums(keepsFixed: false, \.compressedMinimumWidth)
    var remaining = max(0, space)
    let order = widths.indices.sorted { (widths[$0], $0) < (widths[$1], $1) }
    for (served, index) in order.enumerated() {
      let share = metrics.floorWidth(remaining / Double(order.count - served))
      widths[index] = min(widths[index], share)
      remaining -= widths[index]
    }
    return widths
  }
}
