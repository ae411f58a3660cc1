import Testing

@testable import WidgetRendering

@Suite struct ASCIITextTests {
  @Test(
    "output that isn't UTF-8 keeps the digits of every script and has no sign in place of a degree",
    arguments: [
      ("١٬٢٣٤٫٥", "1,234.5"), ("٧:٣٠ م", "7:30 ?"), ("५", "5"), ("−5°", "-5"), ("21 °C", "21 C"), ("٪٥٠", "%50"), ("三", "?"),
      ("½", "?"), ("é", "?"), ("“a…”", "\"a...\""),
    ])
  func texts(_ text: String, _ plain: String) {
    #expect(ASCIIText.from(text) == plain)
  }
}
