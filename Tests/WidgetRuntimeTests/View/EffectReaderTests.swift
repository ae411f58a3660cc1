import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct EffectReaderTests {
  private static func view(_ type: String, _ fields: [String: LuaValue]) -> LuaValue { ViewDecoderTests.view(type, fields) }
  private static func view(_ fields: [String: LuaValue]) -> LuaValue { ViewDecoderTests.view("rectangle", fields) }

  @Test("the fields of any view that few have")
  func fields() throws {
    func effects(_ fields: [String: LuaValue], _ type: String = "rectangle") throws -> ViewEffects? {
      try ViewDecoder.decode(Self.view(type, fields)).style.effects
    }
    #expect(try effects(["offset": [6, -6]])?.offset == Size(width: 6, height: -6))
    #expect(try effects(["offset": ["x": 1e9]])?.offset == Size(width: 10_000, height: 0))
    #expect(try effects(["shadow": true])?.shadow == Shadow())
    #expect(try effects(["shadow": 8])?.shadow == Shadow(radius: 8, y: 4))
    #expect(try effects(["shadow": ["radius": 1e9, "color": "red/0.5"]])?.shadow?.radius == Shadow.largestRadius)
    #expect(try effects(["shadow": false]) == nil)
    #expect(try effects(["corner_radius": ["top_left": 4]])?.corners == CornerRadii(topLeft: 4))
    #expect(try ViewDecoder.decode(Self.view("rectangle", ["corner_radius": 4])).style.cornerRadius == 4)
    #expect(try effects(["width": "50%"])?.relativeWidth == 0.5)
    #expect(try effects(["tint": "red", "tabular": true, "text_align": "center", "line_spacing": 3])?.tint == .named(.red))
    #expect(try effects(["rotation": 0]) == nil)
    #expect(try effects(["from": 10, "to": 20], "progress")?.interval == ViewEffects.Interval(from: 10, to: 20))
    #expect(try effects(["background": ["image": "sea.png", "color": "red"]])?.backgroundImage == .reference("sea.png"))
    #expect(try effects(["fill": ["gradient": ["red", "blue"]], "stroke": "green", "line_width": 2])?.fillGradient != nil)
  }

  @Test(
    "a mistake is named with its place",
    arguments: [
      (view(["offset": 3]), "content.offset: must be { x = ..., y = ... }, got number 3"),
      (view(["offset": ["z": 3]]), "content.offset: unknown field \"z\"; an offset has x and y"),
      (view(["offset": [1, .number(.nan)]]), "content.offset[2]: must be a finite number, got nan"),
      (view(["shadow": ["blur": 3]]), "content.shadow: unknown field \"blur\"; a shadow has color, radius, x and y"),
      (view(["shadow": ["color": "rde"]]), "content.shadow.color: unknown colour \"rde\"; did you mean \"red\"?"),
      (view(["width": "150%"]), "content.width: must be from \"0%\" to \"100%\", got \"150%\""),
      (
        view(["corner_radius": ["left": 3]]),
        "content.corner_radius: unknown field \"left\"; the corners are \"top_left\", \"top_right\", \"bottom_left\" or \"bottom_right\""
      ),
      (
        view("path", ["d": "M0 0 L1"]), "content.d: is not path data at the end; write M, L, H, V, C, S, Q, T, A or Z and numbers"
      ),
      (
        view("path", ["d": "M0 0 X1 1"]),
        "content.d: is not path data at byte 6, \"X1 1\"; write M, L, H, V, C, S, Q, T, A or Z and numbers"
      ),
      (view("path", ["d": ""]), "content.d: is empty; a path begins with M: \"M0 0 L1 1\""),
      (
        view("path", ["d": .string("M0 0" + String(repeating: "H1", count: 5000))]),
        "content.d: a path has at most 2000 lines and curves, got 5001"
      ),
      (view("path", [:]), "ui.path needs d: path data such as \"M0 0 L1 1\""),
      (view("progress", ["from": 10]), "ui.progress needs both from and to"),
      (view("progress", ["from": 10, "to": 10]), "content.to: must be later than from (10), got 10"),
      (view("progress", ["from": 10, "to": 20, "value": 1]), "give either value, or from and to"),
      (
        view("text", ["background": ["image": "a.png", "mode": "fill"]]),
        "content.background: unknown field \"mode\"; an image is { image = ..., color = ..., blur = ... }"
      ),
    ])
  func errors(_ value: LuaValue, _ message: String) {
    let found = ViewDecoderTests.message(value) ?? "none"
    #expect(found.contains(message), "\(found)")
  }
}
