import Testing
import WidgetModel

@testable import WidgetRendering

/// `ui.fits`.
@Suite struct AlternativesTests {
  private let choice = view(
    .fits,
    [hstack(text("Boarding at"), text("12:05")), text("Boarding 12:05"), vstack(text("Boarding"), text("12:05")), text("12:05")])

  @Test("the first view that fits is shown, else the last")
  func width() {
    expectLayout(choice, width: 160, "|Boarding at 12:05   |")
    expectLayout(choice, width: 112, "|Boarding 12:05|")
    expectLayout(choice, width: 64, "|Boarding|\n|12:05   |")
    expectLayout(choice, width: 40, "|12:05|")
    expectLayout(choice, width: 24, "|…  |")
  }

  @Test("a view that is too high does not fit")
  func height() {
    let high = view(.fits, [vstack(text("a"), text("b"), text("c")), vstack(text("ab"), text("c")), text("abc")])
    let layout = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells))
    func texts(_ height: Double) -> [String] {
      func texts(_ view: LaidOutView) -> [String] { view.lines.map(\.text) + view.children.flatMap(texts) }
      return texts(layout.layout(high, width: 80, height: height))
    }
    #expect(texts(48) == ["a", "b", "c"])
    #expect(texts(32) == ["ab", "c"])
    #expect(texts(16) == ["abc"])
  }

  @Test("in a row it takes less when the others need the space")
  func row() {
    let short = view(.fits, [text("Wednesday"), text("Wed")])
    expectLayout(hstack(short, text("12:05") { $0.priority = 1 }), width: 120, "|Wednesday 12:05|")
    expectLayout(hstack(short, text("12:05") { $0.priority = 1 }), width: 80, "|Wed 12:05 |")
  }

  @Test("speech, Markdown and one line have the first alternative only")
  func reading() {
    let markdown = String(
      decoding: MarkdownFormat().render(snapshot(choice), in: Size(width: 320, height: 0), options: .test), as: UTF8.self)
    #expect(markdown.contains("Boarding at") && !markdown.contains("Boarding 12:05"))
    #expect(InlineLine.row(choice).children.map(\.text) == ["Boarding at", "12:05"])
  }

  @Test("a page chooses by estimated widths")
  func page() {
    func html(_ width: Double) -> String {
      String(decoding: HTMLFormat().render(snapshot(choice), in: Size(width: width, height: 0), options: .test), as: UTF8.self)
    }
    #expect(html(360).contains("Boarding at"))
    #expect(!html(120).contains("Boarding at") && html(120).contains("12:05"))
  }

  @Test("a size grows with the style that relative_to names")
  func relativeSize() {
    func size(_ style: TextStyle?, _ textSize: TextSize) -> Double {
      ResolvedFont(
        .custom(size: 34, weight: nil, design: nil, relativeTo: style), weight: nil, italic: false, monospaced: false,
        textSize: textSize
      ).size
    }
    #expect(size(nil, .large) == 34 && size(.caption, .large) == 34)
    #expect(size(nil, .accessibility5) == 60)
    #expect(size(.body, .accessibility5) == 34 * 53 / 17)
  }
}
