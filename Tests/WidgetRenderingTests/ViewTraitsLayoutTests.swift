import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

/// Each kind's traits against the layout of a sample of it.
@Suite struct ViewTraitsLayoutTests {
  private static let context = LayoutContext(measurer: CellMeasurer(), metrics: .cells)

  private func layout(_ kind: ViewKind, width: Double) -> LaidOutView {
    Layout(Self.context).layout(kind.sample, width: width, maxHeight: 320)
  }

  @Test("a view that is laid out as text has lines or an icon", arguments: ViewKind.allCases.filter { $0.traits.contains(.text) })
  func text(_ kind: ViewKind) {
    let view = layout(kind, width: 320)
    #expect(!view.lines.isEmpty || view.symbol != nil)
    #expect(kind.traits.contains(.words) == (kind != .activityIndicator && !view.lines.isEmpty))
  }

  @Test("the traits of the width are those of the layout", arguments: ViewKind.allCases.filter { $0.traits.axis == nil })
  func width(_ kind: ViewKind) {
    var budget = LayoutElement.Budget()
    let element = LayoutElement(kind.sample, inheriting: ResolvedStyle(textSize: .large), in: nil, .init(Self.context), &budget)
    #expect(element.expandsHorizontally == (kind.sample.content.fillsWidth || kind == .divider))
    let (narrow, wide) = (layout(kind, width: 320).frame, layout(kind, width: 640).frame)
    if kind.traits.contains(.naturalSize) { #expect(element.hasNaturalSize) }
    if kind.sample.content.fillsWidth { #expect(wide.width >= narrow.width) }
  }

  @Test("only a blank view shows nothing", arguments: ViewKind.allCases)
  func blank(_ kind: ViewKind) {
    let view = layout(kind, width: 320)
    let showsSomething = { (view: LaidOutView) in
      !view.lines.isEmpty || view.symbol != nil || view.indicator != nil || view.chart != nil
    }
    let isDrawn = showsSomething(view) || view.children.contains(where: showsSomething)
    let hasOwnDrawing = kind.traits.contains(.scales) || kind.traits.contains(.separator)
    #expect(kind.traits.contains(.blank) ? !isDrawn : isDrawn || hasOwnDrawing)
  }
}
