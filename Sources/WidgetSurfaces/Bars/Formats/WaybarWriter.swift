import WidgetModel

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

  /// Quotation marks mean nothing outside a tag, and are easier to read.
  func message(_ line: String) -> String {
    BarText.replacing("<", with: "&lt;", in: BarText.replacing("&", with: "&amp;", in: line))
  }

  private static func markup(_ segment: BarItem.Segment) -> String {
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
