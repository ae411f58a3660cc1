import Testing
import WidgetModel

@testable import WidgetRuntime

/// Images for each appearance, blur, materials, masks, and icons with a palette and a value.
@Suite struct AppearanceFieldTests {
  private func node(_ type: String, _ fields: [String: LuaValue]) throws -> ViewNode {
    try ViewDecoder.decode(ViewDecoderTests.view(type, fields))
  }

  @Test("an image can be a pair")
  func pairs() throws {
    let pair = ImageSource.pair(light: .reference("day.png"), dark: .bytes([0x89, 0x50]))
    let value: LuaValue = ["light": "day.png", "dark": .bytes([0x89, 0x50])]
    #expect(try node("image", ["src": value]).content == .image(pair, mode: .fit))
    let background = try node("vstack", ["background": ["image": value, "blur": 100, "color": "red"]]).style
    #expect(background.effects?.backgroundImage == pair && background.effects?.backgroundBlur == 100)
    #expect(background.background == .named(.red))
    #expect(try node("vstack", ["background": ["image": "a.png", "blur": 0]]).style.effects?.backgroundBlur == nil)
    #expect(try node("vstack", ["color_of": value]).style.effects?.colorOf == pair)
  }

  @Test(
    "mistakes name the field",
    arguments: [
      ("image", ["src": ["light": "a.png"]], "content.src: a pair needs both: { light = ..., dark = ... }"),
      ("image", ["src": ["light": "a.png", "night": "b.png"]], "unknown field \"night\"; a pair is"),
      ("image", ["src": ["light": "a.png", "dark": 5]], "content.src.dark: must be a resource's path"),
      ("vstack", ["background": ["image": "a.png", "radius": 4]], "an image is { image = ..., color = ..., blur = ... }"),
      ("vstack", ["background": ["image": "a.png", "blur": "much"]], "content.background.blur: must be a number"),
      (
        "vstack", ["background": ["image": "a.png", "blur": 1e308]],
        "content.background.blur: must be a number from 0 to 100, got"
      ),
      ("vstack", ["background": ["image": "a.png", "blur": -1]], "content.background.blur: must be a number from 0 to 100, got"),
      (
        "vstack", ["background": "sea.png"],
        "content.background: unknown colour \"sea.png\"; for an image write { image = \"sea.png\" }"
      ),
      ("vstack", ["background": ["imgae": "sea.png"]], "content.background: unknown field \"imgae\"; did you mean \"image\"?"),
      ("vstack", ["background": ["gradiant": ["red", "blue"]]], "unknown field \"gradiant\"; did you mean \"gradient\"?"),
      ("text", ["span": 0], "content.span: must be a number from 1 to 100, got"),
      ("icon", ["name": "wifi", "value": .number(.nan)], "content.value: must be a"),
      (
        "icon", ["name": "wifi", "palette": ["red", "red", "red", "red", "red"]],
        "content.palette: must be a list of 1 to 4 colours"
      ),
      ("vstack", ["material": "glass"], "content.material: must be"),
      (
        "icon", ["name": "wifi", "value": 40],
        "content.value: must be a number from 0 to 1, got number 40; for a percentage write 0.4"
      ),
      ("icon", ["name": "wifi", "palette": ["red", "blau"]], "content.palette[2]: unknown colour \"blau\""),
      ("icon", ["name": "wifi", "palette": []], "content.palette: must be a list of 1 to 4 colours"),
      ("text", ["mask": "circle"], "content.mask: must be a view, got"),
      ("text", ["mask": ["type": "circel"]], "content.mask: unknown view \"circel\"; did you mean \"circle\"?"),
    ] as [(String, [String: LuaValue], String)])
  func mistakes(_ type: String, _ fields: [String: LuaValue], _ message: String) {
    let found = ViewDecoderTests.message(ViewDecoderTests.view(type, fields)) ?? "no mistake"
    #expect(found.contains(message), "\(found)")
  }

  @Test("a material tints the view unless it has its own background")
  func material() throws {
    #expect(try node("vstack", ["material": "thin"]).style.background == Material.thin.tint)
    let own = try node("vstack", ["material": "ultra_thin", "background": "blue/0.2"]).style
    #expect(own.background == .translucent(.named(.blue), opacity: 0.2) && own.effects?.material == .ultraThin)
  }

  @Test("a palette is a list of colours or one of them")
  func palette() throws {
    let icon = try node("icon", ["name": "wifi", "palette": ["red", ["light": "black", "dark": "white"]], "value": 0.25])
    #expect(icon.style.effects?.palette == [.named(.red), .pair(light: .rgb(0), dark: .rgb(0xFFFFFF))])
    #expect(icon.style.effects?.iconValue == 0.25)
    #expect(try node("icon", ["name": "wifi", "palette": "red"]).style.effects?.palette == [.named(.red)])
  }

  @Test("a masked view and its mask are an overlay with the view's place")
  func mask() throws {
    let fields: [String: LuaValue] = [
      "src": "a.png", "align": "trailing", "priority": 3, "id": "cover", "width": "50%", "span": 2, "opacity": 0.5, "action": 4,
      "mask": ViewDecoderTests.view("circle", ["action": 5]),
    ]
    let node = try node("image", fields)
    #expect(node.content == .overlay && node.isMasked && node.children.count == 2)
    #expect(node.style.align == .trailing && node.style.priority == 3 && node.style.id == "cover")
    #expect(node.style.effects?.relativeWidth == 0.5 && node.style.effects?.columnSpan == 2)
    let (view, mask) = (node.children[0], node.children[1])
    #expect(view.style.align == nil && view.style.opacity == 0.5 && view.action == 4 && view.style.effects?.relativeWidth == 1)
    // A mask is neither tapped nor read.
    #expect(mask.content == .shape(.circle) && mask.action == nil && mask.style.effects?.isDecorative == true)
    let words = try self.node("rectangle", ["mask": ViewDecoderTests.view("text", ["text": "Hi"])])
    #expect(words.children[0].style.accessibility == "Hi")
  }

  @Test("masks count as views")
  func limits() {
    var view = ViewDecoderTests.view("circle")
    for _ in 0..<40 { view = ViewDecoderTests.view("circle", ["mask": view]) }
    #expect(ViewDecoderTests.message(view)?.contains("nested deeper than the limit of 32") == true)
  }
}
