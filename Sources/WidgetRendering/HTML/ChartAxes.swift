import WidgetModel

/// The texts of a chart's axes on a page: the same as in a layout of this size, at relative positions.
struct ChartAxes {
  struct Tick {
    /// 0...1, from the bottom.
    var y: Double
    var text: String
  }

  struct Label {
    enum Edge { case start, end }

    var text: String
    /// The middle of its bar or point: 0...1, from the left of the plot.
    var x: Double
    /// Aligned with an end of the axis if centring would push it over.
    var edge: Edge?
    /// Whether there's space for it.
    var isShown: Bool
    /// The most it may be wide, so it never reaches its neighbours: a step of the plot's width. Nil if they're far away, or if it's
    /// so short that it won't.
    var maximumWidth: Int?
  }

  /// The label of a rule.
  struct RuleLabel {
    enum Edge { case start, middle, end }

    /// Nil if there's no place for it.
    var text: String?
    /// The height of its line: 0...1, from the bottom.
    var y: Double
    var color: Color
    /// Where it is on its line, and on which side of it.
    var edge: Edge
    var isBelow: Bool
  }

  /// The most labels in a page.
  private static let maximumLabels = 200

  /// How many ticks fit into the height; nil for none.
  private(set) var maximumTicks: Int?
  private(set) var ticks: [Tick] = []
  /// Those of the axis at the right, and their colour.
  private(set) var rightTicks: [Tick] = []
  private(set) var rightColor: Color?
  /// Points; nil without axes.
  private(set) var plotWidth: Double?
  private(set) var labels: [Label] = []
  private(set) var ruleLabels: [RuleLabel] = []
  /// The rules named among the keys, because their labels would cover data.
  private(set) var ruleKeys: [(name: String, color: Color)] = []

  /// The ticks with lines across the plot.
  var lines: [Tick] { ticks.isEmpty ? rightTicks : ticks }

  init(_ chart: Chart, in size: Size, style: ResolvedStyle, textSize: TextSize) {
    guard chart.type != .pie else { return }
    var chart = chart
    // Only the number of keys matters here, not their texts.
    for index in chart.series.indices where chart.series[index].name != nil { chart.series[index].name = "Series" }
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: textSize)
    var builder = ChartBuilder(chart, style: style, context: context)
    builder.isForPage = true
    let frame = Frame(x: 0, y: 0, width: size.width, height: size.height)
    let layout = builder.layout(in: frame, allowsDisc: false)
    ruleLabels = Self.ruleLabels(layout)
    ruleKeys = layout.keys.compactMap { key in
      let rule = key.index - chart.series.count
      return layout.rules.indices.contains(rule) ? (layout.rules[rule].name, layout.rules[rule].color) : nil
    }
    guard layout.hasAxis else { return }
    plotWidth = layout.plot.width
    maximumTicks = max(2, min(5, Int(saturating: layout.plot.height / builder.lineHeight / 2)) + 1)
    ticks = zip(layout.ticks, layout.texts.dropFirst(layout.keys.count)).map { Tick(y: $0, text: $1.text) }
    if let right = layout.rightAxis {
      rightTicks = zip(right.ticks, right.texts).map { Tick(y: $0, text: $1.text) }
      rightColor = right.color
    }
    // Labels, if any, have reduced the height of the plot.
    let isRow = layout.plot.height + Double(Set(layout.keys.map(\.frame.y)).count) * builder.lineHeight <= size.height - 1
    if isRow { labels = Self.labels(builder, plot: layout.plot, frame: frame) }
  }

  private static func ruleLabels(_ layout: ChartLayout) -> [RuleLabel] {
    layout.rules.map { rule in
      guard let label = rule.label else { return RuleLabel(y: rule.y, color: rule.color, edge: .end, isBelow: false) }
      let plot = layout.plot
      let (left, right) = (label.frame.x - plot.x, plot.maxX - label.frame.maxX)
      let line = plot.y + (1 - rule.y) * plot.height
      return RuleLabel(
        text: label.text, y: rule.y, color: rule.color, edge: right < 1 ? .end : left < 1 ? .start : .middle,
        isBelow: label.frame.y + label.frame.height / 2 > line)
    }
  }

  private static func labels(_ builder: ChartBuilder, plot: Frame, frame: Frame) -> [Label] {
    let count = builder.valueCount
    let named = builder.chart.labels.prefix(count).map { builder.label($0) }
    let step = max(1, (named.count + maximumLabels - 1) / maximumLabels)
    var labels: [(label: Label, left: Double, right: Double, index: Int)] = []
    for index in Swift.stride(from: 0, to: named.count, by: step) where !builder.chart.labels[index].isEmpty {
      let width = min(builder.width(named[index]), plot.width)
      let center = builder.chart.position(of: index)
      let wanted = plot.x + plot.width * center - width / 2
      let left = max(plot.x - gap, min(frame.maxX - width, wanted))
      let edge: Label.Edge? = left > wanted ? .start : left < wanted ? .end : nil
      labels.append((Label(text: named[index], x: center, edge: edge, isShown: false), left, left + width, index))
    }
    func isFree(_ stride: Int) -> Bool {
      var end = -Double.infinity
      for label in labels where label.index % stride == 0 {
        if label.left < end { return false }
        end = label.right + gap
      }
      return true
    }
    let stride = (1...max(1, named.count)).first(where: isFree) ?? 1
    let shown = labels.indices.filter { labels[$0].index % stride == 0 }
    for (place, index) in shown.enumerated() {
      let label = labels[index]
      let before = place > 0 ? (label.left - labels[shown[place - 1]].right - gap) / 2 : .infinity
      let after = place + 1 < shown.count ? (labels[shown[place + 1]].left - label.right - gap) / 2 : .infinity
      let free =
        switch label.label.edge {
        case .start: after
        case .end: before
        case nil: 2 * min(before, after)
        }
      labels[index].label.isShown = true
      let own = label.right - label.left
      let most = (own + max(0, free) + gap / 2) / max(1, plot.width)
      if free < own, own >= 0.14 * plot.width {
        labels[index].label.maximumWidth = min(steps, Int(saturating: most * Double(steps)))
      }
    }
    return labels.map(\.label)
  }

  /// A page's rules don't depend on its texts, so the widths are those of the style sheet's classes.
  static let steps = 50

  /// The space between labels, in points.
  private static let gap = 6.0
}
