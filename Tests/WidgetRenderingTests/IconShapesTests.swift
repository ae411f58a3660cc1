import Testing
import WidgetModel
import WidgetRendering

@Suite struct IconShapesTests {
  @Test("every icon has a valid shape inside its square and a Nerd Fonts character")
  func table() throws {
    #expect(IconShapes.names.count > 200)
    for name in Set(IconSet.names + IconShapes.names).sorted() {
      for name in [name, name + ".fill"] {
        let path = try #require(IconShapes.path(for: name), "\(name)")
        try check(path, name)
        let character = try #require(IconShapes.nerdFontCharacter(for: name))
        let value = try #require(character.unicodeScalars.first).value
        #expect(character.unicodeScalars.count == 1 && (0xF0001...0xF1AF0).contains(value), "\(name)")
      }
    }
  }

  private func check(_ path: String, _ name: String) throws {
    let counts: [Character: Int] = ["M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0]
    #expect(path.first == "M", "\(name)")
    var rest = path[...]
    while let command = rest.popFirst() {
      let count = try #require(counts[command], "\(command) in \(name)")
      let numbers = rest.prefix { counts[$0] == nil }
      rest = rest[numbers.endIndex...]
      let values = numbers.split(separator: " ").map { Double($0) ?? .nan }
      #expect(values.count == count && values.allSatisfy { (-2...26).contains($0) }, "\(command)\(numbers) in \(name)")
    }
  }

  @Test(
    "weather, devices and tools have a filled shape",
    arguments: [
      "sun.max", "sunrise", "sunset", "moon.stars", "cloud.sun", "cloud.sun.rain", "cloud.sun.bolt", "cloud.moon",
      "cloud.moon.rain",
      "cloud.rain", "cloud.heavyrain", "cloud.drizzle", "cloud.hail", "cloud.sleet", "cloud.snow", "cloud.bolt",
      "cloud.bolt.rain",
      "cloud.fog", "wind.snow", "flame", "alarm", "timer", "compass", "display", "tv", "iphone", "ipad", "laptopcomputer",
      "terminal",
      "hourglass", "gauge", "tent",
    ])
  func filled(_ name: String) { #expect(IconShapes.path(for: name) != IconShapes.path(for: name + ".fill")) }

  @Test("triangles are as large as letters", arguments: ["up", "down", "left", "right"])
  func triangles(_ direction: String) throws {
    for name in ["arrowtriangle.\(direction)", "arrowtriangle.\(direction).fill"] {
      let points = VectorPath(svg: try #require(IconShapes.path(for: name))).outlines.flatMap(\.points)
      let (left, right) = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
      #expect(right - left > 14, "\(name)")
    }
  }

  @Test("a filled variant has its own shape if there is one; other variants have that of their base")
  func variants() {
    #expect(IconShapes.path(for: "heart") != IconShapes.path(for: "heart.fill"))
    #expect(IconShapes.path(for: "heart.circle.fill") == IconShapes.path(for: "heart.fill"))
    #expect(IconShapes.path(for: "airplane.circle") == IconShapes.path(for: "airplane"))
    #expect(IconShapes.path(for: "checkmark.circle.fill") != IconShapes.path(for: "checkmark.fill"))
  }

  @Test(
    "an unknown name has no shape",
    arguments: ["", ".", "...", "no such icon", "🍅", "fill", "AIRPLANE", String(repeating: "a.", count: 9999)])
  func unknown(name: String) {
    #expect(IconShapes.path(for: name) == nil)
    #expect(IconShapes.nerdFontCharacter(for: name) == nil)
  }
}
