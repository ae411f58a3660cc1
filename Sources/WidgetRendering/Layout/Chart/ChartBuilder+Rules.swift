import WidgetModel

extension ChartBuilder {
  /// Adds the lines across the chart. Those beyond the ends of the axis aren't drawn.
  ///
  /// - Parameters:
  ///   - margin: The space for their labels at the right of the plot; 0 puts them into it.
  ///   - unlabelled: Those without a label.
  func addRules(_ scale: ChartScale, to layout: inout ChartLayout, margin: Double, without unlabelled: Set<Int>) {
    for rule in chart.rules ?? [] where (scale.low...scale.high).contains(rule.value) {
      var laidOut = ChartLayout.Rule(y: scale.fraction(rule.value), color: rule.color ?? .named(.secondary))
      laidOut.name = rule.label ?? ""
      if !unlabelled.contains(layout.rules.count), let text = rule.label, !text.isEmpty, layout.plot.height >= 2 * lineHeight {
        let line = fitted(label(text), layout.plot.width)
        let lines = (chart.rules ?? []).map(\.value).filter((scale.low...scale.high).contains).map(scale.fraction)
        laidOut.label =
          margin > 0
          ? marginLabel(rule, line, y: laidOut.y, in: layout) : ruleLabel(rule, line, y: laidOut.y, lines: lines, in: layout)
      }
      layout.rules.append(laidOut)
    }
  }

  /// The rules whose labels would be in front of data, or that are in a plot too low for them, as indices of the drawn ones.
  func crowdedRules(of layout: ChartLayout) -> [Int] {
    guard context.metrics.quantum == nil else { return [] }
    return layout.rules.indices.filter { index in
      guard let label = layout.rules[index].label?.frame else {
        return !layout.rules[index].name.isEmpty && layout.plot.height < 2 * lineHeight
      }
      return layout.dataCovered(by: label) > Self.mostCovered * label.width * label.height
    }
  }

  /// The part of a label that may be in front of data.
  private static let mostCovered = 0.015

  /// The width at the right for the labels of rules that have bars behind them or no space above; 0 if there's enough space among the
  /// bars, or too little width.
  func ruleMargin(_ scale: ChartScale, _ extents: [[Chart.Extent?]], in layout: ChartLayout) -> Double {
    let bars = chart.series.indices.filter { chart.type(of: $0) == .bar }
    guard !isForPage, !bars.isEmpty, layout.rightAxis == nil, layout.plot.height >= 2 * lineHeight else { return 0 }
    let rules = (chart.rules ?? []).filter { (scale.low...scale.high).contains($0.value) && $0.label?.isEmpty == false }
    let widest = rules.reduce(0) { max($0, width(label($1.label ?? ""))) }
    let part = min(1, widest / layout.plot.width)
    // The highest bars behind a label at the start, in the middle and at the end.
    let tops = [0, (1 - part) / 2, 1 - part].map { start in
      bars.flatMap { extents[$0].enumerated() }.reduce(0) { top, bar in
        let slot = Double(bar.offset) / Double(max(1, valueCount))
        let isBehind = slot < start + part && slot + 1 / Double(max(1, valueCount)) > start
        return isBehind ? max(top, bar.element.map { scale.fraction(max($0.to, $0.from)) } ?? 0) : top
      }
    }
    let line = lineHeight / layout.plot.height
    let isCrowded = rules.contains { rule in
      let y = scale.fraction(rule.value)
      return !tops.contains { $0 <= y && y + line <= 1 || $0 <= y - line }
    }
    let margin = widest + (context.metrics.quantum?.width ?? 4)
    return isCrowded && margin <= layout.plot.width / 3 ? margin : 0
  }

  /// The label of a rule at the right of the plot; nil if it would be over another one.
  private func marginLabel(_ rule: ChartRule, _ line: TextLine, y: Double, in layout: ChartLayout) -> LaidOutText? {
    let plot = layout.plot
    var label = text(line, x: plot.maxX + (context.metrics.quantum?.width ?? 4), y: tickTop(y, layout))
    label.isSecondary = rule.color == nil && label.isSecondary
    let others = layout.rules.compactMap(\.label?.frame)
    return others.allSatisfy { label.frame.overlap($0) <= Self.maximumOverlap } ? label : nil
  }

