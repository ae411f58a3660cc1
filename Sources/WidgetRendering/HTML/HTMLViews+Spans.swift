import WidgetModel

extension HTMLViews {
  /// A text whose parts have their own styles.
  mutating func styledText(_ spans: [TextSpan], _ node: ViewNode, _ style: ResolvedStyle, _ classes: [String]) -> Markup {
    var children: [Markup] = []
    for span in spans {
      let text = take(span.text)
      if text.isEmpty { continue }
      children.append(span.isPlain ? .text(text) : self.span(span, text, style))
    }
    // The writer adds no white space beside a text.
    return .element(
      .p, ([.classes(["text"] + lines(node) + classes)] + accessibility(node, role: "img")).compactMap { $0 },
      children + [.text("")])
  }

  private mutating func span(_ span: TextSpan, _ text: String, _ parent: ResolvedStyle) -> Markup {
    let part = ViewNode(.text(text), style: span.style)
    let resolved = parent.inherited(by: span.style, textSize: options.textSize)
    var classes = font(part, resolved, parent)
    if let color = span.style.color { classes.append(add(.color("color", color))) }
    let link = span.link.flatMap { LinkTarget($0) }
    switch (span.underline ?? (link != nil), span.strikethrough == true) {
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
