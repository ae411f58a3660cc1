import WidgetRendering
import WidgetServices

/// Text for a bar.
enum BarText {
  /// One line without control and invisible characters: line breaks and runs of spaces become one space.
  static func line(_ text: String, limit: Int) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return terminalSafe(words, limit: limit)
  }

  static func shellWord(_ word: String) -> String { ShellWord.quoted(word) }

  /// `#rrggbb`
  static func hex(_ color: UInt32) -> String {
    let digits = String(color & 0xFFFFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
