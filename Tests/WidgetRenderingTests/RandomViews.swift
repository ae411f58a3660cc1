import WidgetModel
import WidgetTesting

/// A random tree of views with extreme fields.
func randomView(_ generator: inout SeededGenerator, depth: Int) -> ViewNode {
  func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &generator)] }
  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
  let lengths: [Double] = [0, 1, 4, 8, 16, 40, 100, 1e9, -5, .nan, .infinity, -.infinity, 1e308]
  var style = ViewStyle()
  if chance(10) { style.width = pick(lengths) }
  if chance(10) { style.height = pick(lengths) }
  if chance(10) { style.minWidth = pick(lengths) }
  if chance(10) { style.maxWidth = pick(lengths) }
  if chance(10) { style.minHeight = pick(lengths) }
  if chance(10) { style.maxHeight = pick(lengths) }
  if chance(15) {
    style.padding = EdgeInsets(top: pick(lengths), left: pick(lengths), bottom: pick(lengths), right: pick(lengths))
  }
  if chance(20) { style.spacing = pick(lengths) }
  if chance(30) { style.align = pick(Alignment.allCases) }
  if chance(15) { style.priority = pick(lengths) }
  if chance(15) { style.lineLimit = pick([Int.min, -1, 0, 1, 2, 100, .max]) }
  if chance(15) { style.truncation = pick(Truncation.allCases) }
  if chance(5) { style.hidden = true }
  if chance(10) { style.opacity = pick(lengths) }
  if chance(10) { style.font = pick([.style(.title), .custom(size: pick(lengths), weight: nil, design: nil)]) }
  if chance(10) { style.aspectRatio = pick(lengths + [0.5, 2]) }
  if chance(10) { style.border = .named(.red) }
  if chance(10) { style.minScale = pick([0, 0.5, 1, .nan]) }
  if chance(10) { style.background = .named(pick(ColorName.allCases)) }
  if chance(10) { style.layoutDirection = pick(LayoutDirection.allCases) }
  if chance(25) {
    var effects = ViewEffects()
    if chance(20) { effects.offset = Size(width: pick(lengths), height: pick(lengths)) }
    if chance(20) { effects.rotation = pick(lengths) }
    if chance(20) { effects.relativeWidth = pick([0, 0.5, 1, 7, .nan]) }
    if chance(20) { effects.relativeHeight = pick([0, 0.5, 1, 7, .nan]) }
    if chance(20) { effects.lineSpacing = pick(lengths) }
    if chance(20) { effects.lineWidth = pick(lengths) }
    if chance(20) { effects.textAlign = pick(TextAlignment.allCases) }
    if chance(20) { effects.isTabular = chance(50) }
    if chance(20) { effects.clips = true }
    if chance(20) { effects.shadow = Shadow(radius: pick(lengths), x: pick(lengths), y: pick(lengths)) }
    if chance(20) { effects.corners = CornerRadii(topLeft: pick(lengths), bottomRight: pick(lengths)) }
    if chance(20) { effects.interval = ViewEffects.Interval(from: pick(lengths), to: pick(lengths)) }
    if chance(20) { effects.fill = .named(pick(ColorName.allCases)) }
    if chance(20) { effects.stroke = .named(pick(ColorName.allCases)) }
    if chance(20) { effects.tint = .named(pick(ColorName.allCases)) }
    // Together with others, so the trees of earlier seeds stay.
    if effects.clips == true { (effects.material, effects.backgroundBlur) = (.thin, effects.lineWidth ?? .infinity) }
    if effects.isTabular != nil {
      (effects.palette, effects.iconValue) = ([.named(.red), .named(.blue)], effects.relativeWidth ?? .nan)
    }
    style.effects = effects
  }
  let string = pick(hostileStrings)
  func chart() -> Chart {
    let numbers: [Double] = [0, 1, 2, 3, -4, 50, 1e9, -1e308, 1e308, .nan, .infinity, .leastNonzeroMagnitude]
    let series = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      ChartSeries(
        (0..<Int.random(in: 0...pick([3, 30, 300]), using: &generator)).map { _ in chance(90) ? pick(numbers) : nil },
        name: chance(50) ? string : nil, color: chance(30) ? .named(.red) : nil)
    }
    return Chart(
      pick(ChartType.allCases), series, labels: chance(50) ? Array(hostileStrings.prefix(9)) : [],
      minimum: chance(20) ? pick(numbers) : nil, maximum: chance(20) ? pick(numbers) : nil,
      showsAxes: chance(30) ? chance(50) : nil)
  }
  let action = chance(20) ? pick([0, 1, 2, Int.max, Int.min]) : nil
  if depth > 0, chance(70) {
    let children = (0..<Int.random(in: 0...4, using: &generator)).map { _ in randomView(&generator, depth: depth - 1) }
    let columns = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      GridColumn(pick([.flexible, .automatic, .fixed(pick(lengths))]), align: chance(30) ? pick(Alignment.allCases) : nil)
    }
    return ViewNode(
      pick([.hstack, .vstack, .group, .card(header: .hidden), .zstack, .overlay, .fits, .private, .grid(columns: columns)]),
      style: style,
      children: children,
      action: action)
  }
  // A generator of its own, so that trees without fields stay as they are.
  var fork = generator
  if Int.random(in: 0..<100, using: &fork) < 10 {
    generator = fork
    var field = InputField(pick(InputField.Kind.allCases))
    (field.label, field.text, field.placeholder) = (string, string, string)
    (field.choices, field.lines, field.onChange) = ([string, "b"], pick([1, 3]), 5)
    (field.number, field.from, field.to, field.step) = (pick(lengths), pick(lengths), pick(lengths), pick(lengths))
    field.style = pick(InputField.PickerStyle.allCases)
    field.dateStyle = pick(InputField.DateParts.allCases)
    return ViewNode(.field(field), style: style, children: field.parts(), action: action)
  }
  let content: ViewContent = pick([
    .text(string), .text(string), .label(string, icon: chance(50) ? string : nil), .icon(pick(["star", string])),
    .date(pick(lengths), style: pick(DateStyle.allCases)), .link(string, url: string), .image(.reference(string), mode: .fit),
    .image(.bytes([0]), mode: .fill), .spacer(minLength: chance(50) ? pick(lengths) : nil), .divider,
    .progress(pick(lengths), shape: pick(ProgressShape.allCases)), .button(string, icon: chance(50) ? "gear" : nil),
    .toggle(string, isOn: chance(50)), .activityIndicator(chance(50) ? string : nil),
    .gauge(
      Gauge(
        pick(lengths), minimum: pick(lengths), maximum: pick(lengths), text: chance(50) ? string : nil,
        valueText: chance(50) ? string : nil, shape: pick(GaugeShape.allCases))),
    .chart(chart()), .chart(chart()),
    .shape(
      pick([.circle, .rectangle, .capsule, .path("M0 0 L1 1 A1 .5 30 0 1 0 1 Z"), .path(string), .path("M1e6 -1e6 L-1e6 1e6")])),
  ])
  return ViewNode(content, style: style, action: action)
}

