/// Scalars that are one cell wide and always a separate cluster. Text of these alone is drawn and measured without the rules
/// for clusters.
///
/// All have Grapheme_Cluster_Break=Other (UAX 29), and none is an emoji that a joiner could continue. Not every such scalar is
/// listed, only the ranges that most texts and all lines and bars consist of.
enum NarrowScalar {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // ASCII and Latin, without controls, the soft hyphen and two characters that are emoji.
    case 0x20...0x7E, 0xA0...0xA8, 0xAA...0xAC, 0xAF...0x2FF: true
    // Greek and Cyrillic, without marks.
    case 0x370...0x482, 0x48A...0x52F: true
    // Dashes, quotation marks, ellipsis.
    case 0x2010...0x2027: true
    // Lines and blocks; braille.
    case 0x2500...0x259F, 0x2800...0x28FF: true
    default: false
    }
  }

  /// The width of a text of such scalars; nil if there is any other.
  static func cells(_ text: some StringProtocol) -> Int? {
    // Without decoding scalars.
    if text.isPrintableASCII { return text.utf8.count }
    var count = 0
    for scalar in text.unicodeScalars {
      guard contains(scalar) else { return nil }
      count += 1
    }
    return count
  }
}
