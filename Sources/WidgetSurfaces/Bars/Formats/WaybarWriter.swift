import WidgetModel
import WidgetSystem

/// Waybar's `custom/NAME` with `return-type: json`: one object per line. Text and tooltip are Pango markup.
struct WaybarWriter: BarWriter {
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    let item = items.first
    var fields: [JSONValue.Field] = []
    func add(_ key: String, _ value: JSONValue) { fields.append(JSONValue.Field(key: key, value: value)) }
    // Writes a line even if there's nothing to show: the module hides.
    add("text", .string(item?.segments.map(Self.markup).joined(separator: " ") ?? ""))
    add("alt", .string(item?.state.rawValue ?? BarItem.State.empty.rawValue))
    add("class", .array((item?.classes ?? [BarItem.State.empty.rawValue]).map { .string($0) }))
    add("tooltip", .string(item?.tooltip.map(Self.escaped).joined(separator: "\n") ?? ""))
    if let percentage = item?.percentage { add("percentage", .integer(Int64(percentage))) }
    return JSONWriter().bytes(.object(fields)) + [0x0A]
  }

  func message(_ line: String) -> String { Self.message(line) }

  /// Quotation marks mean nothing outside a tag, and are read more easily.
  static func message(_ line: String) -> String {
    BarText.replacing("<", with: "&lt;", in: BarText.replacing("&", with: "&amp;", in: line))
  }

  static func markup(_ segment: BarItem.Segment) -> String {
    var text = escaped(segment.text)
    if segment.isStrong { text = "<b>\(text)</b>" }
    return segment.color.map { "<span color=\"\(BarText.hex($0))\">\(text)</span>" } ?? text
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "'": escaped += "&#39;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The Generic Monitor of Xfce's panel: an element for the text, the tooltip and the command of a click.
struct GenmonWriter: BarWriter {
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    let item = items.first
    var output = "<txt>\(item?.segments.map(WaybarWriter.markup).joined(separator: " ") ?? "")</txt>"
    output += "<tool>\(item?.tooltip.map(WaybarWriter.escaped).joined(separator: "\n") ?? "")</tool>"
    // The command is not unescaped.
    if let item, !item.segments.isEmpty, let command = item.shellCommand(.gesture(.click)), !command.contains("</") {
      output += "<txtclick>\(command)</txtclick>"
    }
    if let percentage = item?.percentage { output += "<bar>\(percentage)</bar>" }
    return Array(output.utf8) + [0x0A]
  }

  func message(_ line: String) -> String { WaybarWriter.message(line) }
}
