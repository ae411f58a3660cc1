import Testing
import WidgetModel

@testable import WidgetRendering

/// Icons with a palette or a value.
@Suite struct IconLayerTests {
  /// `0 1 (0)`: the colours of the layers from back to front, dimmed ones in parentheses.
  private func layers(_ name: String, _ colors: Int = 0, _ value: Double? = nil) -> String? {
    IconLayer.layers(of: name, colors: colors, value: value)?.map {
      ($0.isLit ? "\($0.color)" : "(\($0.color))") + ($0.part < 1 ? " up to \($0.part)" : "")
    }.joined(separator: " ")
  }

  @Test(
    "the parts of a meter light up one after the other",
    arguments: [
      ("wifi", 0, "(0) (0) (0)"), ("wifi", 0.01, "0 (0) (0)"), ("wifi", 0.34, "0 0 (0)"), ("wifi", 1, "0 0 0"),
      ("speaker.wave.3", 0, "0 (0) (0)"), ("speaker.wave.3", 0.5, "0 0 (0)"), ("speaker.wave.3.fill", 1, "0 0 0"),
      ("battery.100", 0, "0"), ("battery.25", 0.5, "0 0"), ("heart.fill", 0.6, "(0) 0 up to 0.6"),
      ("heart", 0, "(0) 0 up to 0.0"),
      ("chart.bar", 0.2, "0 0 (0) (0)"), ("chart.bar", 0.5, "0 0 0 (0)"), ("chart.bar", 1, "0 0 0 0"), ("wifi", 7, "0 0 0"),
      ("wifi", -1, "(0) (0) (0)"), ("wifi.slash", 0.5, "(0) 0 up to 0.5"),
    ] as [(String, Double, String)])
  func meters(_ name: String, _ value: Double, _ expected: String) { #expect(layers(name, 0, value) == expected) }

  @Test(
    "the first colour is that of the mark or of the largest body",
    arguments: [
      ("checkmark.circle.fill", 2, "1 0"), ("cloud.sun.fill", 2, "1 0"), ("bell.badge", 3, "1 0"), ("circle", 2, "0"),
      ("star.fill", 3, "0"),
      ("checkmark.circle.fill", 1, "0 0"),
    ])
  func palettes(_ name: String, _ colors: Int, _ expected: String) { #expect(layers(name, colors) == expected) }

  @Test("the inner wave of a speaker lights up before the outer one")
  func waves() throws {
    let layers = try #require(IconLayer.layers(of: "speaker.wave.3", colors: 0, value: 0.5))
    let ends = layers.map { IconLayer.bounds(of: VectorPath(svg: $0.path).outlines.map(\.points)).maxX }
    #expect(ends == ends.sorted() && layers.map(\.isLit) == [true, true, false])
  }

  @Test("every icon has layers whose paths are complete, for any palette and value")
  func allIcons() {
    for name in IconShapes.names {
      let shape = IconShapes.path(for: name)
      for value: Double? in [nil, 0, 0.5, 1, .nan] {
        guard let layers = IconLayer.layers(of: name, colors: 3, value: value) else {
          #expect(shape == nil, "\(name)")
          continue
        }
        #expect(!layers.isEmpty, "\(name)")
        for layer in layers {
          #expect(
            VectorPath(svg: layer.path).errorOffset == nil && !VectorPath(svg: layer.path).elements.isEmpty,
            "\(name) \(layer.path)")
        }
      }
    }
    #expect(IconLayer.layers(of: "\u{1F600}", colors: 2, value: 0.5) == nil)
  }

  @Test("a reader hears the value instead of the level in the name")
  func words() {
    let cases = [("battery.100", 0.2, "battery 20%"), ("wifi", 0.6, "Wi-Fi 60%"), ("speaker.wave.3", 1, "sound 100%")]
    for (name, value, text) in cases { #expect(IconText.text(for: name, value: value) == text) }
    #expect(IconText.text(for: "battery.100", value: nil) == "battery full")
  }
}
