import WidgetModel

extension HTMLViews {
  mutating func progress(
    _ value: Double, _ shape: ProgressShape, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]
  ) -> Markup {
    let fraction = value.isNaN ? 0 : min(1, max(0, value))
    var color = inherited(node, style)
    // A ring fills the size of its view, or has a default size.
    let isSized = shape == .circle && (node.style.width != nil || node.style.height != nil)
    if isSized { color.append("sized") }
    let side = min(sane(node.style.width ?? .infinity), sane(node.style.height ?? .infinity))
    var reading: [Markup] = []
    if isSized, side >= SurfaceMetrics.ringWithReading {
      let classes = style.color.map { [add(.color("fill", $0))] } ?? []
      reading = [.element(.svgText, .classes(classes), .number(.x, 50), .number(.y, 50), text: PercentText.text(value))]
    }
    return element(
      .div,
      [
        .classes(["progress"] + classes), .word(.role, "progressbar"), .text(.ariaLabel, node.style.accessibility ?? "progress"),
        .word(.ariaValueMin, "0"), .word(.ariaValueMax, "100"), .number(.ariaValueNow, (fraction * 100).rounded()),
      ] + identity(node) + action(node),
      [shape == .bar ? bar(fraction, color: color) : ring(fraction, sweep: 1, color: color, reading)])
  }

  /// The longest value of a gauge inside its ring, in characters. A longer one is below it.
  private static let maximumLettersInside = 7

  mutating func gauge(_ gauge: Gauge, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    let color = inherited(node, style)
    let name = gauge.text.map { Markup.element(.span, .classes(["name"]), text: take($0)) }
    var readingClasses = ["reading"]
    let count = gauge.valueText?.count ?? 0
    let isInside = gauge.shape == .circle && count <= Self.maximumLettersInside
    if isInside {
      // A longer value has a smaller font.
      readingClasses.append(count <= 4 ? "brief" : count <= 6 ? "short" : "longer")
      if let height = node.style.height { readingClasses.append(add(.length("--side", ringSide(gauge, height: height)))) }
    }
    let reading = gauge.valueText.map { Markup.element(.span, .classes(readingClasses), text: take($0)) }
    let children: [Markup?]
    switch gauge.shape {
    case .circle:
      var color = color
      if let height = node.style.height {
        let side = ringSide(gauge, height: height)
        color += [add(.length("width", side)), add(.length("height", side)), "own"]
      }
      let below = [name, isInside ? nil : reading].compactMap { $0 }
      children = [
        ring(gauge.fraction, sweep: 0.75, color: color), isInside ? reading : nil,
        below.isEmpty ? nil : .element(.span, .classes(["below"]), children: below),
      ]
    case .bar:
      let readings = [name, reading].compactMap { $0 }
      children = [
        readings.isEmpty ? nil : .element(.span, .classes(["readings"]), children: readings), level(gauge, color: color),
      ]
    }
    return element(
      .div,
      [
        .classes([gauge.shape == .circle ? "gauge" : "level"] + classes), .word(.role, "meter"),
        .text(.ariaLabel, node.style.accessibility ?? gauge.text ?? "gauge"), .number(.ariaValueMin, gauge.minimum),
        .number(.ariaValueMax, gauge.maximum), .number(.ariaValueNow, gauge.value),
        gauge.valueText.map { .text(.ariaValueText, $0) },
      ] + identity(node) + action(node), children.compactMap { $0 })
  }

  /// The name is below the ring, within the same height.
  private func ringSide(_ gauge: Gauge, height: Double) -> Double {
    let isBelow = gauge.text != nil || (gauge.valueText?.count ?? 0) > Self.maximumLettersInside
    return max(
      24, sane(height) - (!isBelow ? 0 : EstimatedMeasurer.lineHeight(TextStyle.caption.size(at: options.textSize)) + 2)
    )
  }

  /// A bar between its ends. The ends of a fraction, 0 and 1, are not shown.
  private func level(_ gauge: Gauge, color: [String]) -> Markup {
    let bar = bar(gauge.fraction, color: color)
    guard gauge.minimum != 0 || gauge.maximum != 1, gauge.minimum < gauge.maximum else { return bar }
    let scale = ChartScale(
      [gauge.minimum, gauge.maximum], minimum: gauge.minimum, maximum: gauge.maximum, includesZero: false, maximumTicks: 5)
    func end(_ value: Double) -> Markup { .element(.span, .classes(["end"]), text: TickText(scale).text(value)) }
    return .element(.span, .classes(["scaled"]), children: [end(gauge.minimum), bar, end(gauge.maximum)])
  }

  /// The colour of the view or a container. Without one, bars and rings have the accent colour.
  private mutating func inherited(_ node: ViewNode, _ style: ResolvedStyle) -> [String] {
    style.color.map { [add(.fill("color", $0))] } ?? []
  }

  private func bar(_ fraction: Double, color: [String]) -> Markup {
    .element(
      .svg, .classes(["bar"] + color), .geometry(.viewBox, "0 0 100 1"), .word(.preserveAspectRatio, "none"),
      .word(.ariaHidden, "true"),
      children: [
        .element(.rect, .classes(["track"]), .number(.width, 100), .number(.height, 1)),
        .element(.rect, .classes(["value"]), .number(.width, fraction * 100), .number(.height, 1)),
      ])
  }

  /// - Parameter sweep: The visible fraction of the circle: 1 is closed, less is open at the bottom.
  private func ring(_ fraction: Double, sweep: Double, color: [String], _ reading: [Markup] = []) -> Markup {
    func circle(_ name: String, _ part: Double) -> Markup {
      .element(
        .circle, .classes([name]), .number(.cx, 50), .number(.cy, 50), .number(.r, 42), .number(.pathLength, 100),
        .geometry(.strokeDasharray, CSSNumber.text(part * 100 * sweep) + " 200"),
        .geometry(.transform, "rotate(\(CSSNumber.text(sweep == 1 ? -90 : 90 + 180 * (1 - sweep))) 50 50)"))
    }
    // A dash without length would still have round ends.
    return .element(
      .svg, .classes(["ring"] + color), .geometry(.viewBox, "0 0 100 100"), .word(.ariaHidden, "true"),
      children: [circle("track", 1)] + (fraction > 0 ? [circle("value", fraction)] : []) + reading)
  }
}
