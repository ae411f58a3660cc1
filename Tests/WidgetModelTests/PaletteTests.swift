import Testing
import WidgetModel

/// Every pair of text and background drawn by a surface has WCAG 2.2 AA contrast.
@Suite struct PaletteTests {
  private static let schemes = ColorScheme.allCases

  /// The background of a button in a rendering: a faint tone of its colour on the card.
  private func tinted(_ fill: UInt32, on card: UInt32) -> UInt32 {
    [16, 8, 0].reduce(0) { value, shift in
      let (a, b) = (Double(fill >> shift & 0xFF), Double(card >> shift & 0xFF))
      return value | UInt32(saturating: (a * SystemPalette.buttonTint + b * (1 - SystemPalette.buttonTint)).rounded()) << shift
    }
  }

  @Test("text on cards, pages' buttons, tinted buttons and terminals", arguments: schemes)
  func text(_ scheme: ColorScheme) throws {
    let card = SystemPalette.card[scheme]
    // A terminal isn't darker than black or lighter than white.
    let terminal: UInt32 = scheme == .dark ? 0x000000 : 0xFFFFFF
    for name in ColorName.allCases where name != .clear {
      let text = try #require(SystemPalette.text(name))[scheme]
      let fill = try #require(SystemPalette.fill(name))[scheme]
      for ground in [card, terminal] + (name == .tertiary ? [] : [SystemPalette.control[scheme]]) {
        #expect(Contrast.ratio(text, ground) >= Contrast.least, "\(name) on \(String(ground, radix: 16)), \(scheme)")
      }
      guard ![.secondary, .tertiary].contains(name) else { continue }
      let button = tinted(fill, on: card)
      #expect(Contrast.ratio(text, button) >= Contrast.least, "\(name) on its button, \(scheme)")
    }
  }

  @Test("white and black text on badges of every colour", arguments: schemes)
  func badges(_ scheme: ColorScheme) throws {
    for name in ColorName.allCases where name != .clear && name != .label {
      for text: UInt32 in [0xFFFFFF, 0x000000] {
        let badge = try #require(SystemPalette.badge(name, under: text))[scheme]
        #expect(Contrast.ratio(text, badge) >= Contrast.least, "\(String(text, radix: 16)) on \(name), \(scheme)")
      }
    }
  }

  @Test("the text colours of a view with a background", arguments: schemes)
  func grounds(_ scheme: ColorScheme) throws {
    for name in ColorName.allCases where name != .clear {
      let ground = try #require(SystemPalette.fill(name))[scheme]
      for text in [Contrast.label(on: ground), Contrast.faint(on: ground), Contrast.faint(on: ground, strength: 0.38)] {
        #expect(Contrast.ratio(text, ground) >= Contrast.least)
      }
    }
  }
}
