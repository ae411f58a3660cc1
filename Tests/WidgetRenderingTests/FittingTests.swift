import Testing
import WidgetModel

@testable import WidgetRendering

/// Numbers, buttons and backgrounds without enough space, and cards of one line.
@Suite struct FittingTests {
  /// Letters half as wide as the font is high.
  private struct Measurer: TextMeasurer {
    func measure(_ text: String, font: ResolvedFont) -> TextExtent {
      TextExtent(width: Double(text.count) * font.size / 2, height: font.size * 1.2, ascent: font.size)
    }
  }

  private func laidOut(_ view: ViewNode, width: Double, height: Double? = nil, textSize: TextSize = .large) -> LaidOutView {
    var context = LayoutContext(measurer: Measurer(), metrics: .points, textSize: textSize)
    context.scalesContent = false
    return Layout(context).layout(view, width: width, height: height)
  }

  /// The texts from left to right, and the font of each.
  private func texts(_ view: LaidOutView) -> [String] {
    view.lines.map(\.text).filter { !$0.isEmpty } + view.children.flatMap(texts)
  }

  @Test(
    "a text is a figure if it is a number, a price or a time",
    arguments: [
      ("12:05", true), ("192.5 kWh", true), ("-3.5 %", true), ("$1,204.50", true), ("+1.24%", true), ("€ 12", true),
      ("14°", true),
      ("Gate 12", false), ("LY315", false), ("", false), ("—", false), ("12 monkeys in a row", false), ("no", false),
    ])
  func recognizesNumbers(_ text: String, _ isFigure: Bool) { #expect(FigureText.isFigure(text) == isFigure) }

  @Test("a number becomes smaller rather than truncated, also on one line")
  func numbers() {
    let number = text("192.53") { $0.lineLimit = 1 }
    let view = laidOut(number, width: 40)
    #expect(view.lines.map(\.text) == ["192.53"] && view.style.font.size < 17)
    let unit = laidOut(text("192.5 kWh"), width: 60)
    #expect(unit.lines.map(\.text) == ["192.5 kWh"])
  }

  @Test("a priority inside a column counts in the row around it")
  func nestedPriority() {
    let left = vstack(text("House"), text("1,203.7 kWh") { $0.priority = 1 })
    let right = vstack(text("A long description"), text("beside the number"))
    let row = laidOut(hstack(right, left), width: 150)
    #expect(texts(row).contains("1,203.7 kWh"))
  }

  @Test("a time in a longer text is left out rather than cut")
  func times() { expectLayout(text("on 12:05"), width: 32, "|on  |\n|…   |") }

  @Test("a background disappears with its content")
  func backgrounds() {
    let badge = text("+1.24%") {
      $0.background = .named(.green)
      $0.padding = EdgeInsets(all: 4)
    }
    let row = hstack(text("AAPL") { $0.priority = 2 }, text("192.53") { $0.priority = 1 }, badge)
    for width in stride(from: 10.0, through: 140, by: 5) {
      func check(_ view: LaidOutView) {
        if view.node.style.background != nil, view.frame.width > 0, view.frame.height > 0 {
          #expect(view.lines.contains { !$0.text.isEmpty && $0.frame.width > 0 }, "width \(width)")
        }
        view.children.forEach(check)
      }
      check(laidOut(row, width: width))
    }
  }

  @Test("a button without space for its title becomes its icon")
  func buttons() {
    let refresh = view(.button("Refresh now", icon: "arrow.clockwise"), action: 1)
    #expect(laidOut(refresh, width: 200).lines.map(\.text) == ["Refresh now"])
    let narrow = laidOut(refresh, width: 46)
    #expect(narrow.lines.isEmpty && narrow.symbol != nil && narrow.frame.width <= 46)
    let small = laidOut(view(.button("Details", icon: nil), action: 1), width: 60)
    #expect(small.lines.map(\.text) == ["Details"] && small.style.font.size < 17)
  }

  @Test("at an accessibility size a row that does not fit becomes a column")
  func columns() {
    let row = hstack(text("Departure"), spacer(), text("Arrival"))
    #expect(laidOut(row, width: 240).children.count == 3)
    let large = laidOut(row, width: 240, textSize: .accessibility3)
    #expect(large.children.count == 2 && large.children[1].frame.y >= large.children[0].frame.maxY)
    #expect(large.children.map(\.frame.x) == [0, 0])
  }

  @Test("an inline card shows the first line of a view as one row")
  func inlineRow() {
    let view = vstack(
      hstack(
        view(.icon("airplane")), vstack(text("LY315") { $0.font = .style(.largeTitle) }, text("on time")), spacer(), text("12:05")
      ),
      text("second line"))
    let row = InlineLine.row(view)
    #expect(row.children.compactMap(\.text) == ["LY315", "on time", "12:05"])
    #expect(row.children.allSatisfy { $0.style.font == nil })
    #expect(laidOut(row, width: 1000).frame.height <= 17 * 1.2)
  }

  @Test("an inline card of a failed widget has a warning sign and the reason, in one line")
  func inlineFailure() throws {
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    options.family = .inline
    let failed = snapshot(nil, failure: Failure(.reported, "the server did not respond"))
    let line = TextFormat().render(failed, in: Size(width: 640, height: 0), options: options)
    #expect(String(decoding: line, as: UTF8.self) == "⚠ failed: the server did not respond\n")
    let old = snapshot(text("14 °C"), failure: Failure(.reported, "no network"))
    let stale = TextFormat().render(old, in: Size(width: 640, height: 0), options: options)
    #expect(String(decoding: stale, as: UTF8.self) == "⚠ 14 °C\n")
  }

  @Test("a family's card shows a failure, or that there is no data, in the middle", arguments: WidgetFamily.allCases)
  func states(_ family: WidgetFamily) throws {
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    options.family = family
    let failed = CardContent(snapshot(nil, failure: Failure(.reported, "no network")), options: options)
    let body = try #require(failed.body)
    #expect(failed.footer == nil && body.contains { $0.content == .icon("exclamationmark.triangle.fill") })
    #expect(family == .circular || body.contains { $0.text == "failed: no network" })
    let new = try #require(CardContent(snapshot(nil), options: options).body)
    #expect(family == .circular || new.contains { $0.text == "No data yet" })
  }

  @Test("a circular card has its view in the middle, in a ui.card too")
  func circular() throws {
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    options.family = .circular
    let square = text("") { ($0.width, $0.height) = (40, 30) }
    for root in [square, view(.card(header: .hidden), [square])] {
      let body = try #require(CardContent(snapshot(root), options: options).body)
      func frames(_ view: LaidOutView) -> [Frame] { [view.frame] + view.children.flatMap(frames) }
      let last = frames(laidOut(body, width: 60, height: 60)).last
      #expect(last == Frame(x: 10, y: 15, width: 40, height: 30))
    }
  }
}

extension ViewNode {
  fileprivate func contains(_ isWanted: (ViewNode) -> Bool) -> Bool {
    isWanted(self) || children.contains { $0.contains(isWanted) }
  }
}
