import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

@Suite struct ViewFuzzTests {
  private static let keys =
    ViewSchema.common.map(\.name) + ViewKind.allCases.flatMap { $0.declaration.fields.map(\.name) }
    + ["type", "children", "line", "file", "light", "dark", "size", "weight", "top", "left", "on_tap", "icon"]

  /// A valid view of every kind, in two stacks.
  private static let valid = ViewDecoderTests.view(
    "vstack",
    [
      "spacing": 4, "padding": ["top": 1, "left": 2],
      "children": [
        ViewDecoderTests.view("text", ["text": "Boarding", "font": ["size": 12, "weight": "bold"], "color": "red"]),
        ViewDecoderTests.view("label", ["text": "x", "icon": "star", "color": ["light": "red", "dark": "#ffffff"]]),
        ViewDecoderTests.view(
          "hstack",
          [
            "align": "center",
            "children": [
              ViewDecoderTests.view("icon", ["name": "star"]), ViewDecoderTests.view("date", ["date": 1, "style": "relative"]),
              ViewDecoderTests.view("link", ["url": "https://a.example"]), ViewDecoderTests.view("image", ["src": "a.png"]),
              ViewDecoderTests.view("spacer", ["min_length": 1]), ViewDecoderTests.view("divider"),
            ],
          ]),
        ViewDecoderTests.view("gauge", ["value": 5, "min": 1, "max": 9, "text": "CPU"]),
        ViewDecoderTests.view("chart", ["chart": "area", "values": [1, .number(.nan), 3], "labels": ["a", "b"], "max": 5]),
        ViewDecoderTests.view("chart", ["series": [[1, 2], ["name": "B", "color": "red", "values": [3]]]]),
        ViewDecoderTests.view(
          "grid",
          [
            "columns": [80, "auto", ["width": "flex", "align": "center"]],
            "children": [ViewDecoderTests.view("private", ["children": [ViewDecoderTests.view("zstack")]])],
          ]),
        ViewDecoderTests.view("progress", ["value": 0.5, "shape": "circle"]), ViewDecoderTests.view("activity_indicator"),
        ViewDecoderTests.view("button", ["text": "Go", "action": 1]),
        ViewDecoderTests.view("toggle", ["text": "x", "on": true, "action": 2]),
      ],
    ])

  @Test("20 000 random trees: a view within its limits, or an error with a path") func random() throws {
    var values = RandomValues(generator: SeededGenerator(seed: 1), keys: Self.keys)
    _ = try ViewDecoder.decode(Self.valid)
    var accepted = 0
    for round in 0..<20_000 {
      var value = round.isMultiple(of: 2) ? Self.valid : values.value(depth: 6)
      if round.isMultiple(of: 2) {
        for _ in 0..<Int.random(in: 1...3, using: &values.generator) { value = values.mutated(value) }
      }
      do {
        let view = try ViewDecoder.decode(value)
        accepted += 1
        #expect(isSane(view))
      } catch {
        #expect(error.path.hasPrefix("content"))
        #expect(!error.message.isEmpty && error.message.utf8.count < 1000 && !error.description.hasControlCharacters)
      }
    }
    // Both outcomes must have occurred.
    #expect(accepted > 500 && accepted < 15_000)
  }

  /// The invariants every format relies on.
  private func isSane(_ view: ViewNode) -> Bool {
    let style = view.style
    let lengths = [
      style.width, style.height, style.minWidth, style.maxWidth, style.minHeight, style.maxHeight,
      style.spacing.map { $0 < -1000 ? $0 : max(0, $0) },
      style.cornerRadius,
      style.padding?.top, style.padding?.left, style.padding?.bottom, style.padding?.right,
    ]
    if case .progress(let value, _) = view.content, !(0...1).contains(value) { return false }
    if case .gauge(let gauge) = view.content, !(0...1).contains(gauge.fraction) || gauge.maximum <= gauge.minimum { return false }
    if case .grid(let columns) = view.content, !(1...100).contains(columns.count) { return false }
    if case .chart(let chart) = view.content {
      let values = chart.series.flatMap(\.values)
      if values.count > 2000 || chart.series.count > 10 || !values.allSatisfy({ $0?.isFinite ?? true }) { return false }
    }
    if case .date(let date, _) = view.content, !date.isFinite { return false }
    return lengths.allSatisfy { (0...100_000).contains($0 ?? 0) } && (0...1).contains(style.opacity ?? 1)
      && (style.lineLimit ?? 1) >= 1 && (view.action ?? 0) >= 0 && view.children.allSatisfy(isSane)
  }
}
