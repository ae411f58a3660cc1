import WidgetModel

/// A card's fonts as style rules.
struct PageFonts {
  let faces: [FontFace]
  /// The names of the families of each design, in the order letters are taken from them.
  private let stacks: [Stack: [String]]

  private struct Stack: Hashable {
    var design: FontDesign
    var isDisplay: Bool
  }

  init(_ fonts: [PageFont]) {
    // One name for each set of fonts: another card's families have other letters.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for font in fonts { for byte in font.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
    let prefix = "f" + String(hash, radix: 36)
    var stacks: [Stack: Set<Int>] = [:]
    func name(_ stack: Stack, _ order: Int) -> String {
      "\(prefix)-\(stack.isDisplay ? "display" : stack.design.rawValue)-\(order)"
    }
    faces = fonts.map { font in
      let stack = Stack(design: font.design, isDisplay: font.isDisplay)
      stacks[stack, default: []].insert(font.order)
      return FontFace(family: name(stack, font.order), font)
    }
    self.stacks = stacks.reduce(into: [:]) { all, entry in
      all[entry.key] = entry.value.sorted().map { name(entry.key, $0) }
    }
  }

  /// The families of a font; nil if none comes with the card.
  func stack(of font: ResolvedFont) -> Declaration? {
    let names = stacks[Stack(design: font.design, isDisplay: font.isDisplay)]
    return names.map { .families($0, font.design) }
  }
}

/// An `@font-face` rule.
struct FontFace: Sendable, Equatable {
  let css: String

  init(family: String, _ font: PageFont) {
    let style = font.isItalic ? "font-style:italic;" : ""
    css = """
      @font-face{font-family:\(family);font-weight:\(font.weight);\(style)src:url(data:font/otf;base64,\(Base64.text(font.bytes)))}
      """
  }
}
