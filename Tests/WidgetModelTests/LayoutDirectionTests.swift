import Testing
import WidgetModel

@Suite struct LayoutDirectionTests {
  @Test(
    "the language or the script of a locale decides the direction",
    arguments: [
      ("ar", true), ("ar-EG", true), ("he_IL", true), ("fa-IR", true), ("ur", true), ("az-Arab-IR", true), ("ps-AF", true),
      ("ar-Latn", false), ("en-US", false), ("az", false), ("de", false), ("", false), ("C", false), ("-", false),
      ("arabic", false),
    ])
  func locale(_ name: String, _ isRightToLeft: Bool) {
    #expect(LayoutDirection(locale: name) == (isRightToLeft ? .rightToLeft : .leftToRight))
  }
}
