/// Icons as vector shapes, for renderings and pages, by the same names as ``IconSet``.
///
/// The shapes are those of Material Design Icons. A name is an outline where the set has one; its `.fill` is the filled
/// shape. An unlisted variant is drawn as its base: `heart.circle.fill` as `heart.fill`.
public enum IconShapes {
  /// The side of the square that contains every path.
  public static let side = 24.0

  /// SVG path data: only absolute `M L H V C Z`, numbers with at most two decimals, filled by the nonzero rule.
  ///
  /// - Returns: nil for an unknown name and for an emoji: draw ``IconSet/icon(_:)`` as text.
  public static func path(for name: String) -> String? { codePoint(for: name).flatMap(IconRecord.path) }

  /// The same icon in Nerd Fonts (their `md` range has the set's own code points), for terminals.
  ///
  /// - Returns: nil for names without a path.
  public static func nerdFontCharacter(for name: String) -> Character? {
    codePoint(for: name).flatMap { UInt32($0, radix: 16) }.flatMap(Unicode.Scalar.init).map(Character.init)
  }

  /// The listed names, sorted.
  public static var names: [String] { IconRecord.names }

  private static func codePoint(for name: String) -> Substring? {
    guard name.utf8.count <= 64 else { return nil }
    var stem = Substring(name)
    var isFilled = false
    while !stem.isEmpty {
      if let icon = IconRecord(stem) { return isFilled ? icon.filledShape : icon.shape }
      guard let dot = stem.lastIndex(of: ".") else { break }
      isFilled = isFilled || stem[dot...] == ".fill"
      stem = stem[..<dot]
    }
    return nil
  }
}
