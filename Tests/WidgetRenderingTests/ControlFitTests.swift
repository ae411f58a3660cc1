import Testing
import WidgetModel

@testable import WidgetRendering

/// Switches, fields and gauges where there isn't enough space.
@Suite struct ControlFitTests {
  private static let sizes = [TextSize.large, .xxxLarge, .accessibility1]

  private func placed(_ view: LaidOutView, scale: Double = 1) -> [(view: LaidOutView, scale: Double)] {
    [(view, scale)] + view.children.flatMap { placed($0, scale: scale * view.scale) }
  }

  private func drawnSize(_ root: LaidOutView, _ words: String) -> Double? {
    placed(root).first { $0.view.node.text == words && !$0.view.lines.isEmpty }.map { $0.view.style.font.size * $0.scale }
  }

  private let longTitle = "Bread and a very long item that goes on and on until it does not fit on one line"

  // MARK: Switches

  @Test("the title of a switch has several lines before it's cut or gets smaller", arguments: sizes)
  func title(_ textSize: TextSize) {
    let switches = [toggle("Contactless delivery", isOn: true), toggle(longTitle, isOn: false)]
    for (node, width) in zip(switches, [textSize == .large ? 140.0 : 240, 306]) {
      let root = fitted(node, width: width, height: 400, textSize: textSize).view
      #expect(texts(root).joined(separator: " ") == node.text, "\(texts(root))")
      #expect(root.scale == 1)
    }
  }

  @Test("a row with a long switch has the size of the one beside it", arguments: sizes)
  func row(_ textSize: TextSize) {
    let rows = ["Buy milk", longTitle].map { hstack(toggle($0, isOn: true), spacer(), button("Remove")) }
    let root = fitted(view(.vstack, rows), width: 306, height: 600, textSize: textSize).view
    #expect(drawnSize(root, "Buy milk") == drawnSize(root, longTitle))
    #expect(!texts(root).contains { $0.contains("…") }, "\(texts(root))")
  }

  @Test func theTitleOfASwitchWrapsInCells() {
    expectLayout(toggle("Contactless delivery", isOn: true), width: 128, "|[x] Contactless |\n|    delivery    |")
  }

  @Test("a switch grows with its title", arguments: sizes)
  func size(_ textSize: TextSize) throws {
    let root = fitted(toggle("Lamp", isOn: true), width: 306, textSize: textSize).view
    let (line, knob) = (try #require(root.lines.first).frame, try #require(root.indicator))
    #expect(knob.width * 0.6 > 0.9 * line.height, "\(knob) beside \(line)")
  }

  @Test("a switch isn't shown without its title", arguments: [60.0, 80, 100, 140, 200])
  func withoutTitle(_ width: Double) {
    let root = fitted(hstack(toggle("Ceiling", isOn: true), toggle("Outside lamp", isOn: false)), width: width).view
    for leaf in leaves(root) { #expect(!leaf.lines.isEmpty, "\(width)") }
  }

  // MARK: Gauges

  private let gauges = view(
    .hstack,
    [
      view(.gauge(Gauge(92, maximum: 100, text: "Battery", valueText: "92 %"))),
      view(.gauge(Gauge(4.2, maximum: 9.8, text: "Power", valueText: "4.2 kW"))),
      view(.gauge(Gauge(41, maximum: 80, text: "Inverter", valueText: "41 °C"))),
      view(.gauge(Gauge(0.3, text: "Autarky", valueText: "30 %", shape: .ring))),
    ])

  @Test("gauges in a narrow terminal are bars with their names and values", arguments: [160.0, 208, 288, 416])
  func gaugesInCells(_ width: Double) {
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .cells)
    for height in [nil, 64.0, 96, 128, 160] {
      let root = Layout(context).layout(gauges, width: width, height: height)
      let shown = texts(root)
      for words in ["92 %", "4.2 kW", "41 °C", "30 %"] { #expect(shown.contains(words), "\(width) x \(height ?? 0): \(shown)") }
      if width > 200 {
        for words in ["Battery", "Power", "Inverter", "Autarky"] {
          #expect(shown.contains(words), "\(width) x \(height ?? 0): \(shown)")
        }
      }
      #expect(Set(root.children.map(\.frame.height)).count == 1, "\(root.children.map(\.frame.height))")
    }
  }

  @Test func gaugesInAWideTerminalAreRings() {
    let root = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).layout(gauges, width: 640)
    #expect(root.children.allSatisfy { $0.frame.y == 0 && $0.indicatorShape != .bar })
    // None of the values is inside its ring, because one of them has no space there.
    #expect(Set(root.children.flatMap(\.lines).map(\.frame.y)).count == 1)
  }

  @Test func aGaugeWithoutSpaceForItsNameIsTold() {
    let narrow = view(.hstack, gauges.children) { $0.width = 80 }
    let report = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).fitted(narrow, width: 80, height: 64).report
    #expect(report.omissions.contains { $0.part == .text }, "\(report.omissions)")
  }

  // MARK: Fields

  private func field(_ kind: InputField.Kind, _ label: String, _ edit: (inout InputField) -> Void) -> ViewNode {
    var field = InputField(kind)
    field.label = label
    edit(&field)
    field.onChange = 1
    return view(.field(field), field.parts(), action: 1)
  }

  @Test func theTextOfAFieldStaysLongerThanItsName() {
    let coupon = field(.text, "Coupon code") { $0.text = "WINTER-2026" }
    #expect(drawn(coupon, width: 208).contains("| WINTER-2026"), "\(drawn(coupon, width: 208))")
  }

  @Test("the name of a field is never tiny", arguments: sizes)
  func names(_ textSize: TextSize) {
    let fields = [
      field(.picker, "Room") { ($0.text, $0.choices) = ("Living room", ["Living room", "Kitchen"]) },
      field(.stepper, "Temperature") { ($0.number, $0.from, $0.to, $0.step) = (21.5, 0, 40, 0.5) },
      field(.slider, "Brightness") { $0.number = 0.6 },
    ]
    for width in [126.0, 180, 306] {
      let root = fitted(view(.vstack, fields), width: width, height: 100, textSize: textSize).view
      for (view, scale) in placed(root) where ["Room", "Temperature", "Brightness"].contains(view.node.text) {
        guard let line = view.lines.first else { continue }
        let size = (line.font ?? view.style.font).size * scale
        #expect(size > 6.5, "\(width): \(line.text) has \(size) points")
      }
    }
  }

  @Test("a picker shows what's chosen rather than its name", arguments: sizes)
  func chosen(_ textSize: TextSize) {
    let picker = field(.picker, "Mode") {
      ($0.text, $0.choices, $0.style) = ("Comfort", ["Off", "Eco", "Comfort", "Boost"], .segments)
    }
    for width in [126.0, 160, 306] {
      let shown = texts(fitted(picker, width: width, textSize: textSize).view)
      #expect(shown.contains("Comfort") || shown == ["Off", "Eco", "Boost"], "\(width): \(shown)")
    }
  }
}
