import WidgetModel

/// The text of the items in one line, without markup.
struct PlainWriter: BarWriter {
  var showsBoards: Bool { true }

  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    Array(items.map(\.text).filter { !$0.isEmpty }.joined(separator: " | ").utf8) + [0x0A]
  }
}

/// All of an item in one JSON object in one line, without markup: for bars that people write themselves, such as eww and Quickshell.
struct PlainJSONWriter: BarWriter {
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    guard let item = items.first else { return Array("{\"state\":\"empty\",\"text\":\"\",\"tooltip\":\"\"}\n".utf8) }
    var fields: [JSONValue.Field] = []
    func add(_ key: String, _ value: JSONValue) { fields.append(JSONValue.Field(key: key, value: value)) }
    add("name", .string(item.name))
    add("text", .string(item.text))
    add("tooltip", .string(item.tooltip.joined(separator: "\n")))
    add("state", .string(item.state.rawValue))
    add("class", .array(item.classes.map { .string($0) }))
    if let percentage = item.percentage { add("percentage", .integer(Int64(percentage))) }
    add("controls", .array(item.menu.compactMap { Self.control($0, of: item) }))
    return JSONWriter().bytes(.object(fields)) + [0x0A]
  }

  private static func control(_ entry: BarItem.MenuEntry, of item: BarItem) -> JSONValue? {
    guard case .control(let label, let isOn, let target) = entry, let command = item.shellCommand(target) else { return nil }
    var fields = [
      JSONValue.Field(key: "label", value: .string(label)), JSONValue.Field(key: "command", value: .string(command)),
    ]
    if let isOn { fields.append(JSONValue.Field(key: "is_on", value: .boolean(isOn))) }
    return .object(fields)
  }
}
