import Testing
import WidgetModel

@Suite struct ThemeTests {
  @Test("text in a theme's accent is legible on cards and buttons", arguments: Theme.named.map(\.name))
  func accentText(_ name: String) throws {
    let theme = try #require(Theme.named.first { $0.name == name }).theme
    guard let text = theme.card.accentText else { return }
    for scheme in ColorScheme.allCases {
      #expect(Contrast.ratio(text[scheme], SystemPalette.card[scheme]) >= 4.5)
      #expect(Contrast.ratio(text[scheme], SystemPalette.control[scheme]) >= 4.5)
    }
  }

  @Test(
    "a prominent button's title has a contrast of 4.5 to 1 on every accent, also under the pointer",
    arguments: [0x007AFF, 0x0A84FF, 0xFF9500, 0xFFCC00, 0x34C759, 0xFFFFFF, 0x000000, 0x7A3FD0, 0x8E8E93, 0xB690FF])
  func action(_ color: UInt32) {
    let (ground, label) = Contrast.action(color)
    #expect(Contrast.ratio(label, ground) >= 4.5)
    #expect(Contrast.ratio(label, Contrast.mix(ground, 0x000000, 0.88)) >= 4.5)
  }

  @Test("a card's theme survives the way to a helper")
  func coding() throws {
    for (_, theme) in Theme.named + [("radius", Theme(cornerRadius: 3)), ("accent", Theme(accent: .rgb(0)))] {
      #expect(CardTheme(stored: theme.card.stored) == theme.card)
    }
  }
}
