import WidgetFormats
import WidgetModel
import WidgetRuntime
import WidgetServices

extension BoardEntry {
  /// The keys of a `[[widget]]` with their values as TOML, in the order of a new one; nil for a key that isn't written.
  var keys: [(name: String, value: String?)] {
    let margin = placement.margin.map {
      $0.horizontal == $0.vertical ? "\($0.horizontal)" : "[\($0.horizontal), \($0.vertical)]"
    }
    let pairs = settings.map { "\(TOMLText.key($0.name)) = \(Self.settingText($0.value))" }
    let permissions = allow.map { TOMLText.string($0.description) }
    return [
      ("id", explicitID.map(TOMLText.string)), ("file", TOMLText.string(file)),
      ("set", pairs.isEmpty ? nil : "{ \(pairs.joined(separator: ", ")) }"),
      ("family", family.map { TOMLText.string($0.rawValue) }), ("refresh", refresh.map(Self.refreshText)),
      ("allow", permissions.isEmpty ? nil : "[\(permissions.joined(separator: ", "))]"),
      ("anchor", placement.anchor.map { TOMLText.string($0.rawValue) }), ("margin", margin),
      ("monitor", placement.monitor.map(Self.monitorText)), ("hidden", isHidden ? "true" : nil),
    ]
  }

  /// A setting, which is text to the manifest: bare if it's a boolean, or a number that reads back as the same text.
  static func settingText(_ text: String) -> String {
    let number = Double(text).flatMap { $0.isFinite && text.contains(".") && !text.contains("e") ? "\($0)" : nil }
    let isBare = text == "true" || text == "false" || Int64(text).map({ "\($0)" }) == text || number == text
    return isBare ? text : TOMLText.string(text)
  }

  /// `"5m"`, `"never"` or `{ cron = "0 7 * * *" }`
  private static func refreshText(_ refresh: Refresh) -> String {
    switch refresh {
    case .never: return TOMLText.string("never")
    case .cron(let text): return "{ cron = \(TOMLText.string(text)) }"
    case .every(let seconds):
      for (unit, length) in [("d", 86_400.0), ("h", 3600), ("m", 60), ("s", 1)] {
        let count = seconds / length
        if count >= 1, count == count.rounded(), let whole = Int(exactly: count) { return TOMLText.string("\(whole)\(unit)") }
      }
      return TOMLText.string("\(seconds)s")
    }
  }

  private static func monitorText(_ monitor: CardPlacement.Monitor) -> String {
    switch monitor {
    case .number(let number): "\(number)"
    case .name(let name): TOMLText.string(name)
    }
  }
}
