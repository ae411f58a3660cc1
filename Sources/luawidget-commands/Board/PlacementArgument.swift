import WidgetCommands
import WidgetModel
import WidgetRendering
import WidgetRuntime

/// The options of `board set` about the desktop.
enum PlacementArgument {
  static var anchors: String { CardPlacement.Anchor.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Changes whatever is given. `default` removes it.
  static func placement(
    _ old: CardPlacement, anchor: String?, margin: String?, monitor: String?
  ) throws -> CardPlacement {
    var placement = old
    if let anchor { placement.anchor = anchor == "default" ? nil : try self.anchor(anchor) }
    if let margin { placement.margin = margin == "default" ? nil : try self.margin(margin) }
    if let monitor { placement.monitor = monitor == "default" ? nil : try self.monitor(monitor) }
    return placement
  }

  /// The lines about a placement in a board's list.
  static func details(_ placement: CardPlacement) -> [String] {
    var details: [String] = []
    if let anchor = placement.anchor { details.append("at \(anchor.rawValue)") }
    if let margin = placement.margin { details.append("margin \(margin.horizontal),\(margin.vertical)") }
    switch placement.monitor {
    case .number(let number)?: details.append("on monitor \(number)")
    case .name(let name)?: details.append("on monitor \(name)")
    case nil: break
    }
    return details
  }

  private static func anchor(_ text: String) throws -> CardPlacement.Anchor {
    if let anchor = CardPlacement.Anchor(rawValue: text) { return anchor }
    let hint = NearestName.hint(text, among: CardPlacement.Anchor.allCases.map(\.rawValue))
    throw CommandFailure("--anchor takes \(anchors) or default, got \"\(terminalSafe(text, limit: 100))\"\(hint)")
  }

  private static func margin(_ text: String) throws -> CardPlacement.Margin {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(parts.count), parts.allSatisfy({ $0.map(CardPlacement.Margin.limits.contains) == true }),
      let horizontal = parts[0], let vertical = parts[parts.count - 1]
    else {
      throw CommandFailure(
        "--margin takes points from -10000 to 10000, such as 24 or 24,48, or default, got \"\(terminalSafe(text, limit: 100))\"")
    }
    return CardPlacement.Margin(horizontal: horizontal, vertical: vertical)
  }

  private static func monitor(_ text: String) throws -> CardPlacement.Monitor {
    if let number = Int(text), (1...64).contains(number) { return .number(number) }
    guard (1...CardPlacement.Monitor.maximumName).contains(text.utf8.count), Int(text) == nil,
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else {
      throw CommandFailure(
        "--monitor takes a number from 1 to 64, a name such as HDMI-1, or default, got \"\(terminalSafe(text, limit: 100))\"")
    }
    return .name(text)
  }
}
