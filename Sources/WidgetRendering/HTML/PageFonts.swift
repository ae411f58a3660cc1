import WidgetModel

/// A card's fonts as style rules.
struct PageFonts {
  let faces: [FontFace]
  /// The names of the families of each font, in the order letters are taken from them.
  private let stacks: [PageFont.Use: [String]]

  /// - Parameter folder: The path of the font files on our server; nil embeds them.
  init(_ fonts: [PageFont], in folder: String?) {
    var stacks: [PageFont.Use: [String]] = [:]
    faces = fonts.sorted { $0.order < $1.order }.map { font in
      let name = font.name
      for use in font.uses { stacks[use, default: []].append(name) }
      return FontFace(name, font.bytes, in: folder)
    }
    self.stacks = stacks
  }

  /// The families of a font; nil if none comes with the card.
  func stack(of font: ResolvedFont) -> Declaration? {
    stacks[PageFont.Use(font)].map { .families($0, font.design) }
  }
}

/// An `@font-face` rule. A face is used for one weight and slant, and nothing is synthesized from it.
struct FontFace: Sendable, Equatable {
  let css: String

  init(_ name: String, _ bytes: [UInt8], in folder: String?) {
    let source = folder.map { "\($0)\(name).otf" } ?? "data:font/otf;base64," + Base64.text(bytes)
    css = "@font-face{font-family:\(name);font-weight:1 1000;src:url(\(source))}"
  }
}
