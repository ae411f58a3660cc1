/// Whether a scalar of untrusted text may be shown on a terminal, in a log or in a prompt.
public enum ScalarSafety {
  case plain
  /// Joins the character before it: marks, joiners, emoji variation selectors. A few are text, a thousand are an attack.
  case joining
  /// Shows nothing and has no legitimate use here.
  case invisible
  /// Controls the terminal or the direction of a line.
  case control

  public init(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x20..<0x7F: self = .plain
    case 0..<0x20, 0x7F..<0xA0: self = .control
    case 0xAD: self = .invisible
    case 0xA0..<0x300: self = .plain
    case 0x200C, 0x200D, 0xFE0E, 0xFE0F: self = .joining
    case 0x2028...0x202E, 0x2066...0x2069: self = .control
    case 0x061C, 0x200B, 0x200E, 0x200F, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: self = .invisible
    case 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .plain
    default:
      // Noncharacters: terminals drop them or draw a box, so their width is unknown.
      if value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(value) {
        self = .control
        return
      }
      let properties = scalar.properties
      if properties.isDefaultIgnorableCodePoint {
        self = .invisible
        return
      }
      switch properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .joining
      case .control, .surrogate, .lineSeparator, .paragraphSeparator: self = .control
      case .format: self = .invisible
      default: self = .plain
      }
    }
  }
}

extension String {
  /// The words of a name, one space apart: wide gaps could look like the columns of a list.
  public var singleSpaced: String {
    split { $0.isWhitespace || $0 == "\u{2800}" }.joined(separator: " ")
  }

  /// The start of a text of untrusted bytes, cut between two scalars. Ill-formed UTF-8 is repaired.
  ///
  /// - Parameter limit: Bytes.
  public init(cutting bytes: [UInt8], to limit: Int) {
    var end = Swift.min(bytes.count, limit)
    if end < bytes.count { while end > Swift.max(0, limit - 4), bytes[end] & 0xC0 == 0x80 { end -= 1 } }
    self.init(decoding: bytes[..<end], as: UTF8.self)
  }
}
