import Testing
import WidgetModel

@testable import WidgetRendering

/// A text whose parts have their own sizes, in points.
@Suite struct SpanSizeTests {
  private func node(_ parts: (String, Double?)..., size: Double = 28, edit: Edit = { _ in }) -> ViewNode {
    let spans = parts.map { text, size in
      var span = TextSpan(text)
      span.font = size.map { .custom(size: $0, weight: nil, design: nil) }
      return span
    }
    var node = ViewNode(.text(spans.map(\.text).joined()), spans: spans)
    node.style.font = .custom(size: size, weight: nil, design: nil)
    edit(&node.style)
    return node
  }

  private func layout(_ node: ViewNode, width: Double = 300) -> LaidOutView {
    Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)).layout(node, width: width)
  }

  private func width(_ text: String, _ size: Double) -> Double {
    EstimatedMeasurer().measure(text, font: ResolvedFont(size: size)).width
  }

  @Test("every part takes the width of its own size")
  func widths() throws {
    let line = try #require(layout(node(("6", nil), (" h", 13))).lines.first)
    #expect(abs(line.frame.width - width("6", 28) - width(" h", 13)) < 0.01)
  }

  @Test("a line is as high as its largest part, and only that line")
  func heights() {
    let lines = layout(node(("big", 40), (" then words in a smaller size", nil), size: 12), width: 90).lines
    #expect(lines.count > 1)
    #expect(lines.first?.frame.height == EstimatedMeasurer.lineHeight(40))
    #expect(lines.dropFirst().allSatisfy { $0.frame.height == EstimatedMeasurer.lineHeight(12) })
    for (above, below) in zip(lines, lines.dropFirst()) { #expect(below.frame.y == above.frame.maxY) }
  }

  @Test("parts keep their proportions when the text gets smaller to fit")
  func scaled() throws {
    let view = layout(node(("123456", nil), (" km", 14)) { ($0.lineLimit, $0.minScale) = (1, 0.3) }, width: 60)
    let line = try #require(view.lines.first)
    #expect(line.text == "123456 km" && line.frame.width <= 60.01)
    var styled = StyledText(try #require(view.node.styledText))
    let parts = styled.parts(of: line, in: view)
    #expect(parts.map(\.text) == ["123456", " km"])
    #expect(abs(parts[0].font.size / parts[1].font.size - 2) < 0.01)
  }

  @Test("a cut line fits into its width")
  func cut() throws {
    // Not smaller as a whole, which comes first.
    var context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    context.scalesContent = false
    let view = Layout(context).layout(node(("Monday ", nil), ("and a few more words", 17)) { $0.lineLimit = 1 }, width: 150)
    let line = try #require(view.lines.first)
    #expect(line.text.hasSuffix("…") && line.frame.width <= 150)
  }

  @Test("bold parts are measured in bold")
  func weights() {
    struct Bold: TextMeasurer {
      func measure(_ text: String, font: ResolvedFont) -> TextExtent {
        TextExtent(width: Double(text.count) * (font.weight == .bold ? 10 : 8), height: 20, ascent: 15)
      }
    }
    var bold = TextSpan("12")
    bold.weight = .bold
    let node = ViewNode(.text("12ab"), spans: [bold, TextSpan("ab")])
    let view = Layout(LayoutContext(measurer: Bold(), metrics: .points)).layout(node, width: 100)
    #expect(view.lines.first?.frame.width == 36)
  }
}
