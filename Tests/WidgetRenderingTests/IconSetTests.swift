import Testing
import WidgetModel
import WidgetRendering

@Suite struct IconSetTests {
  @Test("every accepted icon name has a drawing")
  func knownNames() {
    let drawn = Set(IconSet.names + IconShapes.names)
    #expect(drawn.allSatisfy(IconName.isKnown), "\(drawn.filter { !IconName.isKnown($0) })")
    #expect(IconName.all.allSatisfy { IconSet.icon($0) != IconSet.unknown || IconShapes.names.contains($0) })
    for name in ["heart.circle.fill", "🐎", "airplane"] { #expect(IconName.isKnown(name), "\(name)") }
    for name in ["", ".", "airplan", "xx", "heartt.fill", String(repeating: "heart.", count: 100)] {
      #expect(!IconName.isKnown(name), "\(name)")
    }
  }

  @Test("every icon is one or two cells, not an emoji, safe to show, and has an ASCII form")
  func table() {
    #expect(IconSet.names.count >= 400)
    for name in IconSet.names {
      let icon = IconSet.icon(name)
      #expect((1...2).contains(GraphemeWidth.cells(icon.symbol)), "\(name)")
      #expect(!icon.symbol.unicodeScalars.contains { $0.properties.isEmojiPresentation }, "\(name)")
      #expect(terminalSafe(icon.symbol) == icon.symbol, "\(name)")
      #expect((1...3).contains(icon.ascii.count) && icon.ascii.allSatisfy(\.isASCII), "\(name)")
    }
  }

  @Test(
    "names, variants, emoji and unknown names",
    arguments: [
      ("airplane", "✈"), ("checkmark", "✓"), ("star.fill", "★"), ("heart.circle.fill", "♡"), ("bolt.horizontal", "↯"), ("🍅", "🍅"),
      ("", "□"),
      ("no such icon", "□"), ("\u{1B}[31m", "□"), ("\u{202E}", "□"), ("é", "é"), ("...", "□"),
      (String(repeating: "a.", count: 10_000), "□"), ("heart.é.fill", "♡"), ("heart.\u{301}x", "□"), (".heart", "□"),
      ("heart.", "♡"),
    ])
  func lookup(name: String, symbol: String) {
    #expect(IconSet.icon(name).symbol == symbol)
  }
}
