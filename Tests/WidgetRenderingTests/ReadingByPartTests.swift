import Testing
import WidgetModel
import WidgetRendering

/// Tables and strips as Markdown and as speech.
@Suite struct ReadingByPartTests {
  private func markdown(_ view: ViewNode) -> String {
    String(decoding: MarkdownFormat().render(snapshot(view), in: .zero, options: .test), as: UTF8.self)
  }

  private func spoken(_ view: ViewNode) -> String {
    String(decoding: SpokenFormat().render(snapshot(view), in: .zero, options: .test), as: UTF8.self)
  }

  private let grid = view(
    .grid(columns: [GridColumn(), GridColumn()]), [text("S7"), text("12:05"), text("RE1"), text("12:11")])

  @Test("a grid in a row keeps its rows")
  func gridInRow() {
    let row = hstack(text("Trains"), grid)
    #expect(spoken(row).contains("Trains\nS7, 12:05\nRE1, 12:11\n"), "\(spoken(row))")
    #expect(markdown(row).contains("| S7 | 12:05 |\n| RE1 | 12:11 |"), "\(markdown(row))")
  }

  @Test("a strip is read column by column")
  func strip() {
    let strip = hstack(vstack(text("Mon"), text("14°")), vstack(text("Tue"), text("15°")), vstack(text("Wed"), text("9°")))
    #expect(spoken(strip).contains("Mon, 14°\nTue, 15°\nWed, 9°\n"), "\(spoken(strip))")
    #expect(markdown(strip).contains("- Mon · 14°\n- Tue · 15°\n- Wed · 9°"), "\(markdown(strip))")
  }

  @Test("two columns with space between are a name and its value")
  func nameAndValue() {
    let row = hstack(vstack(text("AAPL"), text("Apple")), spacer(), vstack(text("190"), text("+1 %")))
    #expect(spoken(row).contains("AAPL, Apple: 190, +1 %\n"), "\(spoken(row))")
  }

  @Test("the cells of a table are told apart if they have several parts")
  func cells() {
    let days = view(
      .grid(columns: [GridColumn(), GridColumn()]), [vstack(text("Mon"), text("14°")), vstack(text("Tue"), text("15°"))])
    #expect(spoken(days).contains("Mon, 14°; Tue, 15°\n"), "\(spoken(days))")
  }

  @Test("a cell of several columns has a row's cells after it")
  func spans() {
    var wide = text("All day")
    wide.style.setEffect(\.columnSpan, to: 2)
    let table = view(.grid(columns: [GridColumn(), GridColumn()]), [text("9:00"), wide, text("10:00"), text("Call")])
    #expect(markdown(table).contains("| 9:00 |   |\n| All day |   |\n| 10:00 | Call |"), "\(markdown(table))")
  }

  @Test("decoration is neither read nor shown as text")
  func decoration() {
    func decorated(_ node: ViewNode) -> ViewNode {
      var node = node
      node.style.setEffect(\.isDecorative, to: true)
      return node
    }
    let card = vstack(
      decorated(view(.image(.reference("sea.png"), mode: .fit))), decorated(hstack(text("✦"), text("★"))), text("Words"))
    #expect(spoken(card) == "Test\nWords\n")
    #expect(!markdown(card).contains("★") && !markdown(card).contains("sea"))
    #expect(!drawn(card, width: 80).contains("sea"))
    let page = String(
      decoding: HTMLFormat().render(snapshot(card), in: Size(width: 200, height: 0), options: .test), as: UTF8.self)
    #expect(page.contains(#"<div class="row" aria-hidden="true">"#), "\(page)")
  }
}
