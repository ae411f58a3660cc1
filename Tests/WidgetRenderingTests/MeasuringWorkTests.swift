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
      var fitting = Fitting(tree, Layout(context), width: size.width, height: size.height, limit: .infinity, measuring)
      let result = fitting.result()
      // Those begun when it's spent are finished, and so are views without any inside.
      #expect(measuring.spent <= 3 * Self.limit, "\(measuring.spent)")
      let view = result.element.place(result.measurement, x: 0, y: 0)
      let isInside = view.frame.maxX * result.scale <= size.width + 0.01 && view.frame.maxY * result.scale <= size.height + 0.01
      #expect(isInside && view.showsContent)
    }
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
