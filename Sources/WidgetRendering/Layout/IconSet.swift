/// What stands for an icon where there are only characters.
public struct Icon: Sendable, Equatable {
  public var symbol: String
  /// One to three characters of ASCII.
  public var ascii: String

  init(_ symbol: String, _ ascii: String) {
    self.symbol = symbol
    self.ascii = ascii
  }
}

/// Which characters stand for icons.
public enum IconStyle: String, Sendable, Equatable, CaseIterable {
  /// Of Unicode: in every font, more or less.
  case unicode
  /// Of a font that is patched by Nerd Fonts: the same shapes as in images.
  case nerd
}

extension Icon {
  /// What is written for the icon in text.
  func text(_ encoding: OutputEncoding) -> String { encoding == .ascii ? ascii : symbol }
}

/// Finds an icon by its SF Symbols name.
public enum IconSet {
  /// Drawn for a name that nobody knows.
  public static let unknown = Icon("□", "#")

  /// A variant that is not listed is drawn as what it is a variant of: `heart.circle.fill` as `heart`. A name that is a single
  /// character beyond ASCII, an emoji mostly, is its own icon. Never an error.
  public static func icon(_ name: String) -> Icon {
    // The longest name of the table has 39 characters.
    if name.utf8.count <= 64 {
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      var stem = Substring(name)
      while !stem.isEmpty {
        if let icon = IconTable.icons[String(stem)] { return icon }
        // In ASCII, where every character is a byte, without looking for clusters.
        guard let dot = isASCII ? stem.utf8.lastIndex(of: UInt8(ascii: ".")) : stem.lastIndex(of: ".") else { break }
        stem = stem[..<dot]
      }
      if !isASCII, name.count == 1 {
        let symbol = terminalSafe(name)
        if symbol.count == 1, GraphemeWidth.cells(symbol) > 0 { return Icon(symbol, "#") }
      }
    }
    return unknown
  }

  /// The same in a style; a name without a character there has that of Unicode.
  public static func icon(_ name: String, style: IconStyle) -> Icon {
    var icon = icon(name)
    if style == .nerd, let character = IconShapes.nerdFontCharacter(for: name) { icon.symbol = String(character) }
    return icon
  }

  /// The names that have a character of their own, sorted.
  public static var names: [String] { IconTable.icons.keys.sorted() }
}
