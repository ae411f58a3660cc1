import WidgetSystem

/// How a terminal counts the cells of a grapheme cluster.
public enum WidthRule: String, Sendable, Equatable, CaseIterable {
  /// One or two cells for the whole cluster: terminals with mode 2027.
  case graphemeClusters
  /// The sum of its code points, as counted by wcwidth(3): all other terminals. An emoji sequence counts as one emoji.
  case codePoints
}

/// The width of text in terminal cells.
///
/// Clusters follow UAX 29. A cluster is as wide as its widest scalar: East Asian wide and fullwidth, emoji presentation and
/// regional indicators are two cells; marks, format characters and joiners none; everything else, including ambiguous width, one.
/// Variation selector 16 widens an emoji, 15 narrows it.
public enum GraphemeWidth {
  public static func cells(_ text: some StringProtocol, rule: WidthRule = .graphemeClusters) -> Int {
    if let cells = NarrowScalar.cells(text) { return cells }
    return text.reduce(0) { $0 + cells($1, rule: rule) }
  }

  /// 0 for a lone mark or a control character.
  public static func cells(_ character: Character, rule: WidthRule = .graphemeClusters) -> Int {
    if let ascii = character.asciiValue { return ascii >= 0x20 && ascii < 0x7F ? 1 : 0 }
    let scalars = character.unicodeScalars
    guard let base = scalars.first else { return 0 }
    if isIdeograph(base), scalars.count == 1 { return 2 }
    // Some vowel signs in Burmese and other scripts are separate clusters, and visible.
    let isSpacingMark = base.properties.generalCategory == .spacingMark
    guard scalars.count > 1 else { return isSpacingMark ? 1 : cells(base) }

    var widest = isSpacingMark ? 1 : 0
    var sum = 0
    var isEmoji = false
    var presentation: Unicode.Scalar?
    var isKeycap = false
    // A skin tone after something without skin: a separate square.
    var hasLooseModifier = false
    var previous: Unicode.Scalar?
    for scalar in scalars {
      let width = cells(scalar)
      widest = max(widest, width)
      sum += scalar.properties.generalCategory == .spacingMark ? 1 : width
      switch scalar {
      case "\u{FE0E}", "\u{FE0F}": presentation = presentation ?? scalar
      case "\u{20E3}": isKeycap = true
      default: break
      }
      if scalar.properties.isEmojiModifier, let previous, !previous.properties.isEmojiModifierBase { hasLooseModifier = true }
      if scalar != "\u{FE0F}" { previous = scalar }
      if isRegionalIndicator(scalar) || scalar.properties.isEmojiPresentation || scalar.properties.isEmojiModifier {
        isEmoji = true
      }
    }
    if hasLooseModifier { return sum }
    // Digits, # and * count as emoji in Unicode's data, but only a keycap is drawn as one.
    if let presentation, base.properties.isEmoji, !base.isASCII || isKeycap {
      isEmoji = true
      // A joined sequence is one emoji, whatever its first part asked for.
      if presentation == "\u{FE0F}" || scalars.contains("\u{200D}") { return 2 }
      return 1
    }
    return rule == .codePoints && !isEmoji ? sum : widest
  }

  /// Whether it's one of the characters that make up most Chinese, Japanese and Korean texts. Asking Unicode's tables costs more than
  /// anything else in measuring one.
  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func cells(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) || value == 0xAD ? 0 : 1 }
    // Lines, blocks and braille, which drawings are made of.
    if (0x2500..<0x25A0).contains(value) || (0x2800..<0x2900).contains(value) { return 1 }
    // A Hangul vowel or final consonant is in its syllable's cell.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    if isRegionalIndicator(scalar) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator, .control: return 0
    default: return WidthTable.isWide(scalar) ? 2 : 1
    }
  }
}

/// Scalars one cell wide that are always a cluster by themselves. Text made only of these is drawn and measured without the rules
/// for clusters.
///
/// All have Grapheme_Cluster_Break=Other (UAX 29), and none is an emoji a joiner could continue. Only the ranges making up most
/// texts and all lines and bars are listed.
enum NarrowScalar {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // ASCII and Latin, without controls, the soft hyphen and two emoji.
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

  /// The width of text made only of such scalars; nil for any other text.
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
