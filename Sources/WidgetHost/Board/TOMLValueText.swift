import WidgetFormats
import WidgetModel

/// Writes the values of a board file.
enum TOMLValueText {
  static func string(_ text: String) -> String { TOMLText.string(text) }

  /// A setting, which is text to the manifest: quoted as the old value was, else bare if it is a number or a boolean.
  ///
  /// - Parameter old: The text of the value that it replaces.
  static func setting(_ text: String, replacing old: ArraySlice<UInt8>? = nil) -> String {
    switch old?.first {
    case UInt8(ascii: "\""): TOMLText.string(text)
    case UInt8(ascii: "'"): TOMLText.literal(text) ?? TOMLText.string(text)
    default: isBare(text) ? text : TOMLText.string(text)
    }
  }

  /// Whether reading the text as a number or a boolean gives the same text.
  private static func isBare(_ text: String) -> Bool {
    if text == "true" || text == "false" || Int64(text).map({ "\($0)" }) == text { return true }
    guard let number = Double(text), number.isFinite, text.contains("."), !text.contains("e") else { return false }
    return "\(number)" == text
  }

  /// `"5m"`, `"never"` or `{ cron = "0 7 * * *" }`
  static func refresh(_ refresh: Refresh) -> String {
    switch refresh {
    case .never: return string("never")
    case .cron(let text): return "{ cron = \(string(text)) }"
    case .every(let seconds):
      for (unit, length) in [("d", 86_400.0), ("h", 3600), ("m", 60), ("s", 1)] {
        let count = seconds / length
        if count >= 1, count == count.rounded(), let whole = Int(exactly: count) { return string("\(whole)\(unit)") }
      }
      return string("\(seconds)s")
    }
  }

  /// The values of the keys about the desktop; nil for one that is not set.
  static func placement(_ placement: CardPlacement) -> [BoardText.Key: String?] {
    let monitor: String? =
      switch placement.monitor {
      case .number(let number)?: "\(number)"
      case .name(let name)?: string(name)
      case nil: nil
      }
    let margin: String? = placement.margin.map {
      $0.horizontal == $0.vertical ? "\($0.horizontal)" : "[\($0.horizontal), \($0.vertical)]"
    }
    return [.anchor: placement.anchor.map { string($0.rawValue) }, .margin: margin, .monitor: monitor]
  }

  static func table(_ pairs: [(key: String, value: String)]) -> String {
    pairs.isEmpty ? "{}" : "{ " + pairs.map { "\(TOMLText.key($0.key)) = \($0.value)" }.joined(separator: ", ") + " }"
  }

  static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }
}
