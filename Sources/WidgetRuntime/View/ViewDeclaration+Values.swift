import WidgetModel

extension ViewDeclaration {
  private static let progressValue = TypedField<Double>.finite(
    "value", "How much of `total` is done; clamped. Required without `from` and `to`.")
  private static let progressTotal = TypedField<Double>.finite("total", "How much there is to do.").defaulting(to: 1)
  private static let progressShape = TypedField<ProgressShape>.choice("shape", "The shape.").defaulting(to: .bar)

  static let progress = ViewDeclaration(
    .progress, "A progress bar or ring.", positional: .value("value"),
    fields: [progressValue, progressTotal, progressShape, ShapeField.lineWidth, ShapeField.from, ShapeField.to]
  ) { fields throws(FieldProblem) in
    if fields.has("from") || fields.has("to") { return try advancing(fields) }
    guard let value = fields[progressValue] else {
      throw FieldProblem("ui.progress needs value: a number")
    }
    let total = fields[progressTotal]
    guard total >= 0 else { throw FieldProblem("must be 0 or more, got \(ViewFieldType.plain(total))", at: ".total") }
    if !fields.has("total") { try checkFraction(value) }
    return .progress(total == 0 ? 0 : min(max(value / total, 0), 1), shape: fields[progressShape])
  }

  /// Progress between two times.
  private static func advancing(_ fields: ViewFields) throws(FieldProblem) -> ViewContent {
    guard !fields.has("value") else { throw FieldProblem("give either value, or from and to") }
    guard let from = fields[ShapeField.from], let to = fields[ShapeField.to] else {
      throw FieldProblem("ui.progress needs both from and to")
    }
    guard to > from else {
      throw FieldProblem("must be later than from (\(ViewFieldType.plain(from))), got \(ViewFieldType.plain(to))", at: ".to")
    }
    return .progress(0, shape: fields[progressShape])
  }

  /// Clamps a little more than all, as from rounding errors; another unit is a mistake.
  private static func checkFraction(_ value: Double) throws(FieldProblem) {
    guard value > 2 || value <= -1 else { return }
    let shown = ViewFieldType.plain(value)
    guard (2...100).contains(value) else { throw FieldProblem("must be a fraction from 0 to 1, got \(shown)", at: ".value") }
    throw FieldProblem(
      "must be a fraction from 0 to 1; \(shown) looks like a percentage: write \(value / 100) or value = \(shown), total = 100",
      at: ".value")
  }

  private static let gaugeValue = TypedField<Double>.finite("value", "Clamped to `min` and `max`.").required
  private static let gaugeMinimum = TypedField<Double>.finite("min", "The lower end.").defaulting(to: 0)
  private static let gaugeMaximum = TypedField<Double>.finite("max", "The upper end.").defaulting(to: 1)
  private static let gaugeText = TypedField<String>.text("text", "What's being measured.")
  private static let gaugeValueText = TypedField<String>.text("value_text", "The value as text.")
  private static let gaugeShape = TypedField<GaugeShape>.choice("shape", "The shape.").defaulting(to: .circle)

  static let gauge = ViewDeclaration(
    .gauge, "A value in a range.", positional: .value("value"),
    fields: [gaugeValue, gaugeMinimum, gaugeMaximum, gaugeText, gaugeValueText, gaugeShape, ShapeField.lineWidth]
  ) { fields throws(FieldProblem) in
    let (minimum, maximum) = (fields[gaugeMinimum], fields[gaugeMaximum])
    try checkRange(minimum, maximum, isMaximumGiven: fields.has("max"))
    let value = try fields.value(of: gaugeValue)
    if value > 2, !fields.has("max") {
      let shown = ViewFieldType.plain(value)
      throw FieldProblem(
        "must be from min to max, which are 0 and 1 by default, got \(shown); write max = 100 for percent", at: ".value")
    }
    return .gauge(
      Gauge(
        min(maximum, max(minimum, value)), minimum: minimum, maximum: maximum,
        text: fields.nonEmpty(gaugeText), valueText: fields.nonEmpty(gaugeValueText), shape: fields[gaugeShape]))
  }