  /// The label of a rule: at an end of its line or in the middle, on the side with the least data behind it, where no other rule
  /// strikes it through; nil if it would be over another label, or its own line, everywhere.
  ///
  /// - Parameter lines: The heights of all rules.
  private func ruleLabel(
    _ rule: ChartRule, _ line: TextLine, y: Double, lines: [Double], in layout: ChartLayout
  ) -> LaidOutText? {
    let plot = layout.plot
    let space = plot.height - lineHeight
    let height = (1 - y) * plot.height
    func top(_ wanted: Double) -> Double {
      let top = context.metrics.quantum.map { (wanted / $0.height).rounded() * $0.height } ?? wanted
      return plot.y + max(0, min(space, top))
    }
    // In cells the line is in a row of its own.
    let below = context.metrics.quantum == nil ? height : height + 1
    let middle = plot.x + context.metrics.floorWidth((plot.width - line.width) / 2)
    let places = [plot.maxX - line.width, plot.x, middle].flatMap { x in [height - lineHeight, below].map { (x, top($0)) } }
    let others = layout.rules.compactMap(\.label?.frame)
    var labels = places.map { text(line, x: $0.0, y: $0.1) }.filter { label in
      others.allSatisfy { label.frame.overlap($0) <= Self.maximumOverlap }
        && (context.metrics.quantum != nil || !Self.strikes(plot.y + height, label.frame))
    }
    // Its rule's colour, or the secondary one.
    for index in labels.indices where rule.color != nil { labels[index].isSecondary = false }
    let covered = labels.map { layout.dataCovered(by: $0.frame) }
    // In cells a label replaces a part of the line.
    let struck = labels.map { label in
      context.metrics.quantum == nil ? lines.count { Self.strikes(plot.y + (1 - $0) * plot.height, label.frame) } : 0
    }
    return covered.indices.min { one, other in
      struck[one] == struck[other] ? covered[one] < covered[other] - 0.01 : struck[one] < struck[other]
    }.map { labels[$0] }
  }

  /// Whether a line is among a label's letters, not above or below them.
  private static func strikes(_ y: Double, _ label: Frame) -> Bool { y > label.y + 1 && y < label.maxY - 1 }

  /// The area, in points, that two labels may have in common: no more than the space around their letters.
  private static let maximumOverlap = 1.0
}

extension ChartLayout {
  /// How much data is behind a label: the area of bars, and that of lines as thick as they're drawn.
  fileprivate func dataCovered(by label: Frame) -> Double {
    series.reduce(0) { sum, series in
      var sum = sum
      for bar in series.bars {
        let (top, bottom) = (max(bar.y, bar.base), min(bar.y, bar.base))
        sum += label.overlap(
          Frame(
            x: plot.x + bar.left * plot.width, y: plot.y + (1 - top) * plot.height, width: (bar.right - bar.left) * plot.width,
            height: (top - bottom) * plot.height))
      }
      for case (let start?, let end?) in zip(series.points, series.points.dropFirst()) {
        sum += Self.thickness * covered(by: label, from: start, to: end)
      }
      return sum
    }
  }

  /// The width of the part of a line that's behind a label.
  private func covered(by label: Frame, from start: Point, to end: Point) -> Double {
    let (left, right) = (plot.x + start.x * plot.width, plot.x + end.x * plot.width)
    let (first, last) = (plot.y + (1 - start.y) * plot.height, plot.y + (1 - end.y) * plot.height)
    guard right > left else { return 0 }
    var (low, high) = (max(label.x, left), min(label.maxX, right))
    let slope = (last - first) / (right - left)
    let (top, bottom) = (label.y - Self.thickness / 2, label.maxY + Self.thickness / 2)
    if abs(slope) < 1e-9 {
      guard first > top, first < bottom else { return 0 }
    } else {
      let edges = [left + (top - first) / slope, left + (bottom - first) / slope]
      (low, high) = (max(low, min(edges[0], edges[1])), min(high, max(edges[0], edges[1])))
    }
    return max(0, high - low)
  }

  private static let thickness = 2.0
}

extension Frame {
  /// The area of what two frames have in common.
  fileprivate func overlap(_ other: Frame) -> Double {
    max(0, min(maxX, other.maxX) - max(x, other.x)) * max(0, min(maxY, other.maxY) - max(y, other.y))
  }
}
