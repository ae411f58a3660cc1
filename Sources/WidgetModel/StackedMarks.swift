/// Combining marks piled on one letter.
///
/// Comparing or hashing a text orders the marks of each letter, in a time that grows with the square of their number: 100,000 of
/// them take minutes. Written languages stack a few, so a text beyond the limit isn't used as a name, nor compared.
public enum StackedMarks {
  /// Marks in a row.
  public static let most = 128

  /// Worded to follow the place.
  public static let problem = "has more than \(most) combining marks in a row"

  /// Whether UTF-8 has more marks in a row than the limit. Ill-formed parts are none. Takes a time proportional to the length.
  public static func areIn(_ utf8: some Sequence<UInt8>) -> Bool {
    var marks = 0
    var value: UInt32 = 0
    var missing = 0
    for byte in utf8 {
      if byte & 0xC0 == 0x80, missing > 0 {
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        guard missing == 0 else { continue }
        marks = isMark(value) ? marks + 1 : 0
        if marks > most { return true }
        continue
      }
      switch byte {
      // The first mark is U+0300, which begins with CC.
      case 0xCC...0xDF: (value, missing) = (UInt32(byte & 0x1F), 1)
      case 0xE0...0xEF: (value, missing) = (UInt32(byte & 0x0F), 2)
      case 0xF0...0xF4: (value, missing) = (UInt32(byte & 0x07), 3)
      default: (marks, missing) = (0, 0)
      }
    }
    return false
  }

  /// The text without the marks beyond the limit.
  public static func thinned(_ text: String) -> String {
    guard areIn(text.utf8) else { return text }
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = isMark(scalar.value) ? marks + 1 : 0
      if marks <= most { result.append(scalar) }
    }
    return String(result)
  }

  private static func isMark(_ value: UInt32) -> Bool {
    switch value {
    // Chinese, Japanese and Korean letters, the usual long texts.
    case 0x3400...0x9FFF, 0xAC00...0xD7A3: false
    // Vowels that are taken apart into marks, though they are none themselves.
    case 0x0F73, 0x0F75, 0x0F81: true
    default: Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
    }
  }
}
