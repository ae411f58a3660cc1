import WidgetModel

extension LayoutElement {
  /// A gauge's texts, measured.
  private struct Texts {
    var text: TextLine?
    var value: TextLine?
    var low: TextLine?
    var high: TextLine?
    var lineHeight: Double
    var caption: ResolvedFont
    var captionHeight: Double
  }

  /// A ring with its value in the middle and its text below, or a bar between its ends with the texts above.
  func measureGauge(_ gauge: Gauge, _ proposal: Proposal) -> Measurement {
    var texts = texts(of: gauge)
    let metrics = context.metrics
    if gauge.shape.isRound, context.hasCurves {
      // Inside a zstack it stays a ring, however small.
      let minimum = metrics.quantum.map { $0.height * (parentAxis == .depth ? 1 : 3) } ?? 24
      let isBelow = texts.value.map { readingFont($0, insideRing: metrics.gauge.height) == nil } ?? false
      shrinkCaption(of: &texts, with: isBelow ? texts.value : nil, proposal)
      let below = texts.text == nil && !isBelow ? 0 : texts.captionHeight
      var side = node.style.height != nil ? (proposal.height ?? 0) - below : metrics.gauge.height
      side = metrics.floorHeight(min(side, proposal.width ?? side, proposal.height.map { $0 - below } ?? side))
      if side >= minimum {
        let ring = ring(texts, side: side, proposal)
        ring.isCut = ring.isCut || node.style.height == nil && side < metrics.gauge.height
        if gauge.shape == .ring { ring.indicatorShape = .ring }
        return ring
      }
    }
    let bar = bar(texts, proposal)
    bar.isCut = bar.isCut || gauge.shape.isRound && context.hasCurves
    return bar
  }

  /// Makes the texts below a ring smaller before they take space from it, down to their usual size.
  private func shrinkCaption(of texts: inout Texts, with reading: TextLine?, _ proposal: Proposal) {
    let usual = style.captionFont(textSize: .large).size
    guard context.metrics.quantum == nil, texts.caption.size > usual else { return }
    // With its own height, the ring gets no smaller because of larger text below it.
    let side =
      node.style.height.map { $0 - texts.captionHeight * usual / texts.caption.size }
      ?? min(context.metrics.gauge.height, proposal.width ?? .infinity)
    func width(_ lines: [String]) -> Double {
      lines.reduce(context.metrics.iconGap * Double(lines.count - 1)) { $0 + measured($1, texts.caption).width }
    }
    let own = [texts.text?.text, reading?.text].compactMap { $0 }
    guard !own.isEmpty else { return }
    // Rings of one size have texts of one size.
    let width = equalCaptions.reduce(width(own)) { max($0, width([$1])) }
    var size = texts.caption.size
    // Neighbours' texts stay apart.
    if width > side * 0.9 { size *= side * 0.9 / width }
    if let height = proposal.height, height - texts.captionHeight < side { size *= max(0, height - side) / texts.captionHeight }
    texts.caption.size = max(usual, (size * 4).rounded(.down) / 4)
    texts.captionHeight = context.measurer.measure("x", font: texts.caption).height
  }

  /// The font for a text inside a ring: the view's own, made smaller if necessary. nil if it doesn't fit.
  ///
  /// - Parameter template: The text that has to fit; nil means the line itself.
  func font(of line: TextLine, insideRing side: Double, template: TextLine? = nil) -> ResolvedFont? {
    let metrics = context.metrics
    // In cells, text stays a cell away from the ring on at least one side.
    let space = metrics.quantum.map { metrics.floorWidth(side * 0.68) - $0.width } ?? side * 0.66
    let width = max(line.width, template?.width ?? 0)
    guard context.measurer.scalesText else { return width <= space ? style.font : nil }
    var scale = width <= space ? 1 : space / width * 0.98
    // The corners of large letters would touch the ring.
    let diagonal = (width * width + style.font.size * style.font.size * 0.56).squareRoot() * scale
    scale = min(textScale, diagonal > 0 ? scale * min(1, side * 0.72 / diagonal) : scale)
    guard scale < 1 else { return style.font }
    var font = style.font
    font.size *= scale
    return font.size >= Self.smallestReading ? font : nil
  }

  /// The font for a value inside a ring; nil if it's below because it doesn't fit, or because that of an equal ring doesn't.
  private func readingFont(_ value: TextLine, insideRing side: Double) -> ResolvedFont? {
    if context.metrics.quantum != nil,
      equalValues.contains(where: { font(of: measured($0, style.font), insideRing: side) == nil })
    {
      return nil
    }
    return font(of: value, insideRing: side)
  }

  /// The smallest font inside a ring, in points.
  private static let smallestReading = 9.0

  /// A text in the middle of a ring.
  func reading(_ text: String, font: ResolvedFont, inRing ring: Frame) -> LaidOutText {
    let metrics = context.metrics
    let extent = context.measurer.measure(text, font: font)
    return LaidOutText(
      text,
      frame: Frame(
        x: ring.x + metrics.floorWidth((ring.width - extent.width) / 2),
        y: ring.y + metrics.floorHeight((ring.height - extent.height) / 2), width: extent.width, height: extent.height),
      font: font == style.font ? nil : font)
  }

