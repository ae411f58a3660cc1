import Testing
import WidgetModel

@testable import WidgetRuntime

/// Fields that only change how a view is drawn or read.
@Suite struct DrawingFieldTests {
  private func style(_ type: String, _ fields: [String: LuaValue]) throws -> ViewStyle {
    try ViewDecoder.decode(ViewDecoderTests.view(type, fields)).style
  }

  @Test("the outline of a shape takes a gradient, a cap, dashes and a part")
  func strokes() throws {
    let effects = try style(
      "circle",
      [
        "stroke": ["gradient": ["green", "mint"], "angular": true], "cap": "butt", "dash": [6, 3],
        "trim": ["from": 0.25, "to": 2],
      ]
    ).effects
    #expect(effects?.strokeStyle?.gradient == Gradient([.named(.green), .named(.mint)]))
    #expect(effects?.strokeStyle?.isAngular == true && effects?.strokeStyle?.cap == .butt)
    #expect(effects?.strokeStyle?.dash == [6, 3])
    #expect(effects?.strokeStyle?.trim == StrokeStyle.Trim(from: 0.25, to: 1))
    #expect(effects?.stroke != nil)
    #expect(try style("path", ["d": "M0 0 L1 1", "stroke": "red", "dash": 4]).effects?.strokeStyle?.dash == [4])
    #expect(try style("circle", ["stroke": "red"]).effects?.strokeStyle == nil)
  }

  @Test(
    "a wrong outline is an error with its place",
    arguments: mistakes)
  func wrongStrokes(_ name: String, _ value: LuaValue, _ message: String) {
    let got = ViewDecoderTests.message(ViewDecoderTests.view("circle", [name: value]))
    #expect(got?.hasPrefix(message) == true, "\(got ?? "no error")")
  }

  private static let mistakes: [(String, LuaValue, String)] = [
    ("stroke", ["image": "a.png"], "content.stroke: must be a colour or { gradient"),
    ("stroke", ["gradient": ["red", "blue"], "angular": 1], "content.stroke.angular: must be true or false"),
    ("dash", [], "content.dash: must be a length or a list of 1 to 8 lengths"),
    ("trim", [1], "content.trim: must be"),
    ("trim", ["form": 1], "content.trim: unknown field"),
    ("cap", "flat", "content.cap: must be"),
  ]

  @Test("black and white are colours")
  func colors() throws {
    #expect(try style("text", ["color": "white", "background": "black/0.5"]).color == .rgb(0xFFFFFF))
    #expect(try style("text", ["background": "black/0.5"]).background == .translucent(.rgb(0), opacity: 0.5))
    #expect(
      ViewDecoderTests.message(ViewDecoderTests.view("text", ["color": "wite"]))?.contains("did you mean \"white\"?") == true)
  }

  @Test("decoration, cells of several columns, overlapping children")
  func others() throws {
    #expect(try style("image", ["src": "a.png", "accessibility": false]).effects?.isDecorative == true)
    #expect(try style("image", ["src": "a.png", "accessibility": "The sea"]).accessibility == "The sea")
    #expect(
      ViewDecoderTests.message(ViewDecoderTests.view("text", ["accessibility": true]))?.contains("or false for decoration")
        == true)
    #expect(try style("text", ["span": 2]).effects?.columnSpan == 2)
    #expect(try style("hstack", ["spacing": -8]).spacing == -8)
    #expect(try style("text", ["content_transition": "numeric"]).effects?.contentTransition == .numeric)
  }
}
