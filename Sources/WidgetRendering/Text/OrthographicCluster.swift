/// Thai, Lao, Khmer and Burmese are written without spaces, so a long run of them is broken anywhere. These are the positions
/// where even then no line can end: inside what readers see as one written syllable. Source: The Unicode Standard, 16.1 to 16.4.
enum OrthographicCluster {
  /// Whether a line may end between two grapheme clusters.
  static func mayBreak(_ left: Character, _ right: Character) -> Bool {
    guard let last = left.unicodeScalars.last, let first = right.unicodeScalars.first, first.value >= 0x0E00 else { return true }
    // A vowel written before its consonant, or a sign stacking the next consonant.
    if isLeadingVowel(last) || isStacker(last) { return false }
    if isTrailingSign(first) { return false }
    // A consonant ending its syllable: Burmese asat, Thai thanthakhat, Khmer toandakhiat.
    return !right.unicodeScalars.contains { $0 == "\u{103A}" || $0 == "\u{0E4C}" || $0 == "\u{17CD}" }
  }

  /// The longest prefix of at most this length ending where a line can end.
  ///
  /// - Returns: The length you asked for if there's no such prefix.
  static func breakable(_ characters: ArraySlice<Character>, upTo length: Int) -> Int {
    var end = characters.startIndex + length
    while end > characters.startIndex, end < characters.endIndex, !mayBreak(characters[end - 1], characters[end]) { end -= 1 }
    return end > characters.startIndex ? end - characters.startIndex : length
  }

  private static func isLeadingVowel(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E40...0x0E44, 0x0EC0...0x0EC4: true
    default: false
    }
  }

  private static func isStacker(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{17D2}" || scalar == "\u{1039}" }

  /// Vowels and signs that follow their consonant, as separate grapheme clusters.
  private static func isTrailingSign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E2F, 0x0E30, 0x0E32, 0x0E33, 0x0E45, 0x0E46, 0x0EAF, 0x0EB0, 0x0EB2, 0x0EB3, 0x0EBD, 0x0EC6: true
    // Burmese vowels and signs, some of which Unicode doesn't attach to their consonant.
    case 0x102B...0x103E, 0x1056...0x1059, 0x105E...0x1060, 0x1062...0x1064, 0x1067...0x106D, 0x1071...0x1074, 0x1082...0x108D,
      0x17B6...0x17D3:
      true
    default: false
    }
  }
}