  private func texts(of gauge: Gauge) -> Texts {
    let caption = style.captionFont(textSize: context.textSize)
    func line(_ text: String?, _ font: ResolvedFont) -> TextLine? {
      guard let text, !text.isEmpty else { return nil }
      let safe = shownText(text)
      return TextLine(safe, width: context.measurer.measure(safe, font: font).width)
    }
    var texts = Texts(
      text: line(gauge.text, style.font), value: line(gauge.valueText, style.font),
      lineHeight: context.measurer.measure("x", font: style.font).height, caption: caption,
      captionHeight: context.measurer.measure("x", font: caption).height)
    // A fraction's ends, 0 and 1, aren't shown.
    let isNumber = gauge.minimum.isFinite && gauge.maximum.isFinite && gauge.maximum > gauge.minimum
    if isNumber, gauge.minimum != 0 || gauge.maximum != 1 {
      let scale = ChartScale(
        [gauge.minimum, gauge.maximum], minimum: gauge.minimum, maximum: gauge.maximum, includesZero: false, maximumTicks: 5)
      texts.low = line(TickText(scale).text(gauge.minimum), caption)
      texts.high = line(TickText(scale).text(gauge.maximum), caption)
    }
    return texts
  }

  private func measured(_ text: String, _ font: ResolvedFont) -> TextLine {
    TextLine(text, width: context.measurer.measure(text, font: font).width)
  }

  private func fitted(_ line: TextLine, _ width: Double, _ font: ResolvedFont) -> TextLine {
    guard line.width > width else { return line }
    return breaker(font).truncated(line.text, width: width, node.style.truncation ?? .tail)
  }

  /// The font for a value, smaller if it doesn't fit; nil if it would be too small.
  private func value(_ line: TextLine, _ width: Double, _ font: ResolvedFont) -> (line: TextLine, font: ResolvedFont)? {
    guard line.width > width else { return (line, font) }
    guard context.measurer.scalesText else {
      let fitted = fitted(line, width, font)
      return FigureText.isFigure(line.text) ? nil : (fitted, font)
    }
    var font = font
    font.size = (font.size * width / line.width * 0.98 * 4).rounded(.down) / 4
    guard font.size >= Self.smallestValue else { return nil }
    return (measured(line.text, font), font)
  }

  /// The smallest font of a value, in points.
  private static let smallestValue = 8.0

  private func ring(_ texts: Texts, side: Double, _ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    // A value that doesn't fit into the ring goes below it.
    let valueFont = texts.value.flatMap { readingFont($0, insideRing: side) }
    // It follows the caption, which is truncated if necessary.
    let reading = valueFont != nil ? nil : texts.value.map { measured($0.text, texts.caption) }
    let caption = texts.text.map { measured($0.text, texts.caption) }
    let below = [caption, reading].compactMap { $0 }
    let gap = metrics.quantum == nil ? metrics.iconGap : metrics.quantum?.width ?? 0
    let wanted = below.map(\.width).reduce(0, +) + gap * Double(max(0, below.count - 1))
    let width = min(max(side, wanted), proposal.width ?? .infinity)
    let result = Measurement(size: Size(width: width, height: side))
    let left = metrics.floorWidth((width - side) / 2)
    let ring = Frame(x: left, y: 0, width: side, height: side)
    result.indicator = ring
    result.indicatorShape = .arc
    if let value = texts.value, let valueFont { result.lines.append(self.reading(value.text, font: valueFont, inRing: ring)) }
    if !below.isEmpty {
      let value = reading.flatMap { self.value($0, width, texts.caption) }
      let last = value?.line
      var first = caption
      if let line = caption, let last {
        let space = width - last.width - gap
        let cut = fitted(line, max(0, space), texts.caption)
        first = cut.width > 0 && cut.width <= space + 0.001 ? cut : nil
      } else if let line = caption {
        first = fitted(line, width, texts.caption)
      }
      if let line = first, line.text.count < 3, line.text != caption?.text { first = nil }
      let shown = [first, last].compactMap { $0 }
      let lastFont = value?.font ?? texts.caption
      var x = metrics.floorWidth(
        max(0, width - shown.map(\.width).reduce(0, +) - gap * Double(max(0, shown.count - 1))) / 2)
      for (index, line) in shown.enumerated() {
        let isLast = last != nil && index == shown.count - 1
        result.lines.append(
          LaidOutText(
            line.text,
            frame: Frame(x: x, y: side, width: min(line.width, width - x), height: texts.captionHeight),
            font: isLast ? lastFont : texts.caption, isSecondary: true))
        x += line.width + gap
      }
      result.size.height += texts.captionHeight
    }
    result.content = Frame(x: 0, y: 0, width: width, height: result.size.height)
    result.baseline = result.size.height
    return result
  }

