import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

@Suite struct LayoutPropertyTests {
  private static let cells = LayoutContext(measurer: CellMeasurer(), metrics: .cells)
  /// Sums of its lengths are exact.
  private static let quarters = unscaled(QuarterMeasurer())
  private static let points = unscaled(SlantedMeasurer())

  /// Without scaling, which would hide most of what a layout has to decide.
  private static func unscaled(_ measurer: some TextMeasurer) -> LayoutContext {
    var context = LayoutContext(measurer: measurer, metrics: .points)
    context.scalesContent = false
    return context
  }

  @Test("no view exceeds its proposal, and views of a stack never overlap", arguments: 0..<120)
  func randomTrees(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let tree = randomView(&generator, depth: 6)
    for width in [0.0, 8, 40, 160, 640] {
      for height in [nil, 16, 160] as [Double?] {
        for context in [Self.cells, Self.points] {
          let maxHeight = seed % 2 == 0 ? 320 : Double.infinity
          let root = Layout(context).layout(tree, width: width, height: height, maxHeight: maxHeight)
          if tree.style.effects?.offset != nil { continue }
          #expect(root.frame.maxX <= width + 0.001 && root.frame.maxY <= min(height ?? .infinity, maxHeight) + 0.001)
          expectOrder(root, onGrid: context.metrics.quantum != nil)
        }
      }
    }
  }

  /// Where the height is limited, the two may compress spacing differently.
  @Test("a layout that reuses measurements is the same as one that measures every proposal", arguments: 0..<120)
  func reuse(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let trees = [randomView(&generator, depth: 6), usualView(&generator, depth: 4)]
    for tree in trees {
      for width in [0.0, 8, 40, 160, 320, 640] {
        for context in [Self.cells, Self.quarters] {
          var measured = context
          measured.reusesMeasurements = false
          let one = Layout(context).layout(tree, width: width)
          let other = Layout(measured).layout(tree, width: width)
          #expect(frames(one) == frames(other), "width \(width)")
        }
      }
    }
  }

