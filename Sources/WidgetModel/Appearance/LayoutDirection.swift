/// The side on which lines, rows and headers start.
public enum LayoutDirection: String, Sendable, Equatable, CaseIterable, FieldValue {
  case leftToRight = "left_to_right"
  case rightToLeft = "right_to_left"

  /// The writing direction of a locale's language (BCP 47), taken from its script if it names one.
  public init(locale: String) {
    let subtags = locale.utf8.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    var isRightToLeft = false
    for (index, subtag) in subtags.enumerated() {
      // Longer ones are neither known languages nor scripts.
      guard subtag.count <= 4, subtag.allSatisfy(\.isLetter) else { continue }
      if index == 0 {
        isRightToLeft = Self.isRightToLeft(language: Self.lowercased(subtag))
      } else if subtag.count == 4 {
        isRightToLeft = Self.isRightToLeft(script: Self.lowercased(subtag))
        break
      }
    }
    self = isRightToLeft ? .rightToLeft : .leftToRight
  }

  private static func lowercased(_ letters: Substring.UTF8View) -> String {
    String(unsafeUninitializedCapacity: 4) { buffer in
      for (index, byte) in letters.enumerated() { buffer[index] = byte | 0x20 }
      return letters.count
    }
  }

  // Not sets: those would cost thousands of instructions in every run.

  private static func isRightToLeft(script: String) -> Bool {
    switch script {
    case "arab", "aran", "hebr", "mand", "nkoo", "rohg", "samr", "syrc", "thaa", "adlm": true
    default: false
    }
  }

  private static func isRightToLeft(language: String) -> Bool {
    switch language {
    case "ar", "arc", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "lrc", "mzn", "nqo", "ps", "sd", "syr", "ug", "ur", "yi": true
    default: false
    }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
