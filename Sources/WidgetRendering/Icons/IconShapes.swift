import WidgetModel

/// Icons as vector shapes, for renderings and pages, under the same names as in ``IconSet``.
///
/// The shapes come from Material Design Icons. A name is an outline if the set has one; its `.fill` is the filled shape. Unlisted
/// variants are drawn as their base: `heart.circle.fill` as `heart.fill`.
public enum IconShapes {
  /// The side of the square containing every path.
  public static let side = 24.0

  /// SVG path data: only absolute `M L H V C Z`, numbers with at most two decimals, filled by the nonzero rule.
  ///
  /// - Returns: nil for unknown names and for emoji: draw ``IconSet/icon(_:)`` as text.
  public static func path(for name: String) -> String? { shape(of: name).flatMap { IconRecord.path(of: $0.codePoint) } }

  /// The same icon in Nerd Fonts (their `md` range has the set's own code points, up to F1AF0), or a similar one, for terminals.
  ///
  /// - Returns: nil for names without a path.
  public static func nerdFontCharacter(for name: String) -> Character? {
    guard let (codePoint, substitute) = shape(of: name), let own = UInt32(codePoint.prefix { $0 != "." }, radix: 16) else {
      return nil
    }
    let value = own <= lastOfNerdFonts ? own : substitute.flatMap { UInt32($0, radix: 16) }
    return value.flatMap(Unicode.Scalar.init).map(Character.init)
  }

  private static let lastOfNerdFonts: UInt32 = 0xF1AF0

  /// The listed names, sorted.
  public static var names: [String] { IconRecord.names }

  private static func shape(of name: String) -> (codePoint: Substring, nerdFontSubstitute: Substring?)? {
    guard name.utf8.count <= 64 else { return nil }
    var stem = Substring(name)
    var isFilled = false
    while !stem.isEmpty {
      if let icon = IconRecord(stem) { return (isFilled ? icon.filledShape : icon.shape, icon.nerdFontSubstitute) }
      guard let dot = stem.lastIndex(of: ".") else { break }
      isFilled = isFilled || stem[dot...] == ".fill"
      stem = stem[..<dot]
    }
    return nil
  }
}

/// An icon in the table.
struct IconRecord: Equatable {
  /// The code points of its shape and of its `.fill`'s, in hexadecimal; with the icon's name if the shape is ours.
  var shape: Substring
  var filledShape: Substring
  var symbol: String
  var ascii: String
  /// A code point for terminals, if Nerd Fonts lack one of the shapes.
  var nerdFontSubstitute: Substring?

  private static let icons = SortedText(IconData.icons)
  private static let shapes = SortedText(IconData.shapes)

  /// The listed names, sorted.
  static var names: [String] { icons.keys }

  init?(_ name: some StringProtocol) {
    guard let record = Self.icons.record(of: name) else { return nil }
    let fields = record.split(separator: " ")
    guard 4...5 ~= fields.count else { return nil }
    (shape, filledShape) = (fields[0], fields[1])
    (symbol, ascii) = (String(fields[2]), String(fields[3]))
    nerdFontSubstitute = fields.count == 5 ? fields[4] : nil
  }

  /// The path of a code point.
  static func path(of shape: Substring) -> String? { shapes.record(of: shape) }
}
