import Testing
import WidgetModel

@testable import WidgetRendering

/// Rows below each other that are too wide: what gets smaller, and how.
@Suite struct EqualRowsTests {
  private static let sizes = [TextSize.large, .xxxLarge, .accessibility1]
  private static let spaces = [Size(width: 126, height: 100), Size(width: 306, height: 100), Size(width: 180, height: 260)]

  private func placed(_ view: LaidOutView, scale: Double = 1) -> [(view: LaidOutView, scale: Double)] {
    [(view, scale)] + view.children.flatMap { placed($0, scale: scale * view.scale) }
  }

  /// The rows with texts, and the scale they're drawn at.
  private func rows(_ view: LaidOutView) -> [(view: LaidOutView, scale: Double)] {
    placed(view).filter { row in
      guard case .hstack = row.view.node.content else { return false }
      return row.view.children.contains { $0.node.text != nil }
    }
  }

  private static let board = view(
    .vstack,
    [("12:05", "Potsdam Hbf", "S7"), ("12:09", "Ostkreuz", "RE1"), ("12:14", "Flughafen BER", "FEX"), ("12:21", "Bernau", "S2")]
      .map { time, place, line in
        hstack(
          text(time) { $0.weight = .semibold }, text(place) { $0.lineLimit = 1 }, spacer(),
          text(line) { ($0.font, $0.background, $0.cornerRadius) = (.style(.caption), .named(.blue), 4) })
      })

  private static let pairs = view(
    .vstack,
    [("Temperature", "21.5 °C"), ("Pressure", "1,021 hPa"), ("Humidity", "64 %"), ("Wind", "12 km/h")].map { label, value in
      hstack(text(label), spacer(), text(value) { $0.font = .style(.title3) })
    })

  @Test("equal rows take one form: all beside each other, or all below each other", arguments: EqualRowsTests.sizes)
  func form(_ textSize: TextSize) {
    for list in [Self.board, Self.pairs, vstack(text("Berlin Hbf") { $0.font = .style(.headline) }, Self.board)] {
      for width in stride(from: 90.0, through: 340, by: 10) {
        for height in [60.0, 100, 180, 260, 330] {
          let rows = rows(fitted(list, width: width, height: height, textSize: textSize).view)
          let forms = Set(rows.map { row in row.view.children.map(\.frame.x).reduce(0, max) > 0.1 })
          #expect(forms.count <= 1, "\(width) x \(height)")
        }
      }
    }
  }

  @Test("neighbours in a row have one scale", arguments: EqualRowsTests.sizes)
  func neighbours(_ textSize: TextSize) {
    for width in stride(from: 110.0, through: 340, by: 10) {
      for height in [60.0, 100, 180] {
        for row in rows(fitted(Self.pairs, width: width, height: height, textSize: textSize).view) {
          let scales = row.view.children.filter { $0.node.text != nil }.map { text in
            text.style.font.size / (text.node.style.font == nil ? TextStyle.body : .title3).size(at: textSize)
          }
          #expect((scales.max() ?? 1) - (scales.min() ?? 1) < 0.06, "\(width) x \(height): \(texts(row.view)) \(scales)")
        }
      }
    }
  }

  @Test("equal rows have one scale, and are all there if they can be as large as at the usual text size")
  func oneScale() {
    for textSize in Self.sizes {
      for space in Self.spaces where space.width < 300 {
        let rows = rows(fitted(Self.pairs, width: space.width, height: space.height, textSize: textSize).view)
        let scales = rows.map(\.scale)
        #expect(rows.count == 4, "\(textSize) \(space): \(rows.count)")
        #expect((scales.max() ?? 1) - (scales.min() ?? 1) < 0.001, "\(textSize) \(space): \(scales)")
      }
    }
  }

  @Test("only the row that's too wide gets smaller, not the card", arguments: EqualRowsTests.sizes)
  func wideRow(_ textSize: TextSize) {
    let budget = vstack(
      text("Budget") { $0.font = .style(.headline) }, hstack(text("Mobility"), spacer(), text("€ 1,204,500.50")),
      text("3 days left") { $0.font = .style(.caption) })
    let row = hstack(text("Mobility"), spacer(), text("€ 1,204,500.50"))
    let whole = Layout(LayoutContext(measurer: SlantedLetters(), metrics: .points, textSize: textSize)).idealSize(of: row).width
    for part in [0.95, 0.85, 0.75] {
      let root = fitted(budget, width: whole * part, height: 300, textSize: textSize)
      guard !textSize.isAccessibility else {
        // There's space enough below each other.
        #expect(texts(root.view).count == 4)
        continue
      }
      #expect(root.view.scale == 1 && root.report.isEmpty, "\(part)")
      let scales = rows(root.view).map(\.scale)
      #expect(scales.count == 1 && (scales.first ?? 1) < 1 && (scales.first ?? 0) >= 0.7, "\(part): \(scales)")
      #expect(texts(root.view) == ["Budget", "Mobility", "€ 1,204,500.50", "3 days left"])
    }
    let long = vstack(text("Budget") { $0.font = .style(.headline) }, text("€1,204,500.50"), text("left"))
    let number = Layout(LayoutContext(measurer: SlantedLetters(), metrics: .points, textSize: textSize))
      .idealSize(of: text("€1,204,500.50")).width
    let root = fitted(long, width: number * 0.8, height: 300, textSize: textSize).view
    #expect(root.scale == 1 && texts(root).contains("€1,204,500.50"))
    #expect(leaves(root).map(\.style.font.size).max() == TextStyle.headline.size(at: textSize))
  }

