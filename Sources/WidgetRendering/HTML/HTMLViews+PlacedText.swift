import WidgetModel

/// Texts in the lines of a layout: one element per line, so they can be selected and read aloud.
extension HTMLViews {
  /// A view's lines.
  ///
  /// - Parameter text: The whole text, for screen readers if the lines don't have all of it; nil if something else has it.
  mutating func placedText(_ text: String?, _ view: LaidOutView) -> [Markup] {
    let hidden = hiddenFromReaders(text, view)
    var lines = view.lines.map { line in
      Markup.element(
        .span, [.classes(lineClasses(line, view)), hidden].compactMap { $0 }, [.text(take(line.text))])
    }
    if hidden != nil, let text { lines.append(.element(.span, .classes(["spoken"]), text: take(text))) }
    return lines
  }

  /// The lines of a text whose parts have their own styles.
  mutating func placedSpans(_ spans: [TextSpan], _ view: LaidOutView) -> [Markup] {
    let text = spans.map(\.text).joined()
    let hidden = hiddenFromReaders(text, view)
    var styled = StyledText(spans)
    var lines: [Markup] = []
    for line in view.lines {
      let font = line.font ?? view.style.font
      let parts = styled.parts(of: line, in: view).map { part -> Markup in
        var classes = placedFont(part.font, within: font)
        if let color = part.color { classes.append(add(.color("color", legible(color, in: view) ?? color))) }
        let link = part.link.flatMap { LinkTarget($0) }
        guard !classes.isEmpty || link != nil || part.isUnderlined || part.isStruckThrough else { return .text(take(part.text)) }
        return span(take(part.text), classes, link, isUnderlined: part.isUnderlined, isStruckThrough: part.isStruckThrough)
      }
      // The writer adds no white space next to a text.
      lines.append(.element(.span, [.classes(lineClasses(line, view)), hidden].compactMap { $0 }, parts + [.text("")]))
    }
    if hidden != nil { lines.append(.element(.span, .classes(["spoken"]), text: take(text))) }
    return lines
  }

  /// A line of a chart, which its description replaces for screen readers.
  mutating func placedLabel(_ line: LaidOutText, _ view: LaidOutView, color: Color? = nil) -> Markup {
    var line = line
    // Both colours would be the element's, and the last one declared would win.
    if color != nil { line.isSecondary = false }
    let own = color.map { [add(.color("color", $0))] } ?? []
    return .element(.span, .classes(lineClasses(line, view) + own), .word(.ariaHidden, "true"), text: take(line.text))
  }

  private mutating func lineClasses(_ line: LaidOutText, _ view: LaidOutView) -> [String] {
    var classes = [
      "line", add(.position("left", line.frame.x - view.frame.x)), add(.position("top", line.frame.y - view.frame.y)),
      add(.length("line-height", line.frame.height)),
    ]
    classes += placedFont(line.font ?? view.style.font, within: view.style.font)
    // As the image has it.
    if line.text.hasDecimalNumber { classes.append(add(.word("font-kerning", "none"))) }
    if line.isSecondary {
      classes.append(add(.color("color", .named(.secondary))))
    } else if view.node.style.color != nil, view.node.content.kind == .progress || view.node.content.kind == .gauge {
      // Its own colour tints the bar or ring, not the words.
      classes.append(add(.color("color", .named(.label))))
    }
    return classes
  }

  /// `aria-hidden` for lines that don't have the whole text, which follows them.
  private func hiddenFromReaders(_ text: String?, _ view: LaidOutView) -> MarkupAttribute? {
    guard let text, view.node.style.accessibility == nil else { return nil }
    return Self.letters(text) == view.lines.reduce(0) { $0 + Self.letters($1.text) } ? nil : .word(.ariaHidden, "true")
  }

  /// Without white space, hyphens and ellipses, which layout leaves out and inserts.
  private static func letters(_ text: String) -> Int {
    text.unicodeScalars.count { scalar in
      switch scalar {
      case "-", "…", "\u{2010}": false
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
    }
  }
}
