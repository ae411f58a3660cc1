import WidgetModel

/// Tells numbers from other texts.
enum FigureText {
  /// The length of the longest figure, in bytes.
  static let longest = 24

  /// Whether a text is a number, a price or a time, perhaps with a sign, a currency and a unit: `12:05`, `-3.5 %`, `$1,204`,
  /// `192.5 kWh`.
  static func isFigure(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    var digits = 0
    var letters = 0
    for (index, scalar) in text.unicodeScalars.enumerated() {
      switch scalar {
      case "0"..."9": digits += 1
      case "+", "-", "\u{2212}", "\u{B1}", "~", "<", ">", "#", "$", "\u{20AC}", "\u{A3}", "\u{A5}", "\u{2248}", " ", "\u{A0}":
        continue
      // Anything starting with a letter is text.
      default:
        if digits == 0, index < 4, scalar.properties.isAlphabetic || scalar.isASCII { return false }
        if scalar.properties.isAlphabetic { letters += 1 }
        if scalar == "\n" { return false }
      }
    }
    return digits > 0 && letters <= 5
  }
}

extension FigureText {
  /// Whether a text starts with the unit of the number before it: a number and its unit stay on one line.
  static func isUnit(_ text: ArraySlice<Character>, after number: Character) -> Bool {
    guard number.isASCII, number.isNumber else { return false }
    var unit = text.prefix(longestUnit + 1).prefix { !$0.isBreakingSpace && !$0.isLineFeed }
    while let last = unit.last, ")],.;:!?".contains(last) { unit.removeLast() }
    return !unit.isEmpty && units.contains(String(unit))
  }

  /// Whether a text ends with a currency, and the number before which it stays follows.
  static func isCurrency(_ text: ArraySlice<Character>, before next: Character) -> Bool {
    guard next.isASCII, next.isNumber, let last = text.last else { return false }
    if "€$£¥".contains(last) { return true }
    var word = text.suffix(longestCurrency + 1)
    if let space = word.lastIndex(where: { $0.isBreakingSpace || "(+-−".contains($0) }) { word = word[(space + 1)...] }
    return currencies.contains(String(word))
  }

  /// Whether a position is inside a unit, such as `km/h` after a number.
  static func isUnit(_ text: [Character], around index: Int) -> Bool {
    var start = index
    while start > 0, index - start <= longestUnit, !text[start - 1].isBreakingSpace, !text[start - 1].isNumber { start -= 1 }
    while start < index, text[start].isBreakingSpace { start += 1 }
    var number = start
    while number > 0, text[number - 1].isBreakingSpace { number -= 1 }
    guard number > 0 else { return false }
    return isUnit(text[start...], after: text[number - 1])
  }

  /// Whether a word with this last letter may be one of ``currencies``: a test that rarely takes another word for one.
  static func mayBeCurrency(length: Int, last: UInt8) -> Bool {
    guard length <= longestCurrency else { return false }
    switch last {
    case UInt8(ascii: "R"), UInt8(ascii: "D"), UInt8(ascii: "P"), UInt8(ascii: "F"), UInt8(ascii: "Y"), UInt8(ascii: "K"),
      UInt8(ascii: "N"), UInt8(ascii: "r"):
      return true
    default: return false
    }
  }

  private static let longestCurrency = 3
  static let currencies: Set<String> = ["EUR", "USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN", "kr", "Fr"]

  private static let longestUnit = 8

  private static let units: Set<String> = Set(
    """
    % ‰ ° °C °F € $ £ ¥ EUR USD GBP CHF JPY SEK NOK DKK PLN kr zł Kč km m cm mm mi ft yd kg g mg t lb oz l L ml mL s ms min h hr d B KB kB MB GB TB W kW MW Wh \
    kWh MWh V A mA Ah mAh Hz kHz MHz GHz hPa mbar bar Pa kPa psi mph kn km/h m/s kcal cal J kJ dB bpm ppm ppb lm lx K px pt AM PM \
    am pm
    """.split(separator: " ").map(String.init))
}

extension String {
  /// The same text, with spaces that no browser breaks between numbers and their units or currencies.
  var withWholeFigures: String {
    guard utf8.contains(UInt8(ascii: " ")), utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return self
    }
    var letters = Array(self)
    for index in letters.indices.dropFirst().dropLast() where letters[index] == " " {
      if FigureText.isUnit(letters[(index + 1)...], after: letters[index - 1])
        || FigureText.isCurrency(letters[..<index], before: letters[index + 1])
      {
        letters[index] = "\u{A0}"
      }
    }
    return String(letters)
  }

  /// Whether it has a number with a point or comma. Kerning would hide the point between the digits of `1.1`.
  package var hasDecimalNumber: Bool {
    var isDigit = (last: false, beforeLast: false)
    var isSeparated = false
    for byte in utf8 {
      let isNext = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      if isNext, isSeparated, isDigit.beforeLast { return true }
      isSeparated = byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
      isDigit = (isNext, isDigit.last)
    }
    return false
  }
}

/// The text of a fraction: `40%`.
enum PercentText {
  static func text(_ fraction: Double) -> String {
    "\(Int(saturating: ((fraction.isNaN ? 0 : min(1, max(0, fraction))) * 100).rounded()))%"
  }
}
