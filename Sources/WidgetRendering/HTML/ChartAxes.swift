import WidgetModel

/// The words of a chart's axes on a page: those that a layout of the same size would show, at places that stretch with the page.
struct ChartAxes {
  struct Tick {
    /// 0...1, from the bottom.
    var y: Double
    var text: String
  }

  struct Label {
    enum Edge { case start, end }

    var text: String
    /// The middle of its bar, or its point: 0...1, from the left of the plot.
    var x: Double
    /// Stands at an end of the axis, which it would stand out of around its middle.
    var edge: Edge?
    /// There is room for it: for every one, every second one, every third one ...
    var isShown: Bool
  }

  /// More labels than these are not worth being in a page.
  private static let maximumLabels = 200

  /// As many as there is height for; nil where there is none for an axis.
  private(set) var maximumTicks: Int?
  private(set) var ticks: [Tick] = []
  private(set) var labels: [Label] = []

  init(_ chart: Chart, in size: Size, style: ResolvedStyle, textSize: TextSize) {
    guard chart.type != .pie else { return }
    var chart = chart
    // How many keys there are matters here, not what they say.
    for index in chart.series.indices where chart.series[index].name != nil { chart.series[index].name = "Series" }
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: textSize)
    let builder = ChartBuilder(chart, style: style, context: context)
    let frame = Frame(x: 0, y: 0, width: size.width, height: size.height)
    let layout = builder.layout(in: frame, allowsDisc: false)
    guard layout.showsAxis else { return }
    maximumTicks = max(2, min(6, Int(layout.plot.height / builder.lineHeight / 2) + 1))
    ticks = zip(layout.ticks, layout.texts.dropFirst(layout.keys.count)).map { Tick(y: $0, text: $1.text) }
    // A row of labels has been taken off the plot, or there is none.
    let isRow = layout.plot.height + Double(Set(layout.keys.map(\.frame.y)).count) * builder.lineHeight <= size.height - 1
    if isRow { labels = Self.labels(builder, plot: layout.plot, frame: frame) }
  }

  private static func labels(_ builder: ChartBuilder, plot: Frame, frame: Frame) -> [Label] {
    let count = builder.valueCount
    let named = builder.chart.labels.prefix(count).map { builder.label($0) }
    let step = max(1, (named.count + maximumLabels - 1) / maximumLabels)
    var labels: [(label: Label, left: Double, right: Double, index: Int)] = []
    for index in Swift.stride(from: 0, to: named.count, by: step) where !builder.chart.labels[index].isEmpty {
      let width = min(builder.width(named[index]), plot.width)
      let center =
        builder.chart.type == .bar
        ? (Double(index) + 0.5) / Double(count) : count == 1 ? 0.5 : Double(index) / Double(max(1, count - 1))
      let wanted = plot.x + plot.width * center - width / 2
      let left = max(plot.x - 6, min(frame.maxX - width, wanted))
      let edge: Label.Edge? = left > wanted ? .start : left < wanted ? .end : nil
      labels.append((Label(text: named[index], x: center, edge: edge, isShown: false), left, left + width, index))
    }
    func isFree(_ stride: Int) -> Bool {
      var end = -Double.infinity
      for label in labels where label.index % stride == 0 {
        if label.left < end { return false }
        end = label.right + 6
      }
      return true
    }
    let stride = (1...max(1, named.count)).first(where: isFree) ?? 1
    return labels.map { label in
      var shown = label.label
      shown.isShown = label.index % stride == 0
      return shown
    }
  }
}
