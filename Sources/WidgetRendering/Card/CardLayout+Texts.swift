import WidgetModel

/// A text in a font.
package struct PlacedText: Hashable {
  package var text: String
  package var font: ResolvedFont
}

extension CardLayout {
  /// All texts on the card, with their fonts.
  package var texts: [PlacedText] {
    var texts: [PlacedText] = []
    if let title {
      texts.append(PlacedText(text: title.name, font: title.nameFont))
      if let age = title.age { texts.append(PlacedText(text: age.text, font: title.ageFont)) }
    }
    func add(_ view: LaidOutView) {
      func addLine(_ line: LaidOutText) {
        if !line.text.isEmpty { texts.append(PlacedText(text: line.text, font: line.font ?? view.style.font)) }
      }
      if let spans = view.node.styledText {
        var styled = StyledText(spans)
        for line in view.lines { texts += styled.parts(of: line, in: view).map { PlacedText(text: $0.text, font: $0.font) } }
      } else {
        view.lines.forEach(addLine)
      }
      view.chart?.texts.forEach(addLine)
      view.chart?.rightAxis?.texts.forEach(addLine)
      view.chart?.rules.compactMap(\.label).forEach(addLine)
      view.children.forEachInPlace { add($0) }
    }
    if let view { add(view) }
    if let failure { add(failure) }
    return texts
  }
}

extension ResolvedFont {
  /// From this size on, text uses the display typeface.
  package static let displaySize = 20.0

  package var isDisplay: Bool { design == .standard && size >= Self.displaySize }
}
