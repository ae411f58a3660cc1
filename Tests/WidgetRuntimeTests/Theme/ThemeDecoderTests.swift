import Testing
import WidgetModel

@testable import WidgetRuntime

@Suite struct ThemeDecoderTests {
  private func theme(_ value: LuaValue) throws -> Theme { try ThemeDecoder.theme(value, in: "/config") }

  @Test("a name is a built-in theme, and a table changes one")
  func named() throws {
    for (name, expected) in Theme.named { #expect(try theme(.string(name)) == expected) }
    let dusk = try #require(Theme.named.first { $0.name == "dusk" }).theme
    let changed = try theme(["base": "dusk", "radius": 8, "density": "compact"])
    #expect(changed.accent == dusk.accent && changed.background == dusk.background)
    #expect(changed.cornerRadius == 8 && changed.density == .compact)
  }

  @Test("every key")
  func keys() throws {
    let all = try theme([
      "accent": ["light": "#b4532a", "dark": "#f0a27a"],
      "background": ["gradient": ["#ffffff", "#eeeeee"], "direction": "right"],
      "radius": 0, "density": "comfortable", "appearance": "dark",
    ])
    #expect(all.accent == .pair(light: .rgb(0xB4532A), dark: .rgb(0xF0A27A)))
    #expect(all.background == .gradient(Gradient([.rgb(0xFFFFFF), .rgb(0xEEEEEE)], direction: .right)))
    #expect(all.cornerRadius == 0 && all.density == .comfortable && all.colorScheme == .dark)
    #expect(try theme(["background": "teal"]).background == .color(.named(.teal)))
    #expect(try theme(["appearance": "auto"]).colorScheme == nil)
  }

  @Test(
    "an image is relative to the file's folder", arguments: [("a.jpg", "/config/a.jpg"), ("~/a.jpg", "~/a.jpg"), ("/a", "/a")])
  func image(_ path: String, _ expected: String) throws {
    #expect(try theme(["background": ["image": .string(path)]]).background == .image(path: expected))
  }

  @Test("a board's theme is over that of config.toml")
  func over() {
    let base = Theme(accent: .named(.red), cornerRadius: 4, appearance: .dark)
    let own = Theme(accent: .named(.green), appearance: .auto)
    #expect(own.over(base) == Theme(accent: .named(.green), cornerRadius: 4, appearance: .auto))
  }

  @Test(
    "an error names the key and what is expected",
    arguments: [
      (
        "dsk", nil, "theme must be one of \"system\", \"paper\", \"dusk\", \"forest\", got string \"dsk\"; did you mean \"dusk\"?"
      ),
      ("dark", nil, "got string \"dark\"; for dark colours write appearance = \"dark\" below [theme]"),
      (5, nil, "theme must be \"system\""), (["base": 1], "base", "base must be one of"),
      (["accent": "blu"], "accent", "accent: unknown colour \"blu\"; did you mean \"blue\"?"),
      (["accent": "clear"], "accent", "accent must be a visible colour"),
      (["radius": 41], "radius", "radius must be a number of points from 0 to 40"), (["radius": "4"], "radius", "radius must be"),
      (["density": "tight"], "density", "density must be one of comfortable, compact, got string \"tight\""),
      (["appearance": "drak"], "appearance", "did you mean \"dark\"?"),
      (["background": ["image": 3]], "background", "background.image must be the path of an image"),
      (["background": ["gradient": ["red"]]], "background", "background.gradient must be a list of 2 to 8 colours"),
      (["colour": "red"], "colour", "unknown key \"colour\"; did you mean \"accent\"?"),
    ] as [(LuaValue, String?, String)])
  func errors(_ value: LuaValue, _ key: String?, _ message: String) {
    do {
      _ = try ThemeDecoder.theme(value, in: "/config")
      Issue.record("\(value) is a theme")
    } catch {
      #expect(error.key == key)
      #expect(error.message.contains(message), "\(error.message)")
    }
  }
}
