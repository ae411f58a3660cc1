import Testing
import WidgetModel

@Suite struct ColorTests {
  @Test(
    "a colour and its text",
    arguments: [
      ("red", Color.named(.red)), ("#12abff", .rgb(0x12ABFF)), ("#12abff/0.5", .translucent(.rgb(0x12ABFF), opacity: 0.5)),
      ("blue/0.3", .translucent(.named(.blue), opacity: 0.3)),
    ])
  func text(_ text: String, _ color: Color) {
    #expect(Color(text) == color && color.text == text)
  }

  @Test("a value may have eight digits; opacities multiply")
  func digits() {
    #expect(Color("#12abff80") == .translucent(.rgb(0x12ABFF), opacity: 128.0 / 255))
    #expect(Color("#00000000/0.5") == .translucent(.rgb(0), opacity: 0))
  }

  @Test(
    "anything else is no colour",
    arguments: ["", "/", "blue/", "blue/2", "blue/-1", "blue/nan", "#12", "#12345", "#1234567", "x/0.5"])
  func invalid(_ text: String) { #expect(Color(text) == nil) }

  @Test("a gradient mixes its neighbours; its likeness is in the middle")
  func gradient() {
    let gradient = Gradient([.rgb(0), .rgb(0x808080), .rgb(0xFFFFFF)])
    func shade(_ fraction: Double) -> UInt32? { SystemPalette.fill(gradient.color(at: fraction))?.dark }
    #expect(shade(0) == 0 && shade(0.25) == 0x404040 && shade(0.5) == 0x808080 && shade(1) == 0xFFFFFF && shade(7) == 0xFFFFFF)
    #expect(SystemPalette.fill(gradient.likeness)?.light == 0x808080)
  }
}
