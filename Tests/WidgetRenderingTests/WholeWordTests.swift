import Testing
import WidgetModel

@testable import WidgetRendering

/// Words, numbers and times wider than their space.
@Suite struct WholeWordTests {
  /// Letters half as wide as the font is high.
  private struct Measurer: TextMeasurer {
    func measure(_ text: String, font: ResolvedFont) -> TextExtent {
      TextExtent(width: Double(text.count) * font.size / 2, height: font.size * 1.2, ascent: font.size)
    }
  }

  private func laidOut(_ view: ViewNode, width: Double, height: Double? = nil) -> LaidOutView {
    var context = LayoutContext(measurer: Measurer(), metrics: .points)
    context.scalesContent = false
    return Layout(context).layout(view, width: width, height: height)
  }

  private func sized(_ words: String) -> ViewNode { text(words) { $0.font = .custom(size: 20, weight: nil, design: nil) } }

  @Test("in a rendering a word becomes smaller rather than broken, and is truncated when it would be too small")
  func smaller() {
    let bergen = laidOut(sized("Bergen"), width: 45)
    #expect(bergen.lines.map(\.text) == ["Bergen"] && bergen.style.font.size == 14)
    let timer = laidOut(sized("951:26:56"), width: 20)
    #expect(timer.lines.map(\.text) == ["…"] && timer.style.font.size == 8)
    let words = laidOut(sized("on the platform"), width: 60)
    #expect(words.lines.map(\.text) == ["on the", "platform"] && words.style.font.size == 14)
    #expect(laidOut(sized("Bergen"), width: 60).style.font.size == 20)
  }

  @Test("in cells a short word is truncated but a number never is, and a longer word is broken")
  func cells() {
    expectLayout(text("12:05"), width: 24, "|…  |")
    expectLayout(text("Lift"), width: 16, "|… |")
    expectLayout(text("Lift"), width: 24, "|Li…|")
    expectLayout(text("a 12:05"), width: 32, "|a   |\n|…   |")
    expectLayout(text("abcdefghijklmnopqrstuvwxyz"), width: 160, "|abcdefghijklmnopqrst|\n|uvwxyz              |")
    expectLayout(text("ภาษาไทย"), width: 32, "|ภาษา|\n|ไทย |")
  }

  @Test("spaces at both ends of a text are drawn, and those at a break are not")
  func spaces() {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedFont())
    #expect(breaker.lines(of: " 62 % ", width: 80).map(\.text) == [" 62 % "])
    #expect(breaker.lines(of: "ab cd ", width: 40).map(\.text) == ["ab cd"])
    #expect(breaker.lines(of: "ab cd ", width: 24).map(\.text) == ["ab", "cd "])
  }

  @Test("a border without padding keeps a distance from text, but not from an image or in a fixed size")
  func border() {
    func inner(_ view: ViewNode) -> Frame { laidOut(view, width: 200).contentFrame }
    #expect(inner(text("ab") { $0.border = .named(.red) }).x == 6)
    #expect(inner(text("ab") { $0.border = .named(.red) }).y == 3)
    #expect(
      inner(
        text("ab") {
          $0.border = .named(.red)
          $0.padding = .zero
        }
      ).x == 0)
    #expect(
      inner(
        text("ab") {
          $0.border = .named(.red)
          $0.width = 20
        }
      ).x == 0)
    #expect(inner(view(.image(.reference("a.png"), mode: .fit)) { $0.border = .named(.red) }).x == 0)
  }

  @Test("an image that is shown as text is as high as its text")
  func alternativeText() {
    let image = view(.image(.reference("sea.png"), mode: .fit)) {
      $0.height = 112
      $0.accessibility = "The sea"
    }
    expectLayout(vstack(image, text("below")), width: 80, "|The sea   |\n|below     |")
  }

  @Test("values of neighbouring gauges are inside their rings, however long they are")
  func gauges() {
    for value in ["24%", "100%", "1.6 GB"] {
      let ring = laidOut(view(.gauge(Gauge(0.5, text: "CPU", valueText: value))), width: 200)
      #expect(ring.lines.first?.text == value && ring.lines.first?.isSecondary == false, "\(value)")
    }
    let long = laidOut(view(.gauge(Gauge(0.5, valueText: "312 of 512 GB"))), width: 200)
    #expect(long.lines.map(\.isSecondary) == [true])
  }

  @Test("a ring of a progress has its percentage where there is space")
  func progressRing() {
    func lines(_ side: Double?) -> [String] {
      laidOut(view(.progress(0.4, shape: .circle)) { $0.height = side }, width: 200, height: 200).lines.map(\.text)
    }
    #expect(lines(80) == ["40%"])
    #expect(lines(nil) == [])
  }

  @Test("in a view that is cut, a chart takes the space that is left")
  func cutColumn() {
    let chart = view(.chart(Chart(.bar, [ChartSeries([1, 2])])))
    let column = vstack(text("a"), chart, text("b") { $0.height = 500 })
    let laidOut = laidOut(column, width: 200, height: 110)
    #expect(laidOut.children.count == 2 && laidOut.children[1].frame.maxY == 110)
  }
}
