import Testing
import WidgetModel
import WidgetRendering

/// Text beyond cells: fonts of different sizes, scaling, direction.
@Suite struct TextLayoutTests {
  private static let points: LayoutContext = {
    var context = LayoutContext(measurer: HalfMeasurer(), metrics: .points)
    context.scalesContent = false
    return context
  }()

  private func laidOut(_ view: ViewNode, width: Double, height: Double? = nil, _ context: LayoutContext = points) -> LaidOutView {
    Layout(context).layout(view, width: width, height: height)
  }

  @Test("views of a row align at the baseline of their first lines")
  func baselines() {
    func tops(_ align: Alignment) -> [Double] {
      let row = hstack(
        text("big") { $0.font = .custom(size: 40, weight: nil, design: nil) },
        text("small\ntwo") { $0.font = .custom(size: 10, weight: nil, design: nil) }
      ) { $0.align = align }
      return laidOut(row, width: 500).children.map(\.frame.y)
    }
    // Ascents are 40 and 10.
    #expect(tops(.firstBaseline) == [0, 30])
    #expect(tops(.top) == [0, 0])
    #expect(tops(.bottom) == [0, 24])
  }

  @Test("the font shrinks until the text fits, but not below min_scale")
  func scaling() {
    func view(_ least: Double?, _ edit: Edit = { _ in }) -> ViewNode {
      text("ten letter") {
        $0.font = .custom(size: 20, weight: nil, design: nil)
        $0.lineLimit = 1
        $0.minScale = least
        edit(&$0)
      }
    }
    // Ten letters of half the font's size: 100 points at full size.
    let full = laidOut(view(0.5), width: 100)
    #expect(full.style.font.size == 20 && full.lines.map(\.text) == ["ten letter"])
    let smaller = laidOut(view(0.5), width: 80)
    #expect(smaller.style.font.size == 16 && smaller.lines.map(\.text) == ["ten letter"])
    #expect(smaller.frame.height == 19.2)
    let least = laidOut(view(0.5), width: 40)
    #expect(least.style.font.size == 10 && least.lines.first?.text.hasSuffix("…") == true)
    #expect(laidOut(view(nil), width: 80).style.font.size == 20)
    // Several lines: all words and all lines have to fit.
    let lines = laidOut(view(0.2) { $0.lineLimit = 2 }, width: 40)
    #expect(lines.lines.map(\.text) == ["ten", "letter"] && lines.style.font.size < 14)
    // A terminal has one size of letters.
    let cells = LayoutContext(measurer: CellMeasurer(), metrics: .cells)
    #expect(laidOut(view(0.5), width: 40, cells).style.font.size == 20)
  }

  @Test(
    "text styles at each text size",
    arguments: [
      (TextSize.xSmall, 14.0, 31.0, 11.0), (.large, 17, 34, 11), (.xxxLarge, 23, 40, 17), (.accessibility1, 28, 44, 20),
      (.accessibility5, 53, 60, 40),
    ])
  func textSizes(size: TextSize, body: Double, title: Double, caption: Double) {
    let context = LayoutContext(measurer: HalfMeasurer(), metrics: .points, textSize: size)
    func font(_ style: TextStyle?) -> Double {
      laidOut(text("x") { $0.font = style.map { .style($0) } }, width: 100, context).style.font.size
    }
    #expect(font(.body) == body && font(nil) == body && font(.largeTitle) == title && font(.caption2) == caption)
    // A size scales like the nearest style: 17 points like the body.
    let custom = laidOut(text("x") { $0.font = .custom(size: 17, weight: nil, design: nil) }, width: 100, context).style.font.size
    #expect(abs(custom - body) < 0.001)
  }

  @Test("no style shrinks when the text size grows")
  func monotonousSizes() {
    for style in TextStyle.allCases {
      let sizes = TextSize.allCases.map { style.size(at: $0) }
      #expect(sizes.count == 12 && sizes == sizes.sorted() && sizes.allSatisfy { $0 >= 11 })
    }
  }

  @Test("a right-to-left line starts at the right")
  func rightToLeft() {
    expectLayout(vstack(text("abc"), text("שלום")), width: 80, "|abc       |\n|      שלום|")
    expectLayout(text("שלום עולם"), width: 56, "|   שלום|\n|   עולם|")
    expectLayout(text("abc\nשלום"), width: 48, "|abc   |\n|שלום  |")
    expectLayout(vstack(text("wide text"), text("שלום") { $0.align = .trailing }), width: 80, "|wide text |\n|שלום      |")
    expectLayout(vstack(text("wide text"), text("של")) { $0.align = .center }, width: 72, "|wide text|\n|   של    |")
    expectLayout(hstack(text("שלום"), text("x")), width: 80, "|שלום x    |")
  }

  @Test("lines break at UAX 14 opportunities")
  func wrapping() {
    expectLayout(text("a (bc) d!"), width: 40, "|a    |\n|(bc) |\n|d!   |")
    expectLayout(text("tel. 12 % off"), width: 48, "|tel.  |\n|12 %  |\n|off   |")
    expectLayout(text("path/to/file"), width: 56, "|path/  |\n|to/file|")
    expectLayout(text("한국어 텍스트"), width: 64, "|한국어  |\n|텍스트  |")
  }

  @Test("an image of known size keeps its aspect ratio")
  func images() {
    var context = Self.points
    context.imageSize = { _ in Size(width: 200, height: 100) }
    func size(_ width: Double, _ edit: Edit = { _ in }) -> Size {
      let frame = laidOut(view(.image(.bytes([1]), mode: .fit), [], edit), width: width, context).frame
      return Size(width: frame.width, height: frame.height)
    }
    #expect(size(400) == Size(width: 200, height: 100))
    #expect(size(100) == Size(width: 100, height: 50))
    #expect(size(400) { $0.width = 60 } == Size(width: 60, height: 30))
    #expect(size(400) { $0.height = 30 } == Size(width: 60, height: 30))
  }
}

/// Letters half as wide as the font is high, on a baseline at the font's size.
private struct HalfMeasurer: TextMeasurer {
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    TextExtent(width: Double(text.count) * font.size / 2, height: font.size * 1.2, ascent: font.size)
  }
}
