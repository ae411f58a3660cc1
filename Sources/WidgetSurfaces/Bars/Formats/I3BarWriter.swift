import WidgetModel

/// The protocol of i3bar and swaybar: a header, then an endless list with one list of blocks per line.
///
/// A block contains only strings, whole numbers and booleans: i3bar drops the line if anything is nested.
struct I3BarWriter: BarWriter {
  /// No signal stops the command while the bar is hidden: it may hold the lease of a widget others are showing. The signal to
  /// continue it is harmless. Written whole with its newline, because swaybar reads it at once.
  var header: [UInt8] { Array("{\"version\":1,\"stop_signal\":0,\"click_events\":true}\n[\n".utf8) }

  var sendsClicks: Bool { true }
  var showsBoards: Bool { true }

  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    let blocks = items.flatMap(Self.blocks)
    // The comma follows, because the list never ends.
    return JSONWriter().bytes(.array(blocks)) + (isFollowing ? [UInt8(ascii: ","), 0x0A] : [0x0A])
  }

  private static func blocks(_ item: BarItem) -> [JSONValue] {
    item.segments.enumerated().map { index, segment in
      let isLast = index == item.segments.count - 1
      var fields: [JSONValue.Field] = []
      func add(_ key: String, _ value: JSONValue) { fields.append(JSONValue.Field(key: key, value: value)) }
      add("full_text", .string(segment.text))
      add("name", .string(item.blockName))
      add("instance", .string(segment.tap?.text ?? Gesture.click.rawValue))
      if let color = segment.color { add("color", .string(BarText.hex(color))) }
      let isShown = index < item.shortCount
      if !isShown || segment.text.count > 20 { add("short_text", .string(isShown ? String(segment.text.prefix(20)) : "")) }
      if item.state == .failed, index == 0 { add("urgent", .boolean(true)) }
      if !isLast {
        add("separator", .boolean(false))
        add("separator_block_width", .integer(9))
      }
      return .object(fields)
    }
  }
}

/// i3blocks with `format=json`: one block in one line. i3blocks has its own name for it, and no block in a block.
struct I3BlocksWriter: BarWriter {
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8] {
    let item = items.first
    var fields: [JSONValue.Field] = []
    func add(_ key: String, _ value: JSONValue) { fields.append(JSONValue.Field(key: key, value: value)) }
    let text = item?.text ?? ""
    add("full_text", .string(text))
    add("short_text", .string(text.count > 20 ? String(text.prefix(20)) : text))
    let colors = Set(item?.segments.map(\.color) ?? [])
    if colors.count == 1, let color = item?.segments[0].color { add("color", .string(BarText.hex(color))) }
    if item?.state == .failed { add("urgent", .boolean(true)) }
    return JSONWriter().bytes(.object(fields)) + [0x0A]
  }
}
