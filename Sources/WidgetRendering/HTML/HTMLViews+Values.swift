import WidgetModel

extension HTMLViews {
  mutating func progress(
    _ value: Double, _ shape: ProgressShape, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    let fraction = value.isNaN ? 0 : min(1, max(0, value))
    if let view = place.layout {
      return element(
        .div, [.classes(classes), .word(.role, "progressbar")] + progressValues(fraction, node),
        placedIndicator(fraction, view) + placedText(nil, view))
    }
    // In a zstack another view is inside the ring.
    let isBehind = if case .stack = place { true } else { false }
    var color = inherited(node, style)
    // A ring fills the size of its view, or has a default size.
    let isSized = shape == .circle && (node.style.width != nil || node.style.height != nil)
    if isSized { color.append("sized") }
    let side = min(sane(node.style.width ?? .infinity), sane(node.style.height ?? .infinity))
    var reading: [Markup] = []
    if isSized, !isBehind, side >= SurfaceMetrics.ringWithReading {
      let classes = node.style.color == nil ? style.color.map { [add(.color("fill", $0))] } ?? [] : []
      reading = [.element(.svgText, .classes(classes), .number(.x, 50), .number(.y, 50), text: PercentText.text(value))]
    }
    return element(
      .div,
      [
        .classes(["progress"] + classes), .word(.role, "progressbar"),
      ] + progressValues(fraction, node),
      [
        shape == .bar
          ? bar(fraction, color: color, node) : ring(fraction, sweep: 1, color: color, node, side: isSized ? side : 32, reading)
      ]
    )
  }

  private func progressValues(_ fraction: Double, _ node: ViewNode) -> [MarkupAttribute?] {
    [
      .text(.ariaLabel, node.style.accessibility ?? "progress"), .word(.ariaValueMin, "0"), .word(.ariaValueMax, "100"),
      .number(.ariaValueNow, (fraction * 100).rounded()),
    ] + identity(node) + action(node)
  }

  /// A progress between two times also advances in the browser.
  private mutating func advance(_ name: StaticString, _ node: ViewNode) -> [String] {
    guard let interval = node.style.effects?.interval, options.clock.now < interval.to, !isHiding else { return [] }
    let length = interval.to - interval.from
    guard length > 0, length < 1e9 else { return [] }
    return [add(.advancing(name, seconds: length, elapsed: options.clock.now - interval.from))]
  }

  /// The longest value inside a gauge's ring, in characters. Longer ones go below it.
  private static let maximumLettersInside = 7

  static func isInside(_ gauge: Gauge) -> Bool {
    gauge.shape.isRound && (gauge.valueText?.count ?? 0) <= maximumLettersInside
  }

  /// Finds the longest values inside of rings of the same size.
  mutating func countLettersInRings(_ node: ViewNode, depth: Int = 0) {
    guard depth < 64 else { return }
    if case .gauge(let gauge) = node.content, Self.isInside(gauge) {
      lettersInRings[node.style.height ?? 0, default: 0] = max(
        lettersInRings[node.style.height ?? 0] ?? 0, gauge.valueText?.count ?? 0)
    }
    for child in node.children { countLettersInRings(child, depth: depth + 1) }
  }

  mutating func gauge(
    _ gauge: Gauge, _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    if let view = place.layout {
      return element(
        .div, [.classes(classes), .word(.role, "meter")] + gaugeValues(gauge, node),
        placedIndicator(gauge.fraction, view) + placedText(nil, view))
    }
    let color = inherited(node, style)
    // Its own colour tints the gauge, not the words.
    let words = node.style.color == nil ? [] : [add(.color("color", .named(.label)))]
    let name = gauge.text.map {
      Markup.element(.span, .classes(["name"] + (gauge.shape == .bar ? words : [])), text: take($0))
    }
    var readingClasses = ["reading"] + words
    let count = gauge.valueText?.count ?? 0
    let isInside = Self.isInside(gauge)
    if isInside {
      // Longer values get a smaller font, and so do those in equal rings.
      let count = lettersInRings[node.style.height ?? 0] ?? count
      readingClasses.append(count <= 4 ? "brief" : count <= 6 ? "short" : "longer")
      if let height = node.style.height { readingClasses.append(add(.length("--side", ringSide(gauge, height: height)))) }
    }
    let reading = gauge.valueText.map { Markup.element(.span, .classes(readingClasses), text: take($0)) }
    let children: [Markup?]
    switch gauge.shape {
    case .circle, .ring:
      var color = color
      var side = SurfaceMetrics.points.gauge.height
      if let height = node.style.height {
        side = ringSide(gauge, height: height)
        color += [add(.length("width", side)), add(.length("height", side)), "own"]
      }
      let below = [name, isInside ? nil : reading].compactMap { $0 }
      children = [
        ring(gauge.fraction, sweep: gauge.shape == .ring ? 1 : 0.75, color: color, node, side: side), isInside ? reading : nil,
        below.isEmpty ? nil : .element(.span, .classes(["below"]), children: below),
      ]
    case .bar:
      let readings = [name, reading].compactMap { $0 }
      children = [
        readings.isEmpty
          ? nil
          : .element(
            .span, .classes(["readings"] + (options.textSize.isAccessibility ? ["below-each-other"] : [])), children: readings),
        level(gauge, color: color, node),
      ]
    }
    return element(
      .div,
      [
        .classes([gauge.shape.isRound ? "gauge" : "level"] + classes), .word(.role, "meter"),
      ] + gaugeValues(gauge, node), children.compactMap { $0 })
  }

