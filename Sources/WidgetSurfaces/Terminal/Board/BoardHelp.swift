/// The keys of a board, for the help.
enum BoardHelp {
  static let keys: [(heading: String, keys: [KeyHint])] = [
    (
      "Move",
      [
        KeyHint("↑ ↓  j k", "the card above or below; scrolls through a tall one"), KeyHint("← →", "the card beside"),
        KeyHint("Tab  Shift+Tab", "the next or previous card or control"), KeyHint("PgUp PgDn", "scroll by a page"),
        KeyHint("Home End  g G", "the first or last card"),
        KeyHint("/", "find words; n and N go to the next and previous match"),
      ]
    ),
    (
      "Card",
      [
        KeyHint("Enter  Space", "press the selected control"), KeyHint("m", "show more or less"), KeyHint("r", "refresh"),
        KeyHint("e", "edit the file of the widget"), KeyHint("h", "hide; on a hidden widget: show again"),
        KeyHint("Shift+arrows  J K", "move the card; or drag its title"),
        KeyHint("y o n d", "decide about a permission"),
      ]
    ),
    (
      "Board",
      [
        KeyHint("a", "add a widget"), KeyHint("R", "refresh all"), KeyHint("H", "list or skip hidden widgets"),
        KeyHint("E", "edit the board file"),
        KeyHint("l", "what the widgets printed"), KeyHint("?", "this help"),
        KeyHint("Ctrl-L", "draw the screen again"), KeyHint("q", "quit"),
      ]
    ),
  ]

  /// Lines of plain text, each at most as wide as the terminal where words allow it.
  static func lines(columns: Int, isUTF8: Bool) -> [String] {
    let width = keys.flatMap(\.keys).map(\.key.count).max() ?? 0
    var lines: [String] = []
    for (heading, hints) in keys {
      if !lines.isEmpty { lines.append("") }
      lines.append(heading)
      for hint in hints {
        let key = isUTF8 ? hint.key : ascii(hint.key)
        if columns >= width + 24 {
          let space = String(repeating: " ", count: width - key.count)
          let rest = LineWrapping.lines(hint.label, columns: max(1, columns - width - 4))
          for (index, line) in rest.enumerated() {
            lines.append(index == 0 ? "  \(key)\(space)  \(line)" : String(repeating: " ", count: width + 4) + line)
          }
        } else {
          lines += LineWrapping.lines("  \(key): \(hint.label)", columns: max(1, columns))
        }
      }
    }
    return lines
  }

  private static func ascii(_ key: String) -> String {
    switch key {
    case "↑ ↓  j k": "Up Down  j k"
    case "← →": "Left Right"
    default: key
    }
  }
}
