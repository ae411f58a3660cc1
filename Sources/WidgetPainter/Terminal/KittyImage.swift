import WidgetModel

/// An image in kitty's graphics protocol: a PNG that fills cells at the cursor, below their text.
///
/// Inside tmux the image data bypasses tmux, and tmux sees placeholder characters (U+10EEEE): their colour is
/// the image's id, and their marks are the row and the column of the image that they show.
struct KittyImage {
  var png: [UInt8]
  /// 1 to 0xFFFFFF.
  var id: Int
  /// At most 256 each.
  var columns: Int
  var rows: Int
  var usesPlaceholders: Bool

  /// The image, followed by the rows of placeholders if they are used.
  var bytes: [UInt8] { Array((transmission + (usesPlaceholders ? placeholders : "")).utf8) }

  /// Base64 in chunks of 4096, without responses and without moving the cursor.
  private var transmission: String {
    let text = Base64.encode(png)
    let control = usesPlaceholders ? "U=1,q=2,f=100,i=\(id)" : "q=2,f=100,i=\(id),p=1,C=1,z=-1"
    var pieces = ""
    var rest = text[...]
    var isFirst = true
    while isFirst || !rest.isEmpty {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      let keys = isFirst ? "a=T,\(control),c=\(columns),r=\(rows),m=" : "q=2,m="
      let sequence = "\u{1B}_G\(keys)\(rest.isEmpty ? 0 : 1);" + String(decoding: piece, as: UTF8.self) + "\u{1B}\\"
      pieces += usesPlaceholders ? Self.passedThrough(sequence) : sequence
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
      // Every cell contains its position, so that tmux can redraw any part of a line.
      for column in 0..<columns {
        text.unicodeScalars.append("\u{10EEEE}")
        text.unicodeScalars.append(PlaceholderMarks.mark(row))
        text.unicodeScalars.append(PlaceholderMarks.mark(column))
      }
    }
    return text + "\u{1B}[39m"
  }
}

/// An image in iTerm2's protocol: a PNG file that fills cells at the cursor.
struct ITerm2Image {
  var png: [UInt8]
  var columns: Int
  var rows: Int

  var bytes: [UInt8] {
    Array("\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=1:".utf8)
      + Base64.encode(png) + [0x07]
  }
}
