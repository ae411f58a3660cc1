import Testing
import WidgetModel
import WidgetTesting

/// Values of the model as MessagePack and back.
@Suite struct CodingTests {
  private func roundTrip<Value: FieldCoded>(_ value: Value) throws -> Value? {
    Value(fieldList: try MessagePack.decode(MessagePack.encode(value.fieldList)))
  }

  @Test("every kind of view reads back", arguments: ViewKind.allCases)
  func views(_ kind: ViewKind) throws { #expect(try roundTrip(kind.sample) == kind.sample) }

  @Test("every field of a style reads back")
  func style() throws {
    var style = ViewStyle()
    style.id = "id"
    style.font = .custom(size: 17.5, weight: .semibold, design: .serif, relativeTo: .title)
    style.weight = .bold
    style.italic = true
    style.monospaced = false
    style.color = .pair(light: .rgb(0x123456), dark: .named(.accent))
    style.background = .translucent(.named(.red), opacity: 0.5)
    style.gradient = Gradient([.named(.red), .pair(light: .rgb(1), dark: .rgb(2))], direction: .radial)
    style.padding = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5)
    (style.width, style.height, style.minWidth, style.maxWidth) = (1, 2, 3, .infinity)
    (style.minHeight, style.maxHeight, style.aspectRatio) = (5, 6, 1.5)
    (style.align, style.spacing, style.priority, style.lineLimit) = (.firstBaseline, 7, -1, 3)
    (style.truncation, style.minScale, style.opacity) = (.middle, 0.5, 0.25)
    (style.border, style.cornerRadius, style.hidden, style.transition) = (.rgb(0xFFFFFF), 8, true, .move)
    (style.accessibility, style.layoutDirection) = ("words", .rightToLeft)
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
    #expect(try roundTrip(view) == view)
  }

  @Test("gaps, infinities, and numbers at the ends of their ranges are exact")
  func numbers() throws {
    let chart = Chart(
      .line, [ChartSeries([1, nil, 0.1, .leastNonzeroMagnitude, -.infinity], name: "a", color: .named(.blue))], minimum: -0.0)
    #expect(try roundTrip(chart) == chart)
  }

  @Test("what is no view is nothing")
  func invalid() {
    for stored: LuaValue in [[:], [], ["fax"], ["text", 1], ["divider", ["#12"]], ["vstack", nil, [["text"]]]] {
      #expect(ViewNode(fieldList: stored) == nil, "\(stored)")
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