  @Test("a card that's too high gets smaller as a whole, as before")
  func tooHigh() {
    let root = fitted(vstack(text("a"), text("b"), text("c"), text("d"), text("e"), text("f"))).view
    #expect(root.scale < 1 && texts(root).count == 6)
  }

  @Test("buttons in a grid all have their titles, or none does", arguments: EqualRowsTests.sizes)
  func pad(_ textSize: TextSize) {
    let buttons = ["Ceiling", "Desk", "Hall", "Garden"].map { button($0, icon: "lightbulb.fill") }
    let pad = vstack(
      text("Living room") { $0.font = .style(.headline) }, view(.grid(columns: [GridColumn(), GridColumn()]), buttons))
    for width in stride(from: 110.0, through: 310, by: 20) {
      let root = fitted(pad, width: width, height: 100, textSize: textSize).view
      let titles = leaves(root).filter { $0.node.isControl }.map { $0.lines.first?.text ?? "" }
      let whole = titles.count { $0.hasSuffix("…") || $0.isEmpty }
      #expect(titles.count == 4 && (whole == 0 || whole == 4), "\(width): \(titles)")
      #expect(texts(root).first?.hasPrefix("Living") == true, "\(width)")
    }
  }

  private func hours(_ parts: (Int) -> [ViewNode]) -> ViewNode {
    view(.hstack, (0..<5).map { index in view(.vstack, parts(index)) { $0.align = .center } })
  }

  private func hour(_ index: Int) -> [ViewNode] {
    [
      text("\(index + 1) PM") { $0.font = .style(.caption) }, view(.icon("cloud.sun.fill")) { $0.font = .style(.title3) },
      text("2\(index)°") { $0.weight = .semibold },
    ]
  }

  @Test("icons of the hours of a forecast stay longer than the words above them", arguments: EqualRowsTests.sizes)
  func icons(_ textSize: TextSize) {
    let weather = vstack(
      hstack(
        text("Berlin") { $0.font = .style(.headline) }, spacer(),
        text("21°") { $0.font = .custom(size: 34, weight: .light, design: nil) }),
      text("Partly cloudy") { $0.font = .style(.footnote) }, hours(hour))
    for space in Self.spaces {
      let root = fitted(weather, width: space.width, height: space.height, textSize: textSize).view
      #expect(leaves(root).count(where: { $0.symbol != nil }) == 5, "\(space)")
      #expect(texts(root).count { $0.hasSuffix("PM") } == 5 && texts(root).count { $0.hasSuffix("°") } == 6, "\(space)")
    }
  }

  @Test("equal columns lose the same parts, names and values last", arguments: EqualRowsTests.sizes)
  func columns(_ textSize: TextSize) {
    let days = hours { index in
      hour(index) + [text("1\(index)°") { $0.font = .style(.caption) }, text("north") { $0.font = .style(.caption2) }]
    }
    let card = vstack(text("Munich") { $0.font = .style(.title3) }, days)
    for height in stride(from: 30.0, through: 200, by: 5) {
      let shown = texts(fitted(card, width: 140, height: height, textSize: textSize).view)
      let counts = [
        shown.count { $0.hasSuffix("PM") }, shown.count { $0.hasPrefix("2") && $0.hasSuffix("°") },
        shown.count { $0.hasPrefix("1") && $0.hasSuffix("°") }, shown.count { $0 == "north" },
      ]
      #expect(counts.allSatisfy { $0 == 0 || $0 == 5 }, "\(height): \(shown)")
      #expect(counts[0] > 0 || counts[1] == 0 || height < 60, "\(height): \(shown)")
    }
  }

  @Test("a grid of gauges with captions keeps its rows, and a heading above buttons stays", arguments: EqualRowsTests.sizes)
  func grids(_ textSize: TextSize) {
    let gauges = ["CPU", "Memory", "Disk", "Swap", "GPU", "Net"].map { name in
      view(
        .vstack,
        [view(.gauge(Gauge(0.4, valueText: "40%", shape: .circle))), text(name) { $0.font = .style(.caption) }]
      ) { $0.align = .center }
    }
    let columns = [GridColumn(), GridColumn(), GridColumn()]
    let server = vstack(text("Server") { $0.font = .style(.headline) }, view(.grid(columns: columns), gauges))
    let dial = vstack(
      text("Thermostat") { $0.font = .style(.headline) }, text("21.5 °C") { $0.font = .style(.largeTitle) },
      view(.grid(columns: [GridColumn(), GridColumn()]), ["Warmer", "Cooler", "Away", "Night"].map { button($0) }))
    for width in [126.0, 306] {
      let shown = texts(fitted(server, width: width, textSize: textSize).view)
      #expect(shown.count == 13, "\(width): \(shown)")
      let dial = texts(fitted(dial, width: width, textSize: textSize).view)
      #expect(dial == ["Thermostat", "21.5 °C", "Warmer", "Cooler", "Away", "Night"], "\(width): \(dial)")
    }
  }
}
