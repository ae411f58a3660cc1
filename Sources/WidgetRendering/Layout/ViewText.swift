import WidgetModel

/// A view's text, safe to draw and ready to measure.
struct ViewText: Equatable {
  /// An icon or a spinner before the text, with a gap between them.
  var symbol: String?
  /// nil draws the symbol alone.
  var text: String?
  /// One line, whatever `line_limit` is: buttons and fields.
  var isSingleLine = false
}

extension ViewText {
  /// Replaces the text by one whose length tells nearly nothing of it.
  mutating func redact() {
    text = text.map { $0.isEmpty ? $0 : String(repeating: "x", count: Redaction.length(of: $0)) }
  }

  /// nil for views without text.
  ///
  /// - Parameter budget: Bytes of text that may still be laid out. Longer text is cut.
  init?(_ node: ViewNode, _ context: LayoutContext, budget: inout Int) {
    func safe(_ text: String, multiline: Bool = false) -> String {
      let size = text.utf8.count
      // A Unicode scalar has at most four bytes.
      let kept = size <= budget ? text : String(text.unicodeScalars.prefix(budget / 4)) + context.ellipsis
      budget = max(0, budget - size)
      return context.encoded(terminalSafe(kept, multiline: multiline, keepsSoftHyphens: multiline))
    }
    // On a single line, a line feed separates words.
    func line(_ text: String) -> String {
      safe(text.contains(where: \.isLineFeed) ? String(text.map { $0.isLineFeed ? " " : $0 }) : text)
    }
    func symbol(_ name: String) -> String {
      IconSet.icon(name, style: context.icons).text(context.encoding)
    }
    if case .date(let moment, let style) = node.content {
      self.init(text: context.encoded(DateText.text(moment, style: style, clock: context.clock)))
    } else if case .activityIndicator(let text) = node.content {
      self.init(symbol: context.spinner, text: text.flatMap { $0.isEmpty ? nil : safe($0, multiline: true) })
    } else if case .image(let source, _) = node.content {
      if context.idealSize(of: source) != nil { return nil }
      if node.style.effects?.isDecorative == true {
        self.init(text: "")
        return
      }
      let words = line(ImageText.text(for: source, accessibility: node.style.accessibility, isBracketed: true))
      // Half of its words say less than the sign for an image.
      if let cell = context.metrics.quantum, let width = node.style.width,
        Double(words.count) * cell.width > max(width, cell.width)
      {
        self.init(symbol: symbol("photo"))
      } else {
        self.init(text: words)
      }
    } else if node.isControl {
      let icon = node.content.iconName.map(symbol)
      let isSwitch = node.content.kind == .toggle
      self.init(symbol: icon, text: node.text.flatMap { $0.isEmpty && icon != nil ? nil : line($0) }, isSingleLine: !isSwitch)
    } else if node.content.traits.contains(.text) {
      self.init(symbol: node.content.iconName.map(symbol), text: node.text.map { safe($0, multiline: true) })
    } else {
      return nil
    }
  }
}
