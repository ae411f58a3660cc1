import Testing
import WidgetModel

@testable import WidgetRendering

/// Things that say little alone stay together: a day and its rows, an hour and its temperature, a title and what controls it.
@Suite struct TogetherTests {
  private static let sizes = [TextSize.large, .xxxLarge, .accessibility1]

  private static let days = [
    ("Fri 27 Nov", ["Stand-up 9:00", "Dinner 20:30"]), ("Sat 28 Nov", ["Market", "Stand-up 9:15"]),
    ("Sun 29 Nov", ["Stand-up 9:30"]),
    ("30 Nov", ["Stand-up 9:45", "Review 14:00", "Call 17:00"]),
  ]

  private static func heading(_ day: String) -> ViewNode {
    text(day) { ($0.font, $0.weight) = (.style(.caption), .bold) }
  }

  private static func rows(_ events: [String]) -> [ViewNode] {
    events.map { event in
      let parts = event.split(separator: " ").map(String.init)
      return hstack(text(parts[0]), spacer(), text(parts.count > 1 ? parts[1] : "all day") { $0.font = .style(.caption) })
    }
  }

  private static let agendas = [
    view(.vstack, days.flatMap { [heading($0.0)] + rows($0.1) }),
    view(.vstack, days.map { view(.vstack, [heading($0.0)] + rows($0.1)) }),
  ]

  /// The agenda's texts, in a day's order.
  private static let all = days.flatMap {
    [$0.0]
      + $0.1.flatMap { event in
        let parts = event.split(separator: " ").map(String.init)
        return parts.count > 1 ? parts : [event, "all day"]
      }
  }

  @Test("an agenda loses its rows from the end, and a day its name with its last row", arguments: TogetherTests.sizes)
  func agenda(_ textSize: TextSize) {
    let names = Set(Self.days.map(\.0))
    for (index, agenda) in Self.agendas.enumerated() {
      for height in stride(from: 64.0, through: 320, by: 12) {
        let shown = texts(fitted(agenda, width: 306, height: height, textSize: textSize).view)
        #expect(Self.all.starts(with: shown) && names.isDisjoint(with: shown.suffix(1)), "\(index) \(height): \(shown)")
      }
      let root = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).layout(agenda, width: 200, height: 96)
      #expect(texts(root) == Array(Self.all.prefix(10)), "\(texts(root))")
    }
  }

  /// Hours beside each other, in a grid or a row.
  private static func hours(_ content: ViewContent) -> ViewNode {
    view(
      content,
      (18...23).map { hour in
        view(
          .vstack,
          [
            text("\(hour)") { $0.font = .style(.caption2) }, view(.icon("cloud.rain")),
            text("\(hour - 14)°") { $0.font = .style(.footnote) },
          ]
        ) { $0.align = .center }
      })
  }

  @Test("temperatures are never without their hours", arguments: TogetherTests.sizes)
  func hours(_ textSize: TextSize) {
    let now = hstack(
      vstack(
        text("Bergen") { $0.font = .style(.headline) }, text("5°") { $0.font = .custom(size: 40, weight: .light, design: nil) }),
      spacer(), vstack(view(.icon("cloud.rain")) { $0.font = .style(.title) }, text("Light rain") { $0.font = .style(.caption) }))
    let grid = Self.hours(.grid(columns: Array(repeating: GridColumn(), count: 6)))
    for strip in [grid, Self.hours(.hstack)] {
      for root in [strip, vstack(now, strip)] {
        for width in [140.0, 306] {
          for height in stride(from: 20.0, through: 130, by: 10) {
            let shown = texts(fitted(root, width: width, height: height, textSize: textSize).view)
            #expect(!shown.isEmpty)
            let names = shown.compactMap(Int.init)
            let temperatures = shown.filter { $0.hasSuffix("°") }.dropFirst(root == strip ? 0 : 1)
            #expect(names.map { "\($0 - 14)°" } == Array(temperatures), "\(width) x \(height): \(shown)")
          }
        }
      }
    }
  }

  @Test("the title of what's playing stays longer than its controls", arguments: TogetherTests.sizes)
  func title(_ textSize: TextSize) {
    let cover = view(.image(.reference("cover.png"), mode: .fit)) { ($0.width, $0.height) = (64, 64) }
    let title = hstack(
      cover,
      vstack(
        text("Harbour Lights") { ($0.font, $0.lineLimit) = (.style(.headline), 1) },
        text("Alma – The Ferry Sessions") { ($0.font, $0.lineLimit) = (.style(.caption), 1) }), spacer())
    let buttons = hstack(spacer(), button("Back"), button("Play"), button("Next"), spacer())
    var slider = InputField(.slider)
    (slider.label, slider.number) = ("Volume", 0.6)
    let volume = ViewNode(.field(slider), children: slider.parts())
    let media = view(.vstack, [title, progress(0.3), buttons, volume])
    for height in stride(from: 50.0, through: 130, by: 10) {
      let shown = texts(fitted(media, width: 140, height: height, textSize: textSize).view)
      #expect(shown.contains { $0.hasPrefix("Harb") }, "\(height): \(shown)")
    }
  }

  private static func dateField(_ style: InputField.DateParts) -> ViewNode {
    var field = InputField(.date)
    (field.label, field.dateStyle, field.number, field.text) = ("At", style, 1_795_770_000, "2026-11-27T09:00:00")
    return ViewNode(.field(field), children: field.parts())
  }

  @Test("a date field's value stays longest, then its label, and a part of it is never shown")
  func dates() {
    let layout = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells))
    for style in InputField.DateParts.allCases {
      let field = Self.dateField(style)
      let all = texts(layout.layout(field, width: 800))
      let values = all.filter { $0.count > 3 }
      for width in stride(from: 800.0, through: 120, by: -8) {
        let shown = texts(layout.layout(field, width: width))
        #expect(!shown.isEmpty && shown.first.map { ["At", values[0]].contains($0) } == true, "\(width): \(shown)")
        #expect(shown.allSatisfy(all.contains), "\(width): \(shown)")
        if shown.contains("›") { #expect(Set(values).isSubset(of: shown), "\(width): \(shown)") }
      }
      let small = texts(fitted(field, width: 126).view)
      #expect(Set(values).isSubset(of: small), "\(small)")
    }
  }

  @Test("texts of a row are a cell apart, and a narrow strip has fewer hours")
  func cells() {
    for strip in [Self.hours(.grid(columns: Array(repeating: GridColumn(), count: 6))), Self.hours(.hstack)] {
      let layout = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells))
      for width in stride(from: 48.0, through: 200, by: 8) {
        let shown = leaves(layout.layout(strip, width: width))
        let hours = drawnFrames(layout.layout(strip, width: width)).filter { $0.y == 0 }.sorted { $0.x < $1.x }
        for (one, next) in zip(hours, hours.dropFirst()) { #expect(one.maxX + 8 <= next.x, "\(width): \(hours)") }
        let words = shown.flatMap(\.lines).map(\.text)
        #expect(words.compactMap(Int.init).map { "\($0 - 14)°" } == words.filter { $0.hasSuffix("°") }, "\(width): \(words)")
      }
    }
    let row = hstack(text("main"), spacer(), text("6 min 52 s"))
    expectLayout(row, width: 120, "|main 6 min 52 s|")
  }
}
