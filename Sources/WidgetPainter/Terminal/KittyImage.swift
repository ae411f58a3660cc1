import WidgetModel
import WidgetSystem

/// An image in kitty's graphics protocol: a PNG filling cells at the cursor, whose text is blank.
///
/// Inside tmux the image data bypasses tmux, which sees placeholder characters (U+10EEEE): their colour is the image's id, and
/// their marks are the row and column of the part they show.
struct KittyImage {
  var png: [UInt8]
  /// 1 to 0xFFFFFF.
  var id: Int
  /// At most 256 each.
  var columns: Int
  var rows: Int
  var usesPlaceholders: Bool

  /// The image, followed by the rows of placeholders if used.
  var bytes: [UInt8] { Array((transmission + (usesPlaceholders ? placeholders : "")).utf8) }

  /// Base64 in chunks of 4096, without responses and without moving the cursor.
  private var transmission: String {
    let text = Base64.encode(png)
    let control = usesPlaceholders ? "U=1,q=2,f=100,i=\(id)" : "q=2,f=100,i=\(id),p=1,C=1"
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
      // Every cell contains its position, so tmux can redraw any part of a line.
      for column in 0..<columns {
        text.unicodeScalars.append("\u{10EEEE}")
        text.unicodeScalars.append(PlaceholderMarks.mark(row))
        text.unicodeScalars.append(PlaceholderMarks.mark(column))
      }
    }
    return text + "\u{1B}[39m"
  }
}

/// An image in iTerm2's protocol: a PNG file filling cells at the cursor.
struct ITerm2Image {
  var png: [UInt8]
  var columns: Int
  var rows: Int

  var bytes: [UInt8] {
    Array("\u{1B}]1337;File=inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=1:".utf8)
      + Base64.encode(png) + [0x07]
  }
}

/// The marks for the rows and columns of kitty's placeholders, in the protocol's order: combining characters of class 230 in
/// Unicode 6.0 without a decomposition or composition.
enum PlaceholderMarks {
  static func mark(_ number: Int) -> Unicode.Scalar { all.indices.contains(number) ? all[number] : all[0] }

  static let all: [Unicode.Scalar] = ranges.flatMap { first, count in
    (0..<UInt32(count)).compactMap { Unicode.Scalar(first + $0) }
  }

  /// First scalar and count.
  private static let ranges: [(UInt32, Int)] = [
    (0x0305, 1), (0x030D, 2), (0x0310, 1), (0x0312, 1), (0x033D, 3), (0x0346, 1), (0x034A, 3), (0x0350, 3), (0x0357, 1),
    (0x035B, 1), (0x0363, 13), (0x0483, 5), (0x0592, 4), (0x0597, 3), (0x059C, 6), (0x05A8, 2), (0x05AB, 2), (0x05AF, 1),
    (0x05C4, 1), (0x0610, 8), (0x0657, 5), (0x065D, 2), (0x06D6, 7), (0x06DF, 4), (0x06E4, 1), (0x06E7, 2), (0x06EB, 2),
    (0x0730, 1), (0x0732, 2), (0x0735, 2), (0x073A, 1), (0x073D, 1), (0x073F, 3), (0x0743, 1), (0x0745, 1), (0x0747, 1),
    (0x0749, 2), (0x07EB, 7), (0x07F3, 1), (0x0816, 4), (0x081B, 9), (0x0825, 3), (0x0829, 5), (0x0951, 1), (0x0953, 2),
    (0x0F82, 2), (0x0F86, 2), (0x135D, 3), (0x17DD, 1), (0x193A, 1), (0x1A17, 1), (0x1A75, 8), (0x1B6B, 1), (0x1B6D, 7),
    (0x1CD0, 3), (0x1CDA, 2), (0x1CE0, 1), (0x1DC0, 2), (0x1DC3, 7), (0x1DCB, 2), (0x1DD1, 22), (0x1DFE, 1), (0x20D0, 2),
    (0x20D4, 4), (0x20DB, 2), (0x20E1, 1), (0x20E7, 1), (0x20E9, 1), (0x20F0, 1), (0x2CEF, 3), (0x2DE0, 32), (0xA66F, 1),
    (0xA67C, 2), (0xA6F0, 2), (0xA8E0, 18), (0xAAB0, 1), (0xAAB2, 2), (0xAAB7, 2), (0xAABE, 2), (0xAAC1, 1), (0xFE20, 7),
    (0x10A0F, 1), (0x10A38, 1), (0x1D185, 5), (0x1D1AA, 4), (0x1D242, 3),
  ]
}
