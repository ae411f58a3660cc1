/// Writes TOML.
public enum TOMLText {
  /// A key: bare if possible.
  public static func key(_ name: String) -> String {
    !name.isEmpty && name.utf8.allSatisfy(TOMLScanner.isBare) ? name : string(name)
  }

  /// A basic string on one line.
  public static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A literal string on one line, without escapes; nil for text it can't contain.
  public static func literal(_ text: String) -> String? {
    text.unicodeScalars.contains { $0 == "'" || $0.value < 0x20 || $0.value == 0x7F } ? nil : "'\(text)'"
  }
}