  // `ui` sends it under the other name, because `type` is every view's kind.
  private static let chartType = TypedField<ChartType>.choice("type", "The kind of chart.", wireName: "chart").defaulting(
    to: .line)
  private static let chartValues = TypedField<[ChartSeries]>.values(
    "values", "The numbers of one series; nil, NaN or json.null is a gap.")
  private static let chartSeries = TypedField<[ChartSeries]>.series(
    "series",
    "Several series, each a list of numbers or { name = ..., color = ..., values = ... }; also with a `type` (\"line\", \"bar\" or "
      + "\"area\"; by default the chart's), a `fill`, and `axis = \"right\"` for a scale of its own.")
  private static let chartLabels = TypedField<[String]>.texts("labels", "Below the values, or beside the parts of a pie.")
  private static let chartMinimum = TypedField<Double>.finite(
    "min", "The start of the value axis; found from the values by default.")
  private static let chartMaximum = TypedField<Double>.finite(
    "max", "The end of the value axis; found from the values by default.")
  private static let chartBaseline = TypedField<ChartBaseline>.choice(
    "baseline", "\"zero\": the axis contains 0; \"auto\": it fits the data. By default \"zero\" for bars and areas.")
  private static let chartAxes = TypedField<Bool>.boolean(
    "axes", "Whether to draw axes and labels; by default for all but \"spark\".")

  private static let chartStacked = TypedField<Bool>.boolean(
    "stacked", "Whether to stack the series of bars or areas.")
  private static let chartPoints = TypedField<Bool>.boolean(
    "points",
    "Whether to draw a dot for every value of a line or an area.")
  private static let chartTicks = TypedField<[Double]>.ticks(
    "ticks", "Where on the axis to draw a number and a line; found from the values by default.")
  private static let chartRules = TypedField<[ChartRule]>.rules(
    "rules", "Lines across the chart, such as a goal: numbers, or { value = ..., label = ..., color = ... }.")

  private static let chartFill = TypedField<Background>(
    ViewField(
      "fill", .background,
      "The colour of areas and bars, or a gradient as in `background`, from one side of the plot to the other.")
  ) { $0.background }
  private static let chartRightMinimum = TypedField<Double>.finite("right_min", "As `min`, for the axis at the right.")
  private static let chartRightMaximum = TypedField<Double>.finite("right_max", "As `max`, for the axis at the right.")
  private static let chartRightTicks = TypedField<[Double]>.ticks("right_ticks", "As `ticks`, for the axis at the right.")

  static let chart = ViewDeclaration(
    .chart, "A chart of numbers.", positional: .list("values"),
    fields: [
      chartType, chartValues, chartSeries, chartLabels, chartMinimum, chartMaximum, chartBaseline, chartAxes, chartStacked,
      chartPoints, chartTicks, chartRules, chartFill, chartRightMinimum, chartRightMaximum, chartRightTicks,
    ]
  ) { fields throws(FieldProblem) in
    let series: [ChartSeries]
    switch (fields[chartValues], fields[chartSeries]) {
    case (.some, .some): throw FieldProblem("give either values or series")
    case (.none, .none): throw FieldProblem("ui.chart needs values: a list of numbers, or series")
    case (.some(let values), .none): series = values
    case (.none, .some(let several)): series = several
    }
    if let minimum = fields[chartMinimum], let maximum = fields[chartMaximum] {
      try checkRange(minimum, maximum, isMaximumGiven: true)
    }
    if let minimum = fields[chartRightMinimum], let maximum = fields[chartRightMaximum] {
      try checkRange(minimum, maximum, isMaximumGiven: true, prefix: "right_")
    }
    var chart = Chart(
      fields[chartType], series, labels: fields[chartLabels] ?? [], minimum: fields[chartMinimum], maximum: fields[chartMaximum],
      showsAxes: fields[chartAxes], baseline: fields[chartBaseline])
    (chart.isStacked, chart.showsPoints) = (fields[chartStacked], fields[chartPoints])
    (chart.ticks, chart.rules) = (fields[chartTicks], fields[chartRules])
    (chart.fill, chart.fillGradient) = (fields[chartFill]?.color, fields[chartFill]?.gradient)
    (chart.rightMinimum, chart.rightMaximum) = (fields[chartRightMinimum], fields[chartRightMaximum])
    chart.rightTicks = fields[chartRightTicks]
    try ChartReader.check(chart)
    return .chart(chart)
  }

  private static func checkRange(
    _ minimum: Double, _ maximum: Double, isMaximumGiven: Bool, prefix: String = ""
  ) throws(FieldProblem) {
    guard minimum >= maximum else { return }
    let (least, most) = (ViewFieldType.plain(minimum), ViewFieldType.plain(maximum))
    guard isMaximumGiven else { throw FieldProblem("must be less than max (\(most) by default), got \(least)", at: ".min") }
    throw FieldProblem("must be more than \(prefix)min (\(least)), got \(most)", at: ".\(prefix)max")
  }
}
