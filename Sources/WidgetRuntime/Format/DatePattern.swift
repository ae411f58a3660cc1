/// A date format pattern such as `d MMMM y HH:mm`: a subset of Unicode LDML.
///
/// `y` year, `M` month (`L` stand-alone), `d` day, `E` weekday, `H` hour 0-23, `h` hour 1-12, `a` AM or PM, `m` minute,
/// `s` second, `S` fraction of a second, `z` the zone's abbreviation, `Z` `+0100`, `X` `+01:00` or `Z`. Text in `'quotes'` is literal.
struct DatePattern: Sendable, Equatable {
  enum Part: Sendable, Equatable {
    case text(String)
    /// A letter and how often it's repeated.
    case field(Field, Int)
  }

  enum Field: Character, Sendable {
    case year = "y"
    case month = "M"
    case standaloneMonth = "L"
    case day = "d"
    case weekday = "E"
    case hour = "H"
    case hour12 = "h"
    case dayPeriod = "a"
    case minute = "m"
    case second = "s"
    case fraction = "S"
    case zoneName = "z"
    case offset = "Z"
    case isoOffset = "X"
  }

  let parts: [Part]

  /// At most 200 characters.
  init(_ text: String) throws(DatePatternError) {
    guard text.utf8.count <= 200 else { throw .tooLong }
    var parts: [Part] = []
    var literal = ""
    func flush() {
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
    }
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character == "'" {
        index += 1
        if index < characters.count, characters[index] == "'" {
          literal.append("'")
          index += 1
          continue
        }
        var isClosed = false
        while index < characters.count {
          let character = characters[index]
          index += 1
          if character == "'" {
            // Two quotes within quoted text are one quote.
            guard index < characters.count, characters[index] == "'" else {
              isClosed = true
              break
            }
            index += 1
          }
          literal.append(character)
        }
        guard isClosed else { throw .openQuote }
      } else if character == "%", index + 1 < characters.count, characters[index + 1].isASCII, characters[index + 1].isLetter {
        throw .strftime(StrftimePattern(text).datePattern)
      } else if character.isASCII, character.isLetter {
        guard let field = Field(rawValue: character) else {
          throw StrftimePattern(text).hasConversion ? .strftime(StrftimePattern(text).datePattern) : .unknownLetter(character)
        }
        var end = index
        while end < characters.count, characters[end] == character { end += 1 }
        guard end - index <= 9 else { throw .unknownLetter(character) }
        flush()
        parts.append(.field(field, end - index))
        index = end
      } else {
        literal.append(character)
        index += 1
      }
    }
    flush()
    self.parts = parts
  }
}

/// Why a text isn't a valid pattern.
enum DatePatternError: Error, Equatable, CustomStringConvertible {
  case unknownLetter(Character)
  case openQuote
  case tooLong
  /// A strftime(3) pattern, with the same pattern in letters if there is one.
  case strftime(String?)

  var description: String {
    switch self {
    case .unknownLetter(let letter):
      "\"\(letter)\" is not a pattern letter; the letters are y M L d E H h a m s S z Z X, and other text goes in 'quotes'"
    case .openQuote: "a quote is not closed"
    case .tooLong: "has more than 200 bytes"
    case .strftime(let pattern?): "is a strftime pattern; write \"\(pattern)\""
    case .strftime(nil): "is a strftime pattern; patterns have letters such as \"yyyy-MM-dd HH:mm\""
    }
  }
}
