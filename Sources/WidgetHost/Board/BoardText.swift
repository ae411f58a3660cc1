import WidgetFormats
import WidgetModel
import WidgetServices

/// The text of a board file. Every change leaves alone what it does not concern: comments, blank lines, the order of keys, quotes and
/// line ends.
struct BoardText {
  var source: TOMLSource

  /// - Parameter bytes: TOML that is a valid board.
  init(_ bytes: [UInt8]) { source = TOMLSource(bytes) }

  var bytes: [UInt8] { source.bytes }

  /// The keys of an entry that have one value.
  enum Key: String, CaseIterable { case id, family, refresh, anchor, margin, monitor }

  // MARK: Keys of an entry

  /// - Parameter value: As TOML; nil removes the key.
  mutating func set(_ key: Key, to value: String?, of index: Int) throws(BoardEditError) {
    try setPair(key.rawValue, to: value, of: index, first: key == .id)
  }

  mutating func setHidden(_ isHidden: Bool, of index: Int) throws(BoardEditError) {
    let block = try block(index)
    // A comment at the end of the line stays.
    if !isHidden, let pair = block.pairs.first(where: { $0.path == ["hidden"] }), hasComment(after: pair) {
      return replace(pair.value, with: "false")
    }
    try setPair("hidden", to: isHidden ? "true" : nil, of: index, first: false)
  }

  /// - Parameter first: Whether a new key comes directly after the header.
  private mutating func setPair(_ key: String, to value: String?, of index: Int, first: Bool) throws(BoardEditError) {
    let block = try block(index)
    let written = block.statements.filter { $0.kind == .pair && $0.path.first == key }
    let tables = block.tables.filter { $0.path.dropFirst().first == key }
    if let value, let pair = written.first, written.count == 1, pair.path == [key], tables.isEmpty {
      return replace(pair.value, with: value)
    }
    // Another form, such as `refresh.cron = "..."` or [widget.refresh], is removed from the end to the beginning.
    let lines = written.map(\.lines) + tables.flatMap { [$0.header.lines] + $0.pairs.map(\.lines) }
    for lines in lines.sorted(by: { $0.lowerBound > $1.lowerBound }) { replace(lines, with: "") }
    guard let value else { return }
    let changed = try self.block(index)
    let sibling = changed.pairs.last
    insertLine("\(key) = \(value)", after: first ? changed.header : sibling ?? changed.header, indentedAs: sibling)
  }

  /// Adds and removes elements of `allow`.
  ///
  /// - Returns: The new list in the order of the file.
  mutating func setAllowed(_ permissions: [Permission], of index: Int) throws(BoardEditError) -> [Permission] {
    var result: [Permission] = []
    let block = try block(index)
    guard let pair = block.pairs.first(where: { $0.path == ["allow"] }), !permissions.isEmpty else {
      let list = TOMLValueText.list(permissions.map { TOMLValueText.string($0.description) })
      try setPair("allow", to: permissions.isEmpty ? nil : list, of: index, first: false)
      return permissions
    }
    var offset = source.items(in: pair.value).count - 1
    while offset >= 0 {
      let items = source.items(in: pair.value)
      if items.indices.contains(offset) {
        if let permission = permission(items[offset]), permissions.contains(permission) {
          result.insert(permission, at: 0)
        } else {
          removeItem(offset, in: try list(of: index))
        }
      }
      offset -= 1
    }
    for permission in permissions where !result.contains(permission) {
      insertItem(TOMLValueText.string(permission.description), in: try list(of: index))
      result.append(permission)
    }
    return result
  }

  private func list(of index: Int) throws(BoardEditError) -> Range<Int> {
    guard let pair = try block(index).pairs.first(where: { $0.path == ["allow"] }) else { throw Self.unknownLayout }
    return pair.value
  }

  private func permission(_ item: TOMLSource.Item) -> Permission? {
    let table = try? TOMLReader.read(Array("key = ".utf8) + bytes[item.value])
    return table?["key"]?.string.flatMap { Permission($0) }
  }

  // MARK: Settings

  /// - Parameter text: nil removes the setting.
  mutating func set(_ name: String, to text: String?, of index: Int) throws(BoardEditError) {
    let block = try block(index)
    if let pair = block.pairs.first(where: { $0.path == ["set"] }) {
      return setItem(name, text, in: pair)
    }
    let dotted = block.pairs.filter { $0.path.count == 2 && $0.path[0] == "set" }
    let table = block.tables.first { $0.path == ["widget", "set"] }
    let pairs = table?.pairs ?? dotted
    if let pair = pairs.first(where: { $0.path.last == name }) {
      return text.map { replace(pair.value, with: TOMLValueText.setting($0, replacing: bytes[pair.value])) }
        ?? replace(pair.lines, with: "")
    }
    guard let text else { return }
    let value = TOMLValueText.setting(text)
    if let table {
      insertLine("\(TOMLText.key(name)) = \(value)", after: table.pairs.last ?? table.header, indentedAs: table.pairs.last)
    } else if let last = dotted.last {
      insertLine("set.\(TOMLText.key(name)) = \(value)", after: last, indentedAs: last)
    } else {
      try setPair("set", to: TOMLValueText.table([(name, value)]), of: index, first: false)
    }
  }

  private mutating func setItem(_ name: String, _ text: String?, in pair: TOMLSource.Statement) {
    let items = source.items(in: pair.value)
    guard let index = items.firstIndex(where: { $0.path == [name] }) else {
      if let text { insertItem("\(TOMLText.key(name)) = \(TOMLValueText.setting(text))", in: pair.value) }
      return
    }
    if let text {
      replace(items[index].value, with: TOMLValueText.setting(text, replacing: bytes[items[index].value]))
    } else if items.count > 1 {
      removeItem(index, in: pair.value)
    } else if hasComment(after: pair) {
      replace(pair.value, with: "{}")
    } else {
      replace(pair.lines, with: "")
    }
  }

  static let unknownLayout = BoardEditError(
    .notWritten(reason: "its layout is one that commands do not understand; edit it by hand"))
}
