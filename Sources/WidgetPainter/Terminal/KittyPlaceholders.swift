import WidgetPainting

/// An image in kitty's protocol for programs inside tmux: the pixels go past tmux to the terminal, and what tmux sees are
/// characters (U+10EEEE) whose colour names the image and whose marks name the row and the column of it that they show.
struct KittyPlaceholders {
  var png: [UInt8]
  /// 1 to 0xFFFFFF.
  var id: Int
  /// At most 256 each.
  var columns: Int
  var rows: Int

  /// The image, then its rows of placeholders with line feeds between them.
  var bytes: [UInt8] { Array((transmission + placeholders).utf8) }

  /// Base64 in pieces of 4096, each wrapped so that tmux passes it on.
  private var transmission: String {
    let text = Base64.text(png)
    var pieces = ""
    var rest = text[...]
    var isFirst = true
    while isFirst || !rest.isEmpty {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let keys = isFirst ? "a=T,U=1,q=2,f=100,i=\(id),c=\(columns),r=\(rows),m=" : "q=2,m="
      pieces += Self.passedThrough(
        "\u{1B}_G\(keys)\(rest.isEmpty ? 0 : 1);" + String(decoding: piece, as: UTF8.self) + "\u{1B}\\")
      isFirst = false
    }
    return pieces
  }

  private static func passedThrough(_ sequence: String) -> String {
    "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }

  private var placeholders: String {
    var text = "\u{1B}[38;2;\(id >> 16 & 0xFF);\(id >> 8 & 0xFF);\(id & 0xFF)m"
    for row in 0..<rows {
      if row > 0 { text += "\n" }
      // Every cell says which it is, so that tmux may draw any part of a line anew.
      for column in 0..<columns {
        text.unicodeScalars.append("\u{10EEEE}")
        text.unicodeScalars.append(PlaceholderMarks.mark(row))
        text.unicodeScalars.append(PlaceholderMarks.mark(column))
      }
    }
    return text + "\u{1B}[39m"
  }
}
