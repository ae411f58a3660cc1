/// Texts and numbers of services, which any program of the user can offer: cleaned and limited before a widget sees them.
package enum ServiceText {
  /// Bytes of a text.
  package static let limit = 1 << 10

  /// A text on one line: without control and invisible formatting characters, and not longer than a limit in bytes.
  ///
  /// - Returns: nil if nothing is left.
  package static func cleaned(_ text: String, limit: Int = limit) -> String? {
    var result = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isSpace = scalar == "\t" || category == .lineSeparator || category == .paragraphSeparator || scalar == "\n"
      // Joiners belong to scripts and emoji.
      let isJoiner = scalar.value == 0x200C || scalar.value == 0x200D
      if !isSpace, !isJoiner, category == .control || category == .format {
        continue
      }
      let clean: Unicode.Scalar = isSpace ? " " : scalar
      bytes += UTF8.width(clean)
      guard bytes <= limit else { break }
      result.append(clean)
    }
    let trimmed = String(result).drop(while: \.isWhitespace)
    let end = trimmed.lastIndex { !$0.isWhitespace }
    return end.map { String(trimmed[...$0]) }
  }

  /// A finite number in a range; nil for every other.
  package static func number(_ number: Double?, in range: ClosedRange<Double>) -> Double? {
    guard let number, range.contains(number) else { return nil }
    return number
  }
}