/// A random tree of views like real widgets': few fields, short texts, stacks in stacks.
func usualView(_ generator: inout SeededGenerator, depth: Int) -> ViewNode {
  func pick<Element>(_ elements: [Element]) -> Element { elements[Int.random(in: 0..<elements.count, using: &generator)] }
  func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
  let texts = [
    "Gate", "LY315", "Tel Aviv to London, on time and boarding soon", "one\ntwo", "", " padded ", "שלום", "日本語の天気", "12:45",
  ]
  var style = ViewStyle()
  if chance(20) { style.align = pick(Alignment.allCases) }
  if chance(15) { style.spacing = pick([0, 4, 12]) }
  if chance(10) { style.lineLimit = pick([1, 2]) }
  if chance(10) { style.padding = EdgeInsets(top: 4, left: 8, bottom: 4, right: 8) }
  if chance(10) { style.font = .style(pick([.title, .caption])) }
  if chance(5) { style.border = .named(.red) }
  if chance(5) { style.width = pick([40, 120]) }
  if chance(5) { style.priority = pick([1, -1]) }
  if depth > 0, chance(75) {
    let children = (0..<Int.random(in: 1...4, using: &generator)).map { _ in usualView(&generator, depth: depth - 1) }
    return ViewNode(
      pick([.hstack, .hstack, .vstack, .vstack, .group, .zstack, .fits]), style: style, children: children)
  }
  let content: ViewContent = pick([
    .text(pick(texts)), .text(pick(texts)), .text(pick(texts)), .label(pick(texts), icon: "airplane"), .icon("star"),
    .spacer(minLength: nil), .divider, .progress(0.5, shape: pick(ProgressShape.allCases)), .button(pick(texts), icon: nil),
    .toggle(pick(texts), isOn: true), .image(.bytes([0]), mode: .fit), .link(pick(texts), url: "https://example.com/"),
  ])
  return ViewNode(content, style: style)
}