  private func gaugeValues(_ gauge: Gauge, _ node: ViewNode) -> [MarkupAttribute?] {
    [
      .text(.ariaLabel, node.style.accessibility ?? gauge.text ?? "gauge"), .number(.ariaValueMin, gauge.minimum),
      .number(.ariaValueMax, gauge.maximum), .number(.ariaValueNow, gauge.value),
      gauge.valueText.map { .text(.ariaValueText, $0) },
    ] + identity(node) + action(node)
  }

  /// The side of the ring, whose name is below it within the same height.
  private func ringSide(_ gauge: Gauge, height: Double) -> Double {
    let isBelow = gauge.text != nil || (gauge.valueText?.count ?? 0) > Self.maximumLettersInside
    return max(
      24, sane(height) - (!isBelow ? 0 : EstimatedMeasurer.lineHeight(TextStyle.caption.size(at: options.textSize)) + 2)
    )
  }

  /// A bar between its ends. A fraction's ends, 0 and 1, aren't shown.
  private mutating func level(_ gauge: Gauge, color: [String], _ node: ViewNode) -> Markup {
    let bar = bar(gauge.fraction, color: color, node)
    guard gauge.minimum != 0 || gauge.maximum != 1, gauge.minimum < gauge.maximum else { return bar }
    let scale = ChartScale(
      [gauge.minimum, gauge.maximum], minimum: gauge.minimum, maximum: gauge.maximum, includesZero: false, maximumTicks: 5)
    func end(_ value: Double) -> Markup { .element(.span, .classes(["end"]), text: TickText(scale).text(value)) }
    return .element(.span, .classes(["scaled"]), children: [end(gauge.minimum), bar, end(gauge.maximum)])
  }

  /// The colour of the view or a container. Otherwise bars and rings have the accent colour.
  mutating func inherited(_ node: ViewNode, _ style: ResolvedStyle) -> [String] {
    style.color.map { [add(.fill("color", $0))] } ?? []
  }

  mutating func bar(_ fraction: Double, color: [String], _ node: ViewNode) -> Markup {
    let advance = advance("advance", node)
    let isEmpty = fraction == 0 && advance.isEmpty
    let value = Markup.element(.span, .classes(["value", add(.percentage("width", advance.isEmpty ? fraction : 1))] + advance))
    return .element(.span, .classes(["bar"] + color), .word(.ariaHidden, "true"), children: isEmpty ? [] : [value])
  }

  /// - Parameter sweep: The visible fraction of the circle: 1 is closed, less is open at the bottom.
  mutating func ring(
    _ fraction: Double, sweep: Double, color: [String], _ node: ViewNode, side: Double, _ reading: [Markup] = []
  ) -> Markup {
    // The same width as in renderings: a ninth of the side.
    let line = node.style.effects?.lineWidth.map { min(50, max(0.5, 100 * sane($0) / max(1, side))) }
    let width = line ?? max(100.0 / 9, 200 / max(1, side))
    let stroke = add(.number("stroke-width", width))
    let advance = sweep == 1 ? advance("advance-ring", node) : []
    func circle(_ name: String, _ part: Double, _ classes: [String] = []) -> Markup {
      .element(
        .circle, .classes([name, stroke] + classes), .number(.cx, 50), .number(.cy, 50), .number(.r, 50 - width / 2),
        .number(.pathLength, 100),
        .geometry(.strokeDasharray, CSSNumber.text(part * 100 * sweep) + " 200"),
        .geometry(.transform, "rotate(\(CSSNumber.text(sweep == 1 ? -90 : 90 + 180 * (1 - sweep))) 50 50)"))
    }
    // A dash without length would still have round ends.
    return .element(
      .svg, .classes(["ring"] + color), .geometry(.viewBox, "0 0 100 100"), .word(.ariaHidden, "true"),
      children: [circle("track", 1)] + (fraction > 0 || !advance.isEmpty ? [circle("value", fraction, advance)] : []) + reading)
  }
}
