/// The characters representing an icon in text.
public struct Icon: Sendable, Equatable {
  public var symbol: String
  /// One to three ASCII characters.
  public var ascii: String

  init(_ symbol: String, _ ascii: String) {
    self.symbol = symbol
    self.ascii = ascii
  }
}

/// The characters for icons.
public enum IconStyle: String, Sendable, Equatable, CaseIterable {
  /// Unicode characters found in most fonts.
  case unicode
  /// Nerd Fonts characters: the same shapes as in renderings.
  case nerd
}

extension Icon {
  /// The characters for an output.
  func text(_ encoding: OutputEncoding) -> String { encoding == .ascii ? ascii : symbol }
}

/// Finds an icon by its SF Symbols name.
public enum IconSet {
  /// Drawn for an unknown name.
  public static let unknown = Icon("□", "#")

  /// Unlisted variants are drawn as their base: `heart.circle.fill` as `heart`. A name that's a single character beyond ASCII,
  /// usually an emoji, is its own icon. Never an error.
  public static func icon(_ name: String) -> Icon {
    if name.utf8.count <= 64 {
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      var stem = Substring(name)
      while !stem.isEmpty {
        if let icon = IconRecord(stem) { return Icon(icon.symbol, icon.ascii) }
        // In ASCII, where every character is a byte, without segmentation into clusters.
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

  /// The icon in a style. Names without a Nerd Fonts character use the Unicode one.
  public static func icon(_ name: String, style: IconStyle) -> Icon {
    var icon = icon(name)
    if style == .nerd, let character = IconShapes.nerdFontCharacter(for: name) { icon.symbol = String(character) }
    return icon
  }

  /// The listed names, sorted.
  public static var names: [String] { IconRecord.names }
}
