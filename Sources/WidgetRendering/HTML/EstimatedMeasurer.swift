/// Estimates the width of text that a browser will draw, from the average widths of letters in a sans-serif font.
struct EstimatedMeasurer: TextMeasurer {
  /// Points, of a font of this size: as the style sheet's rule, and as images have it.
  static func lineHeight(_ size: Double) -> Double { (1.2 * size + 1.6).rounded() }

  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    let width = text.unicodeScalars.reduce(0) { $0 + Self.width($1) }
    return TextExtent(width: width * font.size, height: Self.lineHeight(font.size), ascent: font.size)
  }

  /// As a fraction of the font size.
  private static func width(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "\u{AD}": 0
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": 0.28
    case "f", "r", "t", "(", ")", "[", "]", "/", "-", "1": 0.42
    case "m", "w", "M", "W", "@", "%": 0.9
    case "A"..."Z": 0.69
    default:
      scalar.value < 0x300 ? 0.57 : scalar.properties.generalCategory == .nonspacingMark ? 0 : scalar.value < 0x1100 ? 0.65 : 1
    }
  }
}
