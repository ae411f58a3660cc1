import Testing
import WidgetModel

@testable import WidgetRendering

/// The number of measurements is limited, whatever is nested in what.
@Suite struct MeasuringWorkTests {
  private func spent(_ view: ViewNode, _ size: Size, _ context: LayoutContext) -> Int {
    let measuring = MeasuringWork()
    var fitting = Fitting(view, Layout(context), width: size.width, height: size.height, limit: .infinity, measuring)
    _ = fitting.result()
    return measuring.spent
  }

  private static let contexts = [
    LayoutContext(measurer: SlantedLetters(), metrics: .points), LayoutContext(measurer: CellMeasurer(), metrics: .cells),
  ]

  @Test("stacks in stacks, each with an aspect ratio, take no more than the limit, and the card isn't blank", arguments: 0..<4)
  func nested(kind: Int) {
    var tree = text("in")
    for level in 0..<29 {
      let content: ViewContent =
        kind == 3 ? .grid(columns: [GridColumn(), GridColumn(.automatic)]) : level % 2 == 0 ? .vstack : .hstack
      tree = view(content, [tree, text("beside a long text")]) {
        if kind != 1 || level % 3 > 0 { $0.aspectRatio = 1 + Double(level) / 20 }
        if kind == 2 { ($0.maxHeight, $0.padding) = (300 - Double(level), EdgeInsets(all: 1)) }
      }
    }
    for context in Self.contexts {
      let size = Size(width: 126, height: 96)
      let measuring = MeasuringWork(most: Self.limit)
      let fitted = Layout(context).fitted(tree, measuring, width: size.width, height: size.height)
      // Those begun when it's spent are finished.
      #expect(measuring.spent <= 2 * Self.limit, "\(measuring.spent)")
      let view = fitted.view
      #expect(fitted.isNotice == measuring.isSpent)
      #expect(view.frame.maxX <= size.width + 0.01 && view.frame.maxY <= size.height + 0.01 && view.showsContent)
    }
  }

  /// Found by chance and by an attacker: views of 16 KB that took a program seconds.
  private static let hostile: [(name: String, view: ViewNode)] = [
    ("short texts in nested rows", nested(depth: 9, texts: 8) { _ in String(repeating: "漢字", count: 30) }),
    ("many texts in nested rows", nested(depth: 25, texts: 60) { _ in String(repeating: "漢字", count: 30) }),
    ("different texts", nested(depth: 20, texts: 40) { index in String(repeating: "漢\(index)字", count: 20) }),
    (
      "different texts below each other",
      view(.vstack, (0..<3900).map { index in text(String(repeating: "漢\(index)", count: 20)) { $0.minScale = 0.05 } })
    ),
    ("layers", view(.vstack, [layers(29)])),
    (
      "spans of one letter",
      view(
        .vstack,
        (0..<400).map { _ in
          var node = text(String(repeating: "a", count: 990))
          var bold = TextSpan(String(repeating: "a", count: 500))
          bold.weight = .bold
          node.spans = [bold, TextSpan(String(repeating: "a", count: 490))]
          return node
        })
    ),
  ]

  private static func nested(depth: Int, texts: Int, _ words: (Int) -> String) -> ViewNode {
    var index = 0
    func group() -> ViewNode {
      view(
        .group,
        (0..<texts).map { _ in
          index += 1
          return text(words(index)) { $0.minScale = 0.05 }
        }
      ) { ($0.maxWidth, $0.maxHeight) = (.infinity, .infinity) }
    }
    var tree = view(.vstack, [group(), group()])
    for level in 1...depth {
      tree =
        level % 2 == 0
        ? view(
          .grid(columns: [GridColumn(.automatic), GridColumn()]),
          [text("1,234.50 kWh"), text(String(repeating: "x", count: 253)), tree, group()])
        : view(.hstack, [tree, group()]) { ($0.minScale, $0.aspectRatio, $0.height) = (0.7, 100, 1e9) }
    }
    return view(.group, [tree]) { ($0.minScale, $0.aspectRatio) = (0.7, 0.01) }
  }

  private static func layers(_ depth: Int) -> ViewNode {
    (1...depth).reduce(text("in")) { inner, level in
      view(
        level % 2 == 0 ? .overlay : .vstack,
        [inner] + (0..<60).map { text(String(repeating: "字\(level)\($0)", count: 9)) { $0.minScale = 0.05 } }
      ) { $0.aspectRatio = 1 + Double(level) / 20 }
    }
  }

  @Test("a view that's too much work is replaced by a notice that names the limit and what to do", arguments: hostile.map(\.name))
  func notices(name: String) throws {
    let tree = try #require(Self.hostile.first { $0.name == name }).view
    for context in Self.contexts {
      for (width, height) in [(126.0, 142.0 as Double?), (328, nil)] {
        // A tenth of the usual limit, which takes a debug build seconds.
        let measuring = MeasuringWork(most: 2 * Self.limit)
        let fitted = Layout(context).fitted(tree, measuring, width: width, height: height)
        // What was begun is finished, such as the lines of one long text.
        #expect(measuring.spent < 5 * Self.limit, "\(width): \(measuring.spent)")
        guard fitted.isNotice else { continue }
        let words = Self.words(fitted.view)
        #expect(words.contains("This view is too much"), "\(words)")
        if height == nil { #expect(words.contains("100,000") && words.contains("show fewer views"), "\(words)") }
        let again = Layout(context).fitted(tree, MeasuringWork(most: 2 * Self.limit), width: width, height: height)
        #expect(again == fitted)
      }
    }
  }

  private static func words(_ view: LaidOutView) -> String {
    (view.lines.map(\.text) + view.children.map(words)).joined(separator: " ")
  }

  private static let limit = 5000

  @Test("large usual views are far from the limit")
  func usual() {
    let row = { (index: Int) in hstack(text("Row \(index)"), spacer(), text("12:05"), view(.icon("star"))) }
    let list = view(.vstack, (0..<900).map(row))
    let columns = view(.hstack, (0..<6).map { column in view(.vstack, (0..<120).map { row($0 * column) }) })
    for context in Self.contexts {
      for view in [list, columns] {
        #expect(spent(view, Size(width: 306, height: 320), context) < MeasuringWork.most * 3 / 4)
      }
    }
  }
}
