import WidgetModel
import WidgetRendering
import WidgetServices

/// Text for a bar.
enum BarText {
  /// One line without control and invisible characters: line breaks and runs of spaces become a single space.
  static func line(_ text: String, limit: Int) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return terminalSafe(words, limit: limit)
  }

  /// Replaces single scalars. Programs read bytes: to them, a sign with a combining mark is still that sign.
  static func replacing(_ scalar: Unicode.Scalar, with new: String, in text: String) -> String {
    var replaced = String.UnicodeScalarView()
    for other in text.unicodeScalars {
      if other == scalar { replaced.append(contentsOf: new.unicodeScalars) } else { replaced.append(other) }
    }
    return String(replaced)
  }

  /// A name in characters that every bar and style sheet allows: lowercase letters, digits and hyphens.
  static func name(_ text: some StringProtocol) -> String {
    let safe = text.lowercased().utf8.prefix(40).map { byte -> Character in
      let isPlain = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
      return isPlain ? Character(Unicode.Scalar(byte)) : "-"
    }
    return String(safe)
  }

  static func shellWord(_ word: String) -> String { ShellWord.quoted(word) }

  /// `#rrggbb`
  static func hex(_ color: UInt32) -> String {
    "#" + String(color & 0xFFFFFF, radix: 16).padded(to: 6, with: "0")
  }
}
