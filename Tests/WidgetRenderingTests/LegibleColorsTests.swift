import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct LegibleColorsTests {
  @Test("white text darkens a badge of a light colour, black text does not")
  func badges() throws {
    func background(_ color: UInt32) -> Color? {
      let badge = text("+1.24 %") {
        $0.color = .rgb(color)
        $0.background = .named(.green)
      }
      return LegibleColors.corrected(hstack(badge)).children[0].style.background
    }
    let white = try #require(background(0xFFFFFF).flatMap(SystemPalette.fill))
    #expect(Contrast.ratio(white.light, 0xFFFFFF) >= Contrast.least && Contrast.ratio(white.dark, 0xFFFFFF) >= Contrast.least)
    #expect(background(0x000000) == .named(.green))
  }

  @Test("a text in a named colour without contrast becomes black or white")
  func names() {
    let red = text("late") { $0.color = .named(.red) }
    let corrected = LegibleColors.corrected(view(.vstack, [red]) { $0.background = .named(.blue) })
    #expect(corrected.children[0].style.color == .named(.label) && corrected.style.background == .named(.blue))
    #expect(LegibleColors.corrected(vstack(red)) == vstack(red))
  }
}
