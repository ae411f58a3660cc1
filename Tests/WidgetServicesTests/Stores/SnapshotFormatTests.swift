import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetServices

/// The stored form of snapshots.
@Suite struct SnapshotFormatTests {
  private func roundTrip<Value: FieldCoded>(_ value: Value) -> Value? {
    StoredSnapshot.decode(Value.self, StoredSnapshot.encode(value))
  }

  /// The names of nil fields.
  private func missing(in value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap { child in
      let mirror = Mirror(reflecting: child.value)
      return mirror.displayStyle == .optional && mirror.children.isEmpty ? child.label : nil
    }
  }

  @Test("every kind of view reads back", arguments: ViewKind.allCases)
  func views(_ kind: ViewKind) {
    var view = kind.sample
    view.action = 7
    view.style.font = .style(.title2)
    #expect(roundTrip(view) == view)
  }

  @Test("every field of a style reads back; a new field must be added to the sample")
  func style() throws {
    let style = ViewStyle.sample
    #expect(missing(in: try #require(Mirror(reflecting: style).descendant("storage", "some", "fields"))) == [])
    #expect(roundTrip(style) == style)
    #expect(roundTrip(ViewStyle()) == ViewStyle())
  }

  @Test("every field of spans, charts, gauges and columns reads back")
  func parts() {
    var span = TextSpan("x")
    (span.font, span.weight, span.italic, span.monospaced) = (.custom(size: 3, weight: nil, design: nil), .thin, true, true)
    (span.color, span.link, span.underline, span.strikethrough) = (.named(.mint), "https://a", true, false)
    #expect(missing(in: span) == [] && roundTrip(span) == span)
    var series = ChartSeries([1, nil, 0.1, .leastNonzeroMagnitude, -.infinity, nil], name: "a", color: .named(.blue))
    (series.type, series.axis, series.fill) = (.bar, .right, .named(.red))
    series.fillGradient = Gradient([.named(.red), .named(.clear)], direction: .right)
    var chart = Chart(.pie, [series], labels: ["a", ""], minimum: -0.0, maximum: 2, showsAxes: false, baseline: .automatic)
    (chart.isStacked, chart.showsPoints, chart.ticks) = (true, false, [0.5, 2])
    chart.rules = [ChartRule(1, label: "goal", color: .named(.red)), ChartRule(2)]
    (chart.fill, chart.fillGradient) = (.named(.green), Gradient([.named(.green), .named(.blue)]))
    (chart.rightMinimum, chart.rightMaximum, chart.rightTicks) = (1, 2, [1.5])
    #expect(missing(in: chart) == [] && missing(in: series) == [] && roundTrip(chart) == chart)
    let gauge = Gauge(0.5, minimum: -1, maximum: 2, text: "CPU", valueText: "5 %", shape: .bar)
    #expect(missing(in: gauge) == [] && roundTrip(gauge) == gauge)
    for width in [GridColumnWidth.fixed(3.5), .automatic, .flexible] {
      #expect(roundTrip(GridColumn(width, align: .trailing)) == GridColumn(width, align: .trailing))
    }
  }

  @Test("every field of a snapshot and of a failure reads back")
  func snapshot() {
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w-1", name: "W\0", icon: "star"), view: ViewNode(.divider),
      insets: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), preferredSize: Size(width: 5, height: 6), hasContent: false,
      result: .failed, reason: .wake, updatedAt: 1.5, refreshAfter: 2, largestDisplayMode: .compact)
    #expect(roundTrip(snapshot) == snapshot)
    #expect(Set(missing(in: snapshot)).isSubset(of: ["failure"]))
    let place = SourceLocation(file: "w.lua", line: 3)
    let failure = Failure(.killedMemory, "m", at: place, traceback: [place, place], remedy: "r")
    #expect(missing(in: failure) == [] && roundTrip(failure) == failure)
  }

  @Test("fields that are not set take no space at the end")
  func size() {
    #expect(StoredSnapshot.encode(ViewNode(.text("Hello"))).count == 12)
    #expect(StoredSnapshot.encode(ViewStyle()) == [0xC0])
  }

  @Test(
    "anything else is refused",
    arguments: [
      [], [nil], ["fax"], ["text"], ["text", 5], ["divider", ["sans"]], ["divider", [nil, "#12"]],
      ["divider", [nil, [["red", "red"], "red"]]], ["divider", [["x", nil, nil]]], ["divider", [[1, "fat", nil]]],
      ["divider", nil, "x"], ["divider", nil, ["x"]], ["divider", nil, nil, 1.5], ["divider", nil, nil, nil, nil, "x"],
      ["grid", [["wide"]]], ["chart", ["line", [[nil, nil, ["x"]]]]], ["spacer", "x"], ["toggle", "x", 1], ["vstack", [:]],
    ] as [LuaValue])
  func refused(_ value: LuaValue) { #expect(ViewNode(stored: value) == nil) }

  @Test("changed and missing bytes give a snapshot or nothing")
  func damage() {
    var view = ViewNode(.vstack, children: ViewKind.allCases.map(\.sample))
    view.style = .sample
    let bytes = StoredSnapshot.encode(view)
    for count in bytes.indices { #expect(StoredSnapshot.decode(ViewNode.self, Array(bytes[..<count])) == nil, "\(count)") }
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x80, 0xFF, 0x5A] {
        var damaged = bytes
        damaged[index] ^= change
        _ = StoredSnapshot.decode(ViewNode.self, damaged)
      }
    }
  }
}
