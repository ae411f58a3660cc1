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
    let white = try #require(background(0xFFFFFF).flatMap { SystemPalette.fill($0) })
    #expect(Contrast.ratio(white.light, 0xFFFFFF) >= Contrast.least && Contrast.ratio(white.dark, 0xFFFFFF) >= Contrast.least)
    #expect(background(0x000000) == .named(.green))
  }

  @Test("a material is dark behind white text and light behind black text, in both appearances", arguments: Material.allCases)
  func materials(_ material: Material) throws {
    for color: UInt32 in [0xFFFFFF, 0x000000] {
      let title = text("Title") { $0.color = .rgb(color) }
      let corrected = LegibleColors.corrected(
        view(.vstack, [title]) {
          $0.background = material.tint
          $0.setEffect(\.material, to: material)
        })
      let ground = try #require(corrected.style.background)
      for behind: UInt32 in [0xFFFFFF, 0x000000] {
        let shades = try #require(SystemPalette.fill(ground, over: .init(light: behind, dark: behind)))
        #expect(Contrast.ratio(shades.light, color) >= Contrast.least && Contrast.ratio(shades.dark, color) >= Contrast.least)
      }
    }
  }

  @Test("text on a material contrasts with the material and what's behind it")
  func materialGround() throws {
    let ground = GradientGround(Gradient([.rgb(0xFFFFFF), .rgb(0x000000)]), Frame(x: 0, y: 0, width: 100, height: 100))
    let shades = try #require(ground.under(Material.thin.tint).shades(at: Frame(x: 0, y: 100, width: 100, height: 0)))
    #expect(shades == SystemPalette.Shades(light: 0x8C8C8C, dark: 0x0F0F10))
  }

  @Test("an icon is white on a colour, and black on one as bright as yellow")
  func icons() {
    #expect(Contrast.icon(on: 0x007AFF) == 0xFFFFFF && Contrast.icon(on: 0xFFCC00) == 0x000000)
    #expect(String(PageTheme.rules(Theme(accent: .named(.yellow)), image: nil).text).contains("--on-accent:#000"))
  }

  @Test("a text in a named colour without contrast becomes black or white")
  func names() {
    let red = text("late") { $0.color = .named(.red) }
    let corrected = LegibleColors.corrected(view(.vstack, [red]) { $0.background = .named(.blue) })
    #expect(corrected.children[0].style.color == .named(.label) && corrected.style.background == .named(.blue))
    #expect(LegibleColors.corrected(vstack(red)) == vstack(red))
  }
}
