import WidgetModel

/// Writes TOML.
public enum TOMLText {
  /// U+FEFF, which may begin a file.
  public static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A key: bare if possible.
  public static func key(_ name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(isBare) ? name : string(name)
  }

  /// A basic string on one line. Characters that reverse a line, or that nobody sees, are escaped: what an editor or a terminal shows of
  /// the file is what's in it.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        switch ScalarSafety(scalar) {
        case .plain, .joining: result.unicodeScalars.append(scalar)
        case .invisible, .control:
          let digits = String(scalar.value, radix: 16)
          result += digits.utf8.count > 4 ? "\\U" + digits.padded(to: 8, with: "0") : "\\u" + digits.padded(to: 4, with: "0")
        }
      }
    }
    return result + "\""
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
