import WidgetModel

extension HTMLViews {
  /// The classes for a text's line limit, truncation and alignment.
  mutating func lines(_ node: ViewNode, in place: Place) -> [String] {
    guard place.layout == nil else { return [] }
    var classes: [String] = lineSpacing > 0 ? ["spaced"] : []
    if let limit = node.style.lineLimit {
      if limit <= 1, options.family != .inline, node.text.map(FigureText.isFigure) == true {
        classes.append("figure")
      } else if limit <= 1 {
        classes += cut(node)
      } else {
        classes += ["lines", add(.number("-webkit-line-clamp", Double(min(1000, limit))))]
      }
    } else if let most = maximumLines(node) {
      if node.text.map(Self.isOneWord) == true { return ["one-line"] + alignment(node) }
      classes += ["lines", add(.number("-webkit-line-clamp", Double(most)))]
      if node.text.map(Self.hasLongWord) == true { classes.append("long") }
    } else if let text = node.text, Self.hasLongWord(text) {
      classes.append("long")
    }
    if let text = node.text, node.style.lineLimit != 1, FigureText.isFigure(text) { classes.append("figure") }
    return classes + alignment(node)
  }

  private mutating func alignment(_ node: ViewNode) -> [String] {
    guard let factor = node.style.align?.horizontalFactor, factor > 0 else { return [] }
    return [add(.word("text-align", factor < 1 ? "center" : isRightToLeft ? "left" : "end"))]
  }

  /// The content of an element with the classes from ``lines(_:)``.
  mutating func textContent(_ text: String, _ node: ViewNode, in place: Place) -> [Markup] {
    if let view = place.layout { return placedText(text, view) }
    var paragraphs = ParagraphLimit(node, clampedTo: maximumLines(node))
    let text = paragraphs.take(take(text)).withWholeFigures
    guard node.style.lineLimit.map({ $0 <= 1 }) == true, !FigureText.isFigure(text) || options.family == .inline else {
      return [.text(text)]
    }
    switch node.style.truncation {
    // The writer adds no white space next to a text.
    case .head: return [.element(.span, text: text), .text("")]
    case .middle:
      let end = charactersAtEnd(text)
      return [.element(.span, text: String(text.dropLast(end))), .element(.span, text: String(text.suffix(end))), .text("")]
    case .tail, nil: return [.text(text)]
    }
  }

  /// The characters after the middle of a truncated text: about half the line.
  private func charactersAtEnd(_ text: String) -> Int {
    let measurer = EstimatedMeasurer()
    let font = ResolvedFont(size: fontSize)
    var width = fontSize * 0.4
    var count = 0
    for letter in text.reversed().prefix(min(200, text.count / 2)) {
      width += measurer.measure(String(letter), font: font).width
      if width > availableWidth / 2 { break }
      count += 1
    }
    return max(1, count)
  }

  /// Browsers truncate the end of a line. To truncate its start, the line gets the opposite direction, with the text isolated in
  /// it. For the middle, there are two parts side by side, and the first one shrinks.
  private func cut(_ node: ViewNode) -> [String] {
    let fromRight = node.text.map { TextDirection.isRightToLeft($0[...]) } == true ? ["from-right"] : []
    return switch node.style.truncation {
    case .head: ["one-line", "head"] + fromRight
    case .middle: ["middle"] + fromRight
    case .tail, nil: options.family == .inline && Self.staysWhole(node) ? ["one-line", "keeps"] : ["one-line"]
    }
  }

  /// Whether an inline card shows a text whole or not at all: a number, or a few letters.
  private static func staysWhole(_ node: ViewNode) -> Bool {
    node.text.map { $0.count <= shortText || FigureText.isFigure($0) } ?? false
  }

  private static let shortText = 6

  /// Whether a text is a single word in a script with spaces between words, to be truncated rather than broken.
  private static func isOneWord(_ text: String) -> Bool {
    !text.isEmpty && !hasLongWord(text)
      && text.unicodeScalars.allSatisfy { $0 != " " && $0 != "-" && $0 != "\n" && $0.value < 0x2E80 }
  }

  /// Whether a word is too long for any card, so it can be broken anywhere.
  static func hasLongWord(_ text: String) -> Bool {
    var length = 0
    for scalar in text.unicodeScalars {
      length = scalar == " " || scalar == "\n" ? 0 : length + 1
      if length > 30 { return true }
    }
    return false
  }
}

extension HTMLViews {
  /// A text whose parts have their own styles.
  mutating func styledText(
    _ spans: [TextSpan], _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String], in place: Place
  ) -> Markup {
    if let view = place.layout {
      return element(.p, [.classes(["text"] + classes)] + accessibility(node, role: "img"), placedSpans(spans, view))
    }
    var children: [Markup] = []
    var paragraphs = ParagraphLimit(node, clampedTo: maximumLines(node))
    for span in spans {
      let text = paragraphs.take(take(span.text)).withWholeFigures
      if text.isEmpty { continue }
      children.append(span.isPlain ? .text(text) : self.span(span, text, style))
    }
    // The writer adds no white space next to a text.
    return .element(
      .p, ([.classes(["text"] + lines(node, in: place) + classes)] + accessibility(node, role: "img")).compactMap { $0 },
      children + [.text("")])
  }

  private mutating func span(_ span: TextSpan, _ text: String, _ parent: ResolvedStyle) -> Markup {
    let part = ViewNode(.text(text), style: span.style)
    let resolved = parent.inherited(by: span.style, textSize: options.textSize)
    var classes = font(part, resolved, parent)
    if let color = span.style.color { classes.append(add(.color("color", legible(color, in: nil) ?? color))) }
    let link = span.link.flatMap { LinkTarget($0) }
    return self.span(
      text, classes, link, isUnderlined: span.underline ?? (link != nil), isStruckThrough: span.strikethrough == true)
  }

  /// - Parameter classes: Those of the font and the colour.
  mutating func span(
    _ text: String, _ classes: [String], _ link: LinkTarget?, isUnderlined: Bool, isStruckThrough: Bool
  ) -> Markup {
    var classes = classes
    switch (isUnderlined, isStruckThrough) {
    case (true, true): classes.append(add(.word("text-decoration-line", "underline line-through")))
    case (true, false): classes.append(add(.word("text-decoration-line", "underline")))
    case (false, true): classes.append(add(.word("text-decoration-line", "line-through")))
    case (false, false): if link != nil { classes.append(add(.word("text-decoration-line", "none"))) }
    }
    guard let link else { return .element(.span, .classes(classes), children: [.text(text)]) }
    return .element(
      .a, .classes(classes), .href(link), .word(.rel, "noopener noreferrer"), children: [.text(text)])
  }
}
