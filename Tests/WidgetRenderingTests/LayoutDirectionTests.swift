import Testing
import WidgetModel

@testable import WidgetRendering

/// Right-to-left layouts: header, rows, icons, bars and alignment are mirrored together.
@Suite struct LayoutDirectionTests {
  private func rightToLeft(_ views: ViewNode..., edit: Edit = { _ in }) -> ViewNode {
    view(.vstack, views) {
      $0.layoutDirection = .rightToLeft
      edit(&$0)
    }
  }

  @Test("rows start at the right, and so do columns, icons and bars")
  func mirrored() {
    expectLayout(rightToLeft(hstack(text("שער"), spacer(), text("B42"))), width: 96, "|B42      שער|")
    expectLayout(rightToLeft(text("wide text"), text("short")), width: 96, "|   wide text|\n|       short|")
    expectLayout(rightToLeft(toggle("Wi-Fi", isOn: true)), width: 96, "|   Wi-Fi [x]|")
    expectLayout(rightToLeft(progress(0.5)), width: 80, "|░░░░░█████|")
    expectLayout(
      rightToLeft(view(.label("Rain", icon: "drop"))), width: 64,
      "|  Rain \(IconSet.icon("drop", style: .unicode).text(.utf8))|")
  }

  @Test("alignment is mirrored: trailing is left")
  func alignment() {
    expectLayout(rightToLeft(text("wide text"), text("x")) { $0.align = .trailing }, width: 96, "|wide text   |\n|x           |")
    expectLayout(rightToLeft(text("wide text"), text("x")) { $0.align = .center }, width: 72, "|wide text|\n|    x    |")
  }

  @Test("a view inside may have the other direction")
  func nested() {
    let inner = view(.hstack, [text("a"), text("b")]) { $0.layoutDirection = .leftToRight }
    expectLayout(rightToLeft(hstack(text("1"), inner, text("2"))), width: 64, "| 2 a b 1|")
    let outer = hstack(text("1"), view(.hstack, [text("a"), text("b")]) { $0.layoutDirection = .rightToLeft }, text("2"))
    expectLayout(outer, width: 64, "|1 b a 2 |")
  }

  @Test("a chart keeps its own direction")
  func chart() throws {
    let chart = view(.chart(Chart(.line, [ChartSeries([1, 2, 3])])))
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .points)
    let one = Layout(context).layout(vstack(chart), width: 300)
    let other = Layout(context).layout(rightToLeft(chart), width: 300)
    let (plain, mirrored) = (try #require(one.children.first?.chart), try #require(other.children.first?.chart))
    #expect(plain.plot == mirrored.plot && plain.texts == mirrored.texts && plain.series == mirrored.series)
  }

  @Test("the title of a card is at the right, its age at the left")
  func title() {
    var snapshot = snapshot(rightToLeft(text("שלום")), name: "Name", icon: "star")
    snapshot.updatedAt = 1000
    var options = RenderingOptions.test
    options.showsAge = true
    options.clock.now = 1180
    let lines = TerminalDrawing(snapshot, in: Size(width: 320, height: 0), options: options).canvas.lines
    let title = lines[0]
    let (age, name) = (title.firstRange(of: "3 min ago"), title.firstRange(of: "Name"))
    #expect(age != nil && name != nil && (age?.lowerBound ?? title.endIndex) < (name?.lowerBound ?? title.startIndex), "\(title)")
    #expect(title.hasSuffix("Name \(IconSet.icon("star", style: .unicode).text(.utf8)) ─╮"), "\(title)")
    #expect(lines.allSatisfy { GraphemeWidth.cells($0) == 40 })
  }

  @Test("a page has the direction")
  func page() {
    let html = String(
      decoding: HTMLFormat().render(snapshot(rightToLeft(text("x"))), in: Size(width: 0, height: 0), options: .test),
      as: UTF8.self)
    #expect(html.contains("dir=\"rtl\"") && html.contains("class=\"widget rtl\""))
    let plain = String(
      decoding: HTMLFormat().render(snapshot(vstack(text("x"))), in: Size(width: 0, height: 0), options: .test), as: UTF8.self)
    #expect(!plain.contains("dir=\"rtl\"") && !plain.contains("class=\"widget rtl\""))
  }
}
