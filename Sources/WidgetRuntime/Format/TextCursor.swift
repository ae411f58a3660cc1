/// Parses a text from left to right.
struct TextCursor {
  private(set) var rest: Substring

  init(_ text: String) { rest = Substring(text) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  /// Skips one of these characters and returns it.
  mutating func skip(anyOf characters: String) -> Character? {
    guard let first = rest.first, characters.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }

  mutating func skipSpaces() { rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\u{A0}" || $0 == "\u{202F}" } }

  /// The number of ASCII digits following.
  var digitCount: Int { rest.utf8.prefix { (48...57).contains($0) }.count }

  /// A number of this many digits.
  mutating func number(digits range: ClosedRange<Int>) -> Int? {
    let count = min(digitCount, range.upperBound)
    guard count >= range.lowerBound, count <= 9, let number = Int(rest.prefix(count)) else { return nil }
    rest = rest.dropFirst(count)
    return number
  }

  /// Skips the longest matching name, ignoring case, and returns its index.
  mutating func name(among names: [String]) -> Int? {
    var best: (index: Int, count: Int)?
    for (index, name) in names.enumerated() {
      // Abbreviations with and without their full stop.
      for name in name.hasSuffix(".") ? [name, String(name.dropLast())] : [name]
      where !name.isEmpty && name.count > best?.count ?? 0 && rest.prefix(name.count).lowercased() == name.lowercased() {
        best = (index, name.count)
      }
    }
    guard let best else { return nil }
    rest = rest.dropFirst(best.count)
    return best.index
  }

  /// Skips ASCII letters and returns them.
  mutating func word() -> String {
    let word = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  /// `Z`, `+01:00`, `-0500`, `+01`, `GMT`, `EST`; seconds east of UTC.
  mutating func zone() -> Int? {
    if let sign = skip(anyOf: "+-−") {
      guard let hours = number(digits: 2...2), hours <= 23 else { return nil }
      var minutes = 0
      let hasColon = skip(":")
      if hasColon || digitCount >= 2 {
        guard let number = number(digits: 2...2), number <= 59 else { return nil }
        minutes = number
      }
      return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
    // RFC 822's names; other abbreviations mean different zones to different readers.
    let hours = [
      "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    ]
    return hours[word().uppercased()].map { $0 * 3600 }
  }
}