  private func bar(_ texts: Texts, _ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    let hasTexts = texts.text != nil || texts.value != nil
    let thickness = max(metrics.progressHeight, texts.low == nil ? 0 : texts.captionHeight)
    let gap = metrics.quantum == nil ? 4.0 : 0
    let twoLines = texts.lineHeight + gap + thickness
    let isStacked = hasTexts && (proposal.height ?? .infinity) >= twoLines
    let width =
      proposal.width ?? max(metrics.progressIdeal, (texts.text?.width ?? 0) + (texts.value?.width ?? 0) + metrics.iconGap)
    let height = min(proposal.height ?? .infinity, isStacked ? twoLines : hasTexts ? max(texts.lineHeight, thickness) : thickness)
    let result = Measurement(size: Size(width: width, height: height))
    let rowHeight = isStacked ? thickness : height
    let rowTop = height - rowHeight
    var (start, end) = (0.0, width)

    /// Puts a line at one of the ends if that leaves enough space for the rest.
    func add(
      _ line: TextLine?, font: ResolvedFont?, isValue: Bool = false, isAtEnd: Bool, top: Double, height: Double,
      keeping minimum: Double
    ) {
      guard let line else { return }
      let space = end - start - minimum
      var fitted = fitted(line, max(0, space), font ?? style.font)
      var own = font
      if fitted.text != line.text, isValue && context.measurer.scalesText || FigureText.isFigure(line.text) {
        guard let smaller = value(line, max(0, space), font ?? style.font) else { return }
        (fitted, own) = (smaller.line, smaller.font)
      } else if fitted.text != line.text, fitted.text.count < 3 {
        return
      }
      guard fitted.width > 0, fitted.width <= space + 0.001 else { return }
      let lineHeight = font == nil ? texts.lineHeight : texts.captionHeight
      let y = top + metrics.floorHeight(max(0, height - lineHeight) / 2)
      result.lines.append(
        LaidOutText(
          fitted.text,
          frame: Frame(
            x: isAtEnd ? end - fitted.width : start, y: y, width: fitted.width, height: min(lineHeight, height)),
          font: own, isSecondary: font != nil))
      if isAtEnd { end -= fitted.width + metrics.iconGap } else { start += fitted.width + metrics.iconGap }
    }
    let minimum = isStacked ? 0 : metrics.progressMinimum + metrics.iconGap
    let textsTop = isStacked ? 0 : rowTop
    let textsHeight = isStacked ? texts.lineHeight : rowHeight
    add(texts.value, font: nil, isValue: true, isAtEnd: true, top: textsTop, height: textsHeight, keeping: minimum)
    add(texts.text, font: nil, isAtEnd: false, top: textsTop, height: textsHeight, keeping: minimum)
    if isStacked { (start, end) = (0, width) }
    let ends = (texts.low?.width ?? 0) + (texts.high?.width ?? 0) + 2 * metrics.iconGap
    if end - start >= ends + 2 * metrics.progressMinimum {
      add(texts.low, font: texts.caption, isAtEnd: false, top: rowTop, height: rowHeight, keeping: 0)
      add(texts.high, font: texts.caption, isAtEnd: true, top: rowTop, height: rowHeight, keeping: 0)
    }
    let barHeight = min(rowHeight, metrics.progressHeight)
    result.indicator = Frame(
      x: start, y: rowTop + metrics.floorHeight((rowHeight - barHeight) / 2), width: max(0, end - start), height: barHeight)
    result.baseline = isStacked ? context.measurer.measure("x", font: style.font).ascent : height
    return result
  }
}

// MARK: Beside each other

extension LayoutElement {
  /// Gauges below each other, as bars, where a row of cells has no width for their names and values; nil if it has, or if there's
  /// no height for all of them.
  func gaugesAsBars(insteadOf row: Measurement, _ proposal: Proposal) -> Measurement? {
    guard let least = leastHeightAsBars, let cell = context.metrics.quantum,
      row.isCut || row.children.contains(where: { $0.element.lacksText($0.measurement) })
    else { return nil }
    // Equal gauges have one height.
    let rows = min(2, ((proposal.height ?? .infinity) / least).rounded(.down))
    guard rows >= 1 else { return nil }
    let height = rows * least
    let column = measureColumn(rowAsColumn, Proposal(width: proposal.width, height: height), alignment: 0)
    return column.size.width >= cell.width ? column : nil
  }

  /// The height of gauges below each other, if each has one row of cells; nil for anything else than gauges beside each other.
  var leastHeightAsBars: Double? {
    guard let cell = context.metrics.quantum, axis == .horizontal, !isInRow else { return nil }
    let gauges = rowAsColumn
    guard gauges.count > 1, gauges.allSatisfy({ $0.node.content.kind == .gauge }) else { return nil }
    return cell.height * Double(gauges.count)
  }

  /// Whether a gauge's name or value is missing or cut.
  func lacksText(_ measurement: Measurement) -> Bool {
    guard case .gauge(let gauge) = node.content else { return false }
    let shown = measurement.lines.map(\.text)
    return [gauge.text, gauge.valueText].contains { words in
      words.map { !$0.isEmpty && !shown.contains(shownText($0)) } ?? false
    }
  }
}
