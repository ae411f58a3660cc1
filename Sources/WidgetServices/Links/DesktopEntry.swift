import WidgetSystem

/// Desktop entries that start luawidget (Desktop Entry Specification 1.5).
enum DesktopEntry {
  /// - Parameters:
  ///   - program: The path of `luawidget`.
  ///   - arguments: Words that need no quotes, with field codes.
  static func text(name: String, comment: String, program: String, arguments: String) -> String {
    """
    [Desktop Entry]
    Type=Application
    Name=\(name)
    Comment=\(comment)
    TryExec=\(value(program))
    Exec=\(argument(program)) \(arguments)
    Icon=preferences-desktop
    NoDisplay=true
    Terminal=false

    """
  }

  /// A text as the value of a key.
  private static func value(_ text: String) -> String { text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

  /// A path as the first argument, quoted only if needed: xdg-open 1.1.3 takes quotes for a part of the path.
  private static func argument(_ path: String) -> String {
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
