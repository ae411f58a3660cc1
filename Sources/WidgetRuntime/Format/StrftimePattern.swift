import WidgetSystem

/// A strftime(3) pattern, which authors write by habit: `%Y-%m-%d`.
struct StrftimePattern {
  let text: String

  init(_ text: String) { self.text = text }

  /// Whether the text has a conversion specifier: a percent sign and a letter.
  var hasConversion: Bool { zip(text, text.dropFirst()).contains { $0 == "%" && $1.isASCII && $1.isLetter } }

  /// The same pattern as a ``DatePattern``: `yyyy-MM-dd`. nil if it contains something without a counterpart.
  var datePattern: String? {
    var pattern = ""
    var literal = ""
    func flush() {
      if !literal.isEmpty { pattern += "'" + literal.replacing("'", with: "''") + "'" }
      literal = ""
    }
    var characters = text.makeIterator()
    while let character = characters.next() {
      if character == "%" {
        guard let specifier = characters.next() else { return nil }
        if specifier == "%" {
          literal.append("%")
          continue
        }
        guard let letters = Self.letters[specifier] else { return nil }
        flush()
        pattern += letters
      } else if character.isASCII, character.isLetter || character == "'" {
        literal.append(character)
      } else {
        flush()
        pattern.append(character)
      }
    }
    flush()
    return pattern
  }

  private static let letters: [Character: String] = [
    "Y": "yyyy", "y": "yy", "m": "MM", "d": "dd", "e": "d", "H": "HH", "I": "hh", "M": "mm", "S": "ss", "p": "a", "a": "EEE",
    "A": "EEEE", "b": "MMM", "h": "MMM", "B": "MMMM", "Z": "z", "z": "Z", "F": "yyyy-MM-dd", "T": "HH:mm:ss", "R": "HH:mm",
    "D": "MM/dd/yy",
  ]
}
