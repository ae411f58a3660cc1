/// The direction of a line, from its first strong character (UAX 9, rules P2 and P3).
public enum TextDirection {
  /// Whether the first strong character of a text is right-to-left (UAX #9, rules P2 and P3).
  public static func isRightToLeft(_ text: Substring) -> Bool {
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if value < 0x590 {
        if scalar.properties.isAlphabetic { return false }
        continue
      }
      if isRightToLeft(value) {
        // Digits and marks of these scripts are weak.
        switch scalar.properties.generalCategory {
        case .decimalNumber, .nonspacingMark, .format, .otherPunctuation, .mathSymbol, .currencySymbol: continue
        default: return true
        }
      }
      if scalar.properties.isAlphabetic { return false }
    }
    return false
  }

  /// The blocks with letters of the classes R and AL (DerivedBidiClass.txt, default values included).
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
