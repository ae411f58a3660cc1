import Testing
import WidgetModel
import WidgetTesting

/// Values of the model as MessagePack and back.
@Suite struct CodingTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try MessagePack.decode(MessagePack.encode(json: JSONValue(encoding: value))).decoded(as: Value.self)
  }

  private func reason(_ value: LuaValue, _ type: (some Decodable).Type) -> String {
    do { _ = try value.decoded(as: type) } catch let error as DecodingError {
      let (kind, context): (String, DecodingError.Context) =
        switch error {
        case .typeMismatch(_, let context): ("type", context)
        case .valueNotFound(_, let context): ("value", context)
        case .keyNotFound(let key, let context): ("key \(key.stringValue)", context)
        case .dataCorrupted(let context): ("data", context)
        @unknown default: ("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
        }
      return kind + context.codingPath.map { " " + ($0.intValue.map { "[\($0)]" } ?? $0.stringValue) }.joined()
    } catch { return "\(error)" }
    return "decoded"
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
    #expect(try roundTrip([Int.min, -33, -1, 0, 127, 128, 65536, Int.max]) == [Int.min, -33, -1, 0, 127, 128, 65536, Int.max])
    #expect(try roundTrip([UInt8(0), 255]) == [0, 255])
    #expect(try roundTrip([Double.nan]).first?.isNaN == true)
  }

  @Test("a number without decimals is an integer, and one out of range is not")
  func integers() {
    #expect(reason(["x": 3.0], [String: Int].self) == "decoded")
    #expect(reason(["x": 3.5], [String: Int].self) == "type x")
    #expect(reason(["x": 256], [String: UInt8].self) == "type x")
    #expect(reason(["x": -1], [String: UInt].self) == "type x")
    #expect(reason(["x": 3], [String: Double].self) == "decoded")
  }

  @Test("an error has the path of the wrong field")
  func paths() {
    #expect(reason([], ViewNode.self) == "type")
    #expect(reason([:], ViewNode.self) == "key type")
    #expect(reason(["type": "vstack", "children": [["type": "text"]]], ViewNode.self) == "key text children [0]")
    #expect(reason(["type": "vstack", "padding": ["top": "x"]], ViewNode.self) == "type padding top")
    #expect(reason(["type": "fax"], ViewNode.self) == "data type")
    #expect(reason(["type": "divider", "color": "#12"], ViewNode.self) == "data color")
    #expect(reason([1, "x"], [Int].self) == "type [1]")
  }

  @Test("null is an absent field")
  func null() throws {
    let value: LuaValue = ["type": "text", "text": "x", "color": nil, "children": nil, "spans": nil, "action": nil]
    #expect(try value.decoded(as: ViewNode.self) == ViewNode(.text("x")))
  }

  @Test("a snapshot reads back, and its keys are in order")
  func snapshot() throws {
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w", name: "W", icon: "star"), view: ViewKind.chart.sample, result: .noData,
      reason: .wake, updatedAt: 1.5, refreshAfter: 2, largestDisplayMode: .compact,
      failure: Failure(.script, "m", at: SourceLocation(file: "w.lua", line: 3), remedy: "r"))
    #expect(try roundTrip(snapshot) == snapshot)
    let bytes = MessagePack.encode(json: JSONValue(encoding: snapshot))
    #expect(MessagePack.encode(try MessagePack.decode(bytes)) == bytes)
  }

  @Test("the MessagePack of a JSON value is that of the same Lua value")
  func jsonValues() throws {
    let value: JSONValue = .object([
      .init(key: "b", value: .array([.null, .boolean(true), .integer(-1), .number(1.5), .string("é")])),
      .init(key: "a", value: .unsigned(7)),
    ])
    #expect(MessagePack.encode(json: value) == MessagePack.encode(["a": 7, "b": [nil, true, -1, 1.5, "é"]]))
    #expect(MessagePack.encode(json: JSONValue.unsigned(.max)) == [0xCF] + [UInt8](repeating: 0xFF, count: 8))
  }
}
