/// Line break opportunities between two characters: the rules of UAX 14 (revision 51), applied to grapheme clusters.
///
/// Two are tailored. A hyphen allows a break only inside a word, because `-v` and `-5` start one. There's no break between
/// syllables of Hangul, which is written with spaces.
enum LineBreakRules {
  typealias Class = LineBreakTable.Class

  /// Whether a line may end between two adjacent characters, neither of them a space.
  ///
  /// - Parameter before: The character before `left`; nil at the start of a word.
  static func mayBreak(_ left: Character, _ right: Character, after before: Character?) -> Bool {
    // The common case: ASCII letters and digits.
    if left.isASCIILetterOrDigit, right.isASCIILetterOrDigit { return false }
    // LB8a: no break after a joiner.
    if left.unicodeScalars.last == "\u{200D}" { return false }
    let (one, other) = (lineBreakClass(left), lineBreakClass(right))
    switch (one, other) {
    case (_, .zeroWidthSpace): return false  // LB7
    case (.zeroWidthSpace, _): return true  // LB8
    case (.joiner, _), (_, .joiner), (.glue, _): return false  // LB11, LB12
    case (.breakAfter, .glue), (.hyphen, .glue): return true  // LB12a
    case (_, .glue): return false
    case (_, .closing), (_, .closingParenthesis), (_, .exclamation), (_, .infix), (_, .slash): return false  // LB13
    case (.opening, _): return false  // LB14
    case (.quotation, _), (_, .quotation): return false  // LB19
    case (.closing, .nonstarter), (.closingParenthesis, .nonstarter), (.breakBoth, .breakBoth): return false  // LB16, LB17
    case (.contingent, _), (_, .contingent): return true  // LB20
    case (_, .breakAfter), (_, .hyphen), (_, .nonstarter), (.breakBefore, _): return false  // LB21
    case (_, .inseparable): return false  // LB22
    case (.hyphen, .number): return false  // LB25
    case (.hyphen, _): return before.map { endsWord($0) && lineBreakClass($0) != .hebrew } ?? false  // LB20a, LB21a
    case (.breakAfter, _): return !(before.map { lineBreakClass($0) == .hebrew } ?? false)  // LB21a
    case (.slash, .hebrew): return false  // LB21b
    case (.alphabetic, .number), (.hebrew, .number), (.number, .alphabetic), (.number, .hebrew): return false  // LB23
    case (.prefix, .ideograph), (.prefix, .emojiBase), (.prefix, .emojiModifier): return false  // LB23a
    case (.ideograph, .postfix), (.emojiBase, .postfix), (.emojiModifier, .postfix): return false
    case (.prefix, .alphabetic), (.prefix, .hebrew), (.postfix, .alphabetic), (.postfix, .hebrew): return false  // LB24
    case (.alphabetic, .prefix), (.alphabetic, .postfix), (.hebrew, .prefix), (.hebrew, .postfix): return false
    case (.closing, .postfix), (.closing, .prefix), (.closingParenthesis, .postfix), (.closingParenthesis, .prefix): return false
    case (.number, .postfix), (.number, .prefix), (.number, .number), (.infix, .number), (.slash, .number): return false  // LB25
    case (.postfix, .opening), (.postfix, .number), (.prefix, .opening), (.prefix, .number): return false
    case (.alphabetic, .alphabetic), (.alphabetic, .hebrew), (.hebrew, .alphabetic), (.hebrew, .hebrew): return false  // LB28
    case (.infix, .alphabetic), (.infix, .hebrew): return false  // LB29
    case (.alphabetic, .opening), (.hebrew, .opening), (.number, .opening): return isWide(right)  // LB30
    case (.closingParenthesis, .alphabetic), (.closingParenthesis, .hebrew), (.closingParenthesis, .number): return isWide(left)
    case (.emojiBase, .emojiModifier): return false  // LB30b
    case (.regionalIndicator, .regionalIndicator):
      // A flag is one cluster; a lone regional indicator starts the next.
      return left.unicodeScalars.filter { LineBreakTable.lineBreakClass($0) == .regionalIndicator }.count > 1
    default: return true  // LB31
    }
  }

  /// Whether a line may end at the spaces between two characters.
  static func mayBreakAtSpaces(_ left: Character, _ right: Character) -> Bool {
    switch (lineBreakClass(left), lineBreakClass(right)) {
    case (.opening, _): false  // LB14
    // LB13, except for slashes and points, which start paths and numbers.
    case (_, .closing), (_, .closingParenthesis), (_, .exclamation): false
    case (.quotation, .opening): false  // LB15
    case (.closing, .nonstarter), (.closingParenthesis, .nonstarter), (.breakBoth, .breakBoth): false  // LB16, LB17
    default: true
    }
  }

  private static func lineBreakClass(_ character: Character) -> Class {
    guard let scalar = character.unicodeScalars.first else { return .alphabetic }
    return LineBreakTable.lineBreakClass(scalar)
  }

  private static func endsWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  private static func isWide(_ character: Character) -> Bool {
    character.unicodeScalars.first.map(WidthTable.isWide) ?? false
  }
}

extension Character {
  fileprivate var isASCIILetterOrDigit: Bool {
    guard let ascii = asciiValue else { return false }
    return (0x30...0x39).contains(ascii) || (0x41...0x5A).contains(ascii & 0xDF)
  }
}
