/// Command lines in desktop entries (Desktop Entry Specification 1.5, "The Exec key").
enum DesktopEntry {
  /// A path as the first argument, quoted only if needed: xdg-open 1.1.3 takes quotes for a part of the path.
  static func argument(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber || "/._+-".contains(character))
    }
    guard !isPlain else { return path }
    let escaped = path.flatMap { character -> [Character] in
      switch character {
      // The value of a key is unescaped once, and a quoted argument in it again.
      case "`", "\"", "$": ["\\", "\\", character]
      case "\\": ["\\", "\\", "\\", "\\"]
      case "%": ["%", "%"]
      default: [character]
      }
    }
    return "\"" + String(escaped) + "\""
  }
}
