import Testing
import WidgetModel

@testable import WidgetRendering

/// Rows and columns made alike lose the same parts, and their texts have one size.
@Suite struct EqualViewsTests {
  private func placed(_ view: LaidOutView, scale: Double = 1) -> [(view: LaidOutView, scale: Double)] {
    [(view, scale)] + view.children.flatMap { placed($0, scale: scale * view.scale) }
  }

  /// The sizes on the card of the texts with one of these words.
  private func sizes(_ root: LaidOutView, _ words: Set<String>) -> [Double] {
    placed(root).filter { words.contains($0.view.lines.first?.text ?? "") }
      .map { ($0.view.style.font.size * $0.scale * 100).rounded() / 100 }
  }

  private func caption(_ words: String) -> ViewNode { text(words) { ($0.font, $0.lineLimit) = (.style(.caption), 1) } }

  private func tile(_ name: String, _ state: String) -> ViewNode {
    view(.vstack, [view(.icon("star")) { $0.font = .style(.title3) }, caption(name), caption(state)]) {
      ($0.spacing, $0.padding, $0.background) = (2, EdgeInsets(all: 8), .named(.blue))
      $0.maxWidth = .infinity
    }
  }

  private static let cards = [(126.0, TextSize.large), (126, .xxxLarge), (306, .large), (306, .xxxLarge), (306, .accessibility1)]

  @Test(
    "tiles above controls lose rows, never everything, and the tiles of a row the same parts", arguments: EqualViewsTests.cards)
  func tiles(_ width: Double, _ textSize: TextSize) {
    let states = [("Lamp", "80 %"), ("Door", "Shut"), ("Fan", "Off"), ("Blind", "40 %"), ("Car", "67 %"), ("Wash", "18 min")]
    let grid = view(.grid(columns: Array(repeating: GridColumn(), count: 3)), states.map { tile($0, $1) })
    let controls = ["Alarm", "Garden", "Sprinkler"].map { toggle($0, isOn: true) }
    let root = fitted(view(.vstack, [grid] + controls), width: width, textSize: textSize).view
    let shown = texts(root)
    #expect(!Set(controls.compactMap(\.text)).isDisjoint(with: shown) || shown.contains("Alarm"), "\(shown)")
    let names = states.prefix(3).count { shown.contains($0.0) }
    let values = states.prefix(3).count { shown.contains($0.1) }
    #expect(names == 0 || names == 3, "\(shown)")
    #expect(values == 0 || values == 3, "\(shown)")
    #expect(names + values > 0, "\(shown)")
  }

  @Test("departures lose the last ones, and no destinations", arguments: [TextSize.large, .xxxLarge, .accessibility1])
  func departures(_ textSize: TextSize) {
    let trains = [("14:05", "Frankfurt"), ("14:20", "Paris"), ("14:35", "Amsterdam"), ("14:50", "Wien")]
    let rows = trains.map { time, place in
      vstack(hstack(text(time), spacer(), text("A12")), text(place) { $0.font = .style(.footnote) })
    }
    for height in stride(from: 60.0, through: 200, by: 10) {
      let shown = texts(fitted(view(.vstack, rows), height: height, textSize: textSize).view)
      for (time, place) in trains { #expect(shown.contains(time) == shown.contains(place), "\(height): \(shown)") }
      #expect(shown.first == "14:05")
    }
  }

  @Test("a month of stacks keeps all days, in one size and apart from each other")
  func month() {
    let days = (1...30).map { day in
      vstack(text("\(day)") { ($0.font, $0.minWidth) = (.style(.caption2), 18) }) { $0.align = .center }
    }
    let columns = Array(repeating: GridColumn(.flexible, align: .center), count: 7)
    let grid = view(.grid(columns: columns), days) { $0.spacing = 2 }
    for textSize in [TextSize.large, .xxxLarge, .accessibility1] {
      let root = fitted(vstack(text("June"), grid), textSize: textSize).view
      let sizes = sizes(root, Set((1...30).map(String.init)))
      #expect(sizes.count == 30 && Set(sizes).count == 1, "\(textSize): \(sizes)")
      let frames = drawnFrames(root).suffix(30)
      for (left, right) in zip(frames, frames.dropFirst()) where abs(left.y - right.y) < 1 {
        #expect(right.x - left.maxX > 1.2, "\(textSize)")
      }
    }
  }

  @Test("texts with a fixed width have one size, and the card isn't smaller because of them")
  func fixedWidth() {
    let gates = ["A12", "B03", "C21", "A0"]
    let rows = gates.map { gate in hstack(text("Rome"), spacer(), text(gate) { ($0.font, $0.width) = (.style(.headline), 20) }) }
    let root = fitted(view(.vstack, rows), height: 200, textSize: .xxxLarge).view
    #expect(root.scale == 1 && Set(sizes(root, Set(gates))).count == 1 && sizes(root, Set(gates)).count == 4)
    #expect(sizes(root, ["Rome"]).allSatisfy { $0 == TextStyle.body.size(at: .xxxLarge) })
  }

  @Test("the names of a table's columns, badges and the readings of gauges have one size")
  func others() {
    let cells = ["Club", "P", "W", "Points"] + (0..<3).flatMap { ["Team \($0)", "28", "19", "61"] }
    let columns = [GridColumn(.flexible)] + Array(repeating: GridColumn(.fixed(24)), count: 3)
    let table = fitted(view(.grid(columns: columns), cells.map { text($0) })).view
    #expect(Set(sizes(table, ["P", "W", "Points"])).count == 1)
    let badges = ["Monday", "Wednesday", "Fri"].map { name in text(name) { $0.background = .named(.green) } }
    let row = fitted(view(.hstack, badges), textSize: .xxxLarge).view
    #expect(Set(sizes(row, ["Monday", "Wednesday", "Fri"])).count == 1)
    let gauges = ["62", "97 %"].map { view(.gauge(Gauge(0.4, text: "x", valueText: $0, shape: .circle))) }
    let readings = placed(fitted(view(.hstack, gauges), width: 306, textSize: .accessibility1).view)
      .flatMap(\.view.lines).filter { ["62", "97 %"].contains($0.text) }
    #expect(readings.count == 2 && readings[0].font?.size == readings[1].font?.size)
  }

  @Test("a label doesn't get smaller with the value beside it")
  func labels() {
    let row = hstack(text("Rome"), spacer(), text("12:05") { $0.width = 20 })
    let root = fitted(vstack(row, row)).view
    #expect(sizes(root, ["Rome"]) == [17, 17] && Set(sizes(root, ["12:05"])).count == 1)
  }
}
