import Testing
import WidgetFormats
import WidgetModel
import WidgetTesting

/// Values of the model as MessagePack and JSON, and back.
@Suite struct CodingTests {
  private func stored<Value: FieldCoded>(_ value: Value) throws -> Value? {
    Value(stored: try MessagePack.decode(MessagePack.encode(value.stored)))
  }

  private func roundTrip<Value: FieldCoded & Equatable>(_ value: Value) throws -> Value? {
    let json: Value? = JSONFieldReader.read(try JSONReader.read(JSONWriter().bytes(value.json)))
    return try stored(value) == json ? json : nil
  }

  @Test("every kind of view reads back", arguments: ViewKind.allCases)
  func views(_ kind: ViewKind) throws { #expect(try roundTrip(kind.sample) == kind.sample) }

  @Test("every field of a style reads back")
  func style() throws {
    var style = ViewStyle.sample
    #expect(try roundTrip(style) == style)
    style.font = .style(.largeTitle)
    #expect(try roundTrip(style) == style)
  }

  @Test("the fields that few views have are beside the others of a view")
  func effects() throws {
    var view = ViewNode(.progress(0.5, shape: .circle))
    view.style.effects = .sample
    #expect(try roundTrip(view) == view)
    view.style.effects = ViewEffects()
    #expect(view.style.effects == nil && view.style == ViewStyle())
    view.style.setEffect(\.backgroundImage, to: .bytes([1, 2, 3]))
    #expect(try stored(view) == view)
    #expect(JSONWriter().text(view.json).contains(#""background_bytes":[1,2,3]"#))
  }

  @Test("gaps, infinities, and numbers at the ends of their ranges are exact")
  func numbers() throws {
    let chart = Chart(
      .line, [ChartSeries([1, nil, 0.1, .leastNonzeroMagnitude, -.infinity], name: "a", color: .named(.blue))], minimum: -0.0)
    #expect(try stored(chart) == chart)
  }

  @Test("what is no view is nothing")
  func invalid() {
    for stored: LuaValue in [[:], [], ["fax"], ["text", 1], ["divider", ["#12"]], ["vstack", nil, [["text"]]]] {
      #expect(ViewNode(stored: stored) == nil, "\(stored)")
    }
  }

  @Test("a snapshot reads back, without the failure and the context, which have columns")
  func snapshot() throws {
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w", name: "W", icon: "star"), view: ViewKind.chart.sample, result: .noData,
      reason: .wake, updatedAt: 1.5, refreshAfter: 2, largestDisplayMode: .compact)
    #expect(try roundTrip(snapshot) == snapshot)
    let failure = Failure(.script, "m", at: SourceLocation(file: "w.lua", line: 3), remedy: "r")
    #expect(try roundTrip(failure) == failure)
  }
}
