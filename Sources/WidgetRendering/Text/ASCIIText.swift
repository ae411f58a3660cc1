extension StringProtocol {
  /// Whether it's all printable ASCII: every byte is a character one cell wide.
  var isPrintableASCII: Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 >= 0x20 && $0 < 0x7F } } == true
  }
}

/// Text for output that isn't UTF-8: typographic signs and the digits of other scripts become plain ones, a degree sign is left out, and
/// everything else beyond ASCII becomes `?`.
public enum ASCIIText {
  public static func from(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var plain = ""
    for character in text { plain += ascii(character) }
    return plain
  }

  private static func ascii(_ character: Character) -> String {
    if character.isASCII { return String(character) }
    return switch character {
    case "…": "..."
    case "–", "—", "‐", "‑", "−": "-"
    case "‘", "’", "‚": "'"
    case "“", "”", "„": "\""
    case "•", "·": "*"
    case "×": "x"
    case "‹", "«": "<"
    case "›", "»": ">"
    case "€": "EUR"
    case "→": "->"
    case "←": "<-"
    case "\u{A0}", "\u{202F}", "\u{2009}": " "
    case "°", "\u{200E}", "\u{200F}", "\u{61C}": ""
    case "٫": "."
    case "٬", "،": ","
    case "٪": "%"
    // Removed when breaking the text into lines.
    case "\u{AD}": "\u{AD}"
    default: digit(character) ?? "?"
    }
  }

  /// A decimal digit of any script: `٣` is 3.
  private static func digit(_ character: Character) -> String? {
    guard let scalar = character.unicodeScalars.first, scalar.properties.numericType == .decimal else { return nil }
    return character.wholeNumberValue.map { String($0) }
  }
}
