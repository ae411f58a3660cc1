import Testing
import WidgetModel

@testable import WidgetRendering

/// Cells of several columns, and stacks whose children overlap.
@Suite struct GridSpanTests {
  private func wide(_ words: String, _ columns: Int) -> ViewNode {
    text(words) { $0.setEffect(\.columnSpan, to: columns) }
  }

  private func grid(_ cells: ViewNode..., columns: Int = 3) -> ViewNode {
    view(.grid(columns: Array(repeating: GridColumn(.fixed(40)), count: columns)), cells) { $0.spacing = 0 }
  }

  @Test("a cell takes its columns, and the next one follows it")
  func columns() {
    expectLayout(
      grid(wide("Mon Tue", 2), text("x"), text("a"), text("b"), text("c")), width: 120,
      """
      |Mon Tue   x    |
      |a    b    c    |
      """)
  }

  @Test("a cell that doesn't fit into its row begins the next one")
  func wraps() {
    expectLayout(
      grid(text("a"), text("b"), wide("two wide", 2), text("c")), width: 120,
      """
      |a    b         |
      |two wide  c    |
      """)
  }

  @Test("more columns than there are is all of them, and it doesn't widen a single column")
  func limits() {
    expectLayout(grid(wide("everything", 9)), width: 160, "|everything          |")
    let automatic = view(
      .grid(columns: [GridColumn(.automatic), GridColumn(.automatic)]), [wide("a long heading", 2), text("a"), text("b")])
    #expect(drawn(automatic, width: 160).contains("a b"))
  }

  @Test("negative spacing makes views overlap, not in cells")
  func overlap() {
    let row = hstack(text("aaaa"), text("bbbb")) { $0.spacing = -8 }
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    let views = Layout(context).layout(row, width: 300).children
    #expect(views[1].frame.x == views[0].frame.maxX - 8)
    let column = Layout(context).layout(vstack(text("a"), text("b")) { $0.spacing = -8 }, width: 300)
    #expect(column.children[1].frame.y == column.children[0].frame.maxY - 8)
    #expect(column.frame.height == column.children[1].frame.maxY)
    expectLayout(row, width: 80, "|aaaabbbb  |")
  }

  @Test("overlapping more than there is doesn't give a negative size")
  func extreme() {
    let row = hstack(text("aaa"), text("bb"), text("c")) { $0.spacing = -1000 }
    let view = Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)).layout(row, width: 300)
    #expect(view.children.allSatisfy { $0.frame.x >= 0 && $0.frame.maxX <= view.frame.maxX })
    #expect(view.frame.width > 0 && view.frame.height > 0)
  }

  @Test("a drawing is in the middle of its row, as other shapes are, and a lone text in the middle of a zstack with a size")
  func middles() {
    let layout = Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points))
    var drawing = view(.zstack, [view(.shape(.rectangle)) { ($0.width, $0.height) = (60, 6) }])
    (drawing.style.width, drawing.style.height, drawing.style.align) = (60, 6, .topLeading)
    let bar = view(.shape(.rectangle)) { ($0.width, $0.height) = (60, 6) }
    let columns = Array(repeating: GridColumn(.automatic), count: 3)
    let cells = layout.layout(
      view(.grid(columns: columns), [text("High") { $0.font = .style(.title) }, drawing, bar]), width: 300
    )
    .children
    #expect(cells[1].frame.y == cells[2].frame.y)
    let day = layout.layout(view(.zstack, [text("7")]) { ($0.width, $0.height) = (44, 44) }, width: 300).children[0].frame
    #expect(abs(day.x + day.width / 2 - 22) <= 1 && abs(day.y + day.height / 2 - 22) <= 1, "\(day)")
    let corner = view(.zstack, [text("7")]) { ($0.width, $0.height, $0.align) = (44, 44, .topLeading) }
    #expect(layout.layout(corner, width: 300).children[0].frame.x == 0)
  }

  @Test("right-to-left text beside other views is no wider than the other texts of its column, and has the direction it's given")
  func rightToLeftBeside() {
    let layout = Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points))
    let title = text("שלום")
    func column(_ title: ViewNode) -> LaidOutView {
      layout.layout(hstack(vstack(title, text("a longer subtitle")), spacer(), text("5")), width: 300).children[0]
    }
    #expect(column(title).frame.width < 200 && column(title).children[0].frame.x == 0)
    var turned = title
    turned.style.layoutDirection = .leftToRight
    #expect(layout.layout(vstack(turned), width: 300).children[0].lines[0].frame.x == 0)
    #expect(layout.layout(vstack(title), width: 300).children[0].lines[0].frame.x > 200)
  }
}