  @Test("a card is never blank, and a text is whole or has an ellipsis, at any size and text size", arguments: 0..<80)
  func cards(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 5000)
    let tree = usualView(&generator, depth: 4)
    let sizes = [
      Size(width: 126, height: 100), Size(width: 306, height: 100), Size(width: 64, height: 60), Size(width: 160, height: 44),
    ]
    // Cells have one text size.
    let contexts =
      [Self.cells]
      + [TextSize.xSmall, .xxxLarge, .accessibility5].map { textSize in
        var context = Self.points
        context.textSize = textSize
        context.scalesContent = textSize != .xSmall
        return context
      }
    for context in contexts {
      let layout = Layout(context)
      let hasContent = layout.layout(tree, width: 2000).showsContent
      for size in sizes {
        let root = layout.layout(tree, width: size.width, height: size.height)
        if root.frame.maxX > size.width + 0.001 || root.frame.maxY > size.height + 0.001 { Issue.record("leaves \(size)") }
        expectOrder(root, onGrid: context.metrics.quantum != nil, rowsMayBeColumns: context.textSize.isAccessibility)
        expectWholeTexts(root)
        guard hasContent, !root.showsContent else { continue }
        let line = layout.layout(layout.firstLine(of: tree), width: size.width, maxHeight: size.height)
        #expect(line.showsContent, "blank at \(size), \(context.textSize)")
      }
    }
  }

  /// Checks that shown texts are whole, or have an ellipsis where they're cut.
  private func expectWholeTexts(_ view: LaidOutView) {
    if let text = view.node.text, !view.lines.isEmpty, view.contentFrame.width >= 3 * view.style.font.size {
      func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
      let shown = letters(view.lines.map(\.text).joined())
      if !shown.contains("…"), shown != letters(text) { Issue.record("\(shown) of \(text) in \(view.frame)") }
    }
    view.children.forEach(expectWholeTexts)
  }

  /// Where everything is drawn, one line per view. Comparing the views would fail for fields that aren't numbers.
  private func frames(_ view: LaidOutView, indent: String = "") -> String {
    let lines = view.lines.map { "\($0.text.debugDescription) \($0.frame)" }.joined(separator: ", ")
    let own = "\(indent)\(view.node.content.kind) \(view.frame), \(view.contentFrame): \(lines)\n"
    return own + view.children.map { frames($0, indent: indent + "  ") }.joined()
  }

  private func expectOrder(_ view: LaidOutView, onGrid: Bool, rowsMayBeColumns: Bool = false) {
    var frame = view.frame
    // The child of a view drawn smaller is relative to its corner.
    if view.scale != 1 { frame = Frame(x: 0, y: 0, width: frame.width / view.scale, height: frame.height / view.scale) }
    if ![frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite) || frame.width < 0 || frame.height < 0 {
      Issue.record("\(frame)")
    }
    if onGrid,
      [frame.x, frame.width].contains(where: { $0 != ($0 / 8).rounded() * 8 })
        || [frame.y, frame.height].contains(where: { $0 != ($0 / 16).rounded() * 16 })
    {
      Issue.record("off the grid: \(frame)")
    }
    for (index, child) in view.children.enumerated() {
      // It's moved after the layout.
      if child.node.style.effects?.offset != nil { continue }
      if child.frame.x < frame.x - 0.001 || child.frame.maxX > frame.maxX + 0.001 || child.frame.y < frame.y - 0.001
        || child.frame.maxY > frame.maxY + 0.001
      {
        Issue.record("\(child.node.content) at \(child.frame) leaves \(frame)")
      }
      for other in view.children.dropFirst(index + 1) where other.node.style.effects?.offset == nil {
        let isBeside = child.frame.maxX <= other.frame.x + 0.001
        let isBelow = child.frame.maxY <= other.frame.y + 0.001
        let isApart =
          switch view.node.content {
          case .hstack, .field: isBeside || child.frame.x >= other.frame.maxX - 0.001 || rowsMayBeColumns && isBelow
          case .zstack, .overlay: true
          // A later cell may be in a column further left, but then it's in a lower row.
          case .grid:
            isBelow || isBeside || child.frame.x >= other.frame.maxX - 0.001 || other.frame.width == 0 || other.frame.height == 0
              || child.frame.width == 0
          default: isBelow
          }
        // Negative spacing asks for it.
        if !isApart, view.node.style.spacing ?? 0 >= 0 { Issue.record("\(child.frame) overlaps \(other.frame)") }
      }
      expectOrder(child, onGrid: onGrid, rowsMayBeColumns: rowsMayBeColumns)
    }
    for part in view.lines.map(\.frame) + [view.symbol?.frame, view.indicator, view.chart?.plot].compactMap({ $0 })
    where part.width > 0 && part.height > 0 && !isInside(part, frame) { Issue.record("\(part) leaves \(frame): \(view.node)") }
    for part in view.chart?.texts ?? [] where !isInside(part.frame, view.contentFrame) {
      Issue.record("label \(part) leaves \(view.contentFrame): \(view.node)")
    }
    for key in view.chart?.keys ?? [] where !isInside(key.frame, view.contentFrame) {
      Issue.record("key \(key) leaves \(view.contentFrame): \(view.node)")
    }
    for point in view.chart?.series.flatMap(\.points) ?? [] {
      if let point, !(0...1).contains(point.x) || !(0...1).contains(point.y) { Issue.record("\(point)") }
    }
    for bar in view.chart?.series.flatMap(\.bars) ?? []
    where !(0...1).contains(bar.y) || bar.left < -0.001 || bar.right > 1.001 || bar.left > bar.right { Issue.record("\(bar)") }
  }

  private func isInside(_ part: Frame, _ frame: Frame) -> Bool {
    part.x >= frame.x - 0.001 && part.maxX <= frame.maxX + 0.001 && part.y >= frame.y - 0.001 && part.maxY <= frame.maxY + 0.001
  }

  @Test("every line of every drawing has the same number of cells", arguments: 0..<100)
  func drawings(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed) &+ 1000)
    let snapshot = snapshot(randomView(&generator, depth: 5))
    for columns in [1, 3, 4, 7, 12, 33, 80] {
      let drawing = TerminalDrawing(
        snapshot, in: Size(width: Double(columns) * 8, height: seed % 3 == 0 ? 160 : 0), options: .test)
      #expect(drawing.canvas.lines.allSatisfy { GraphemeWidth.cells($0) == columns })
      #expect(drawing.controls.allSatisfy { !$0.frame.isEmpty && $0.frame.columns.upperBound <= columns })
    }
  }

  @Test("layout time is linear in the number of nested stacks")
  func depth() {
    for isMixed in [false, true] {
      var tree = hstack(text("a b c"), spacer(), progress(0.5))
      for level in 0..<40 {
        let children = [tree, text("beside a long text"), spacer(), divider()]
        tree = view(isMixed && level % 2 == 0 ? .vstack : .hstack, children) { $0.padding = EdgeInsets(all: 1) }
      }
      let counter = CountingMeasurer()
      let context = LayoutContext(measurer: counter, metrics: .cells)
      _ = Layout(context).layout(tree, width: 2000, height: 2000)
      // About 80 texts: a layout doubling its work with each level would measure 10^12 of them.
      #expect(counter.count < 100_000)
    }
  }

  @Test("the views in nested containers never overlap, whatever their size fields", arguments: [false, true])
  func mixedDepth(hasSizes: Bool) {
    let kinds: [ViewContent] = [
      .grid(columns: [GridColumn(.automatic), GridColumn()]), .zstack, .hstack, .grid(columns: [GridColumn(), GridColumn()]),
      .vstack,
      .private,
    ]
    var tree = hstack(text("a b c"), view(.chart(Chart(.line, [ChartSeries([1, 2])]))), view(.gauge(Gauge(0.5, text: "x"))))
    for level in 0..<30 {
      tree = view(kinds[level % kinds.count], [tree, text("beside a long text"), spacer()]) {
        $0.border = .named(.red)
        guard hasSizes else { return }
        if level % 3 == 0 { $0.aspectRatio = 1.5 }
        if level % 4 == 1 { $0.minWidth = 300 + Double(level) * 8 }
        if level % 5 == 2 { $0.minHeight = 200 + Double(level) * 8 }
        if level % 7 == 3 { $0.maxWidth = 100_000 }
      }
    }
    let counter = CountingMeasurer()
    let layout = Layout(LayoutContext(measurer: counter, metrics: .points))
    _ = layout.layout(tree, width: 2000)
    _ = layout.layout(tree, width: 2000, height: 2000)
    #expect(counter.count < 200_000)
  }

  @Test("a tree that is too deep or too large is cut")
  func excess() {
    var deep = text("x")
    for _ in 0..<500 { deep = vstack(deep) }
    _ = drawn(deep, width: 80)
    let wide = view(.vstack, Array(repeating: text("x"), count: 10_000))
    #expect(drawn(wide, width: 80).split(separator: "\n").count <= 1000)
  }
}

/// A proportional font: letters of different widths, which aren't on a grid.
private struct SlantedMeasurer: TextMeasurer {
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    let width = text.unicodeScalars.reduce(0.0) { $0 + font.size * (0.3 + Double($1.value % 7) * 0.1) }
    return TextExtent(width: width, height: font.size * 1.2, ascent: font.size)
  }
}

/// Every scalar is a number of quarters of a point wide.
private struct QuarterMeasurer: TextMeasurer {
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    func quarters(_ length: Double) -> Double { (length * 4).rounded() / 4 }
    let width = text.unicodeScalars.reduce(0.0) { $0 + quarters(font.size * (0.3 + Double($1.value % 7) * 0.1)) }
    return TextExtent(width: width, height: quarters(font.size * 1.2), ascent: quarters(font.size))
  }
}

/// Counts its calls. One layout runs on one thread.
private final class CountingMeasurer: TextMeasurer, @unchecked Sendable {
  private(set) var count = 0

  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    count += 1
    return CellMeasurer().measure(text, font: font)
  }
}
