import WidgetFormats
import WidgetRuntime

/// The text of a board file. A change moves whole entries, or rewrites the lines of the keys that differ; all other lines stay byte for
/// byte.
///
/// The TOML parser says where values are, so nothing here knows the syntax of strings or lists.
struct BoardText {
  /// The byte order mark, if there's one.
  private let mark: String
  private let newline: String
  /// With their newlines.
  private var lines: [String] = []
  /// The places of each entry and of what is in it.
  private var entries: [[Node]] = []

  /// The place of an entry, of a value, or of the header or dotted key of a table.
  private struct Node {
    /// The path from the entry to the value.
    var path: ArraySlice<TOMLPathPart>
    var region: TOMLRegion

    /// The numbers of its lines, from 0.
    var rows: ClosedRange<Int> { region.start.line - 1...max(region.start.line, region.end.line) - 1 }
  }

  /// - Parameter bytes: TOML that's a valid board.
  init(_ bytes: [UInt8]) throws(BoardEditError) {
    guard let document = try? TOMLReader.document(bytes) else { throw Self.unknownLayout }
    mark = bytes.starts(with: TOMLText.byteOrderMark) ? "\u{FEFF}" : ""
    var rest = String(decoding: bytes.dropFirst(mark.utf8.count), as: UTF8.self).unicodeScalars[...]
    while let end = rest.firstIndex(of: "\n") {
      lines.append(String(rest[...end]))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { lines.append(String(rest)) }
    newline = lines.first?.utf8.suffix(2).elementsEqual("\r\n".utf8) == true ? "\r\n" : "\n"
    var nodes: [Int: [Node]] = [:]
    for (path, region) in document.regions where path.count >= 2 {
      if case .index(let index) = path[1] { nodes[index, default: []].append(Node(path: path[2...], region: region)) }
    }
    entries = nodes.keys.sorted().compactMap { nodes[$0] }
    let isList = document.table["widget"] != nil && entries.isEmpty
    if isList || entries.joined().contains(where: { $0.path.isEmpty && !isHeader($0) }) {
      throw BoardEditError(
        .notWritten(reason: "its widgets are the elements of one list; write each as [[widget]], or edit it by hand"))
    }
  }

  static let unknownLayout = BoardEditError(
    .notWritten(reason: "its layout is one that commands do not understand; edit it by hand"))

  var bytes: [UInt8] { Array((mark + lines.joined()).utf8) }

  // MARK: Entries

  /// - Parameter position: nil appends.
  mutating func add(_ entry: BoardEntry, at position: Int?) {
    let pairs = entry.keys.compactMap { key, value in value.map { "\(key) = \($0)" } }
    let block = (["[[widget]]"] + pairs).map { $0 + newline }
    let pieces = pieces()
    if let position, position < pieces.count {
      lines.insert(contentsOf: block + [newline], at: pieces[position].ownStart)
    } else {
      endLastLine()
      lines += (lines.last.map(Self.isBlank) ?? true ? [] : [newline]) + block
    }
  }

  mutating func remove(_ index: Int) {
    let piece = pieces()[index]
    var (start, end) = (piece.ownStart, piece.rows.upperBound)
    if start == 0 || Self.isBlank(lines[start - 1]) {
      while end < lines.count, Self.isBlank(lines[end]) { end += 1 }
    }
    // The file doesn't end in the blank lines above the entry.
    while end == lines.count, start > 0, Self.isBlank(lines[start - 1]) { start -= 1 }
    lines.removeSubrange(start..<end)
  }

  mutating func move(_ index: Int, to position: Int) {
    endLastLine()
    let rows = pieces().map(\.rows)
    var texts = rows.map { lines[$0] }
    texts.insert(texts.remove(at: index), at: position)
    // What's between the entries stays where it is. From the last on, the numbers of the lines before stay right.
    for (row, text) in zip(rows, texts).reversed() { lines.replaceSubrange(row, with: text) }
  }

  /// An entry with its comments: those right above its header, and those right below its last line.
  private struct Piece {
    var rows: Range<Int>
    /// The first line to remove with the entry. Comments that may belong to the file or the previous entry stay.
    var ownStart: Int
  }

  private func pieces() -> [Piece] {
    let headers = entries.map { nodes in nodes.first(where: \.path.isEmpty)?.rows.lowerBound ?? 0 }
    var pieces: [Piece] = []
    for (index, header) in headers.enumerated() {
      let floor = pieces.last?.rows.upperBound ?? 0
      let next = index + 1 < headers.count ? headers[index + 1] : nil
      let last = (entries[index].map(\.rows.upperBound).max() ?? header) + 1
      var (start, end) = (header, last)
      while start > floor, Self.isComment(lines[start - 1]) { start -= 1 }
      while end < next ?? lines.count, Self.isComment(lines[end]) { end += 1 }
      // Without a blank line between them, the comments belong to the next entry.
      if end == next { end = last }
      pieces.append(Piece(rows: start..<end, ownStart: start == floor ? header : start))
    }
    return pieces
  }

  // MARK: Keys

  /// Writes the keys that differ.
  mutating func update(_ index: Int, from old: BoardEntry, to new: BoardEntry) throws(BoardEditError) {
    for ((key, before), (_, after)) in zip(old.keys, new.keys) where before != after {
      guard key == "set", entries[index].contains(where: { $0.path == [.key(key)] && startsLine($0) }) else {
        try write([.key(key)], after, of: index)
        continue
      }
      // Settings that have lines of their own.
      for name in Set((old.settings + new.settings).map(\.name)).sorted() {
        let values = [old, new].map { $0.settings.first { $0.name == name }?.value }
        guard values[0] != values[1] else { continue }
        try write([.key(key), .key(name)], values[1].map(BoardEntry.settingText), of: index)
      }
    }
  }

  private mutating func write(_ path: [TOMLPathPart], _ value: String?, of index: Int) throws(BoardEditError) {
    let nodes = entries[index]
    let own = nodes.filter { $0.path.starts(with: path) }
    if let node = own.first(where: { $0.path.count == path.count }), !startsLine(node) {
      replace(node, with: value ?? substitute(for: node), own)
    } else {
      // Another form, such as `refresh.cron = "..."` or [widget.refresh].
      for node in own { clear(node) }
      if let value { insert(path, value, among: nodes) }
    }
    self = try BoardText(bytes)
  }

  /// The default of a key that has a comment behind it, because the comment stays and may refer to the key.
  private func substitute(for node: Node) -> String? {
    guard lines[node.rows.upperBound].unicodeScalars[place(node.region.end)...].contains("#") else { return nil }
    return node.path == [.key("hidden")] ? "false" : node.path == [.key("set")] ? "{}" : nil
  }

  /// - Parameter value: nil removes the lines.
  private mutating func replace(_ node: Node, with value: String?, _ elements: [Node]) {
    let (first, last) = (node.rows.lowerBound, node.rows.upperBound)
    let before = String(lines[first].unicodeScalars[..<place(node.region.start)])
    let after = String(lines[last].unicodeScalars[place(node.region.end)...])
    let comments = comments(in: node, elements).map { indentation(first) + $0 + newline }
    clear(node)
    if let value { lines[first] = comments.joined() + before + value + after }
  }

  /// The comments between the elements of a list, which takes one line afterwards.
  private func comments(in list: Node, _ elements: [Node]) -> [String] {
    guard starts(list, with: "[") else { return [] }
    return list.rows.dropLast().compactMap { row in
      let here = elements.filter { $0.path.count > list.path.count && $0.rows.contains(row) }
      if here.contains(where: { $0.rows.upperBound > row }) { return nil }
      let starts = here.map { place($0.region.end) } + (row == list.rows.lowerBound ? [place(list.region.start)] : [])
      let comment = lines[row].unicodeScalars[(starts.max() ?? lines[row].startIndex)...].drop { $0 != "#" }
      return comment.isEmpty ? nil : String(String.UnicodeScalarView(comment.filter { $0 != "\n" && $0 != "\r" }))
    }
  }

  /// Adds a line below the other keys, or below the other settings.
  private mutating func insert(_ path: [TOMLPathPart], _ value: String, among nodes: [Node]) {
    guard let header = nodes.first(where: \.path.isEmpty), case .key(let key)? = path.last else { return }
    let pairs: [Node]
    var name = TOMLText.key(key)
    if path.count == 1 {
      let tables = nodes.filter { $0.path.count == 1 && isHeader($0) }.map(\.rows.lowerBound)
      pairs = nodes.filter { !$0.path.isEmpty && $0.rows.upperBound < tables.min() ?? .max }
    } else {
      pairs = nodes.filter { $0.path.first == path[0] && $0.path.count <= 2 }
      if !pairs.contains(where: isHeader) { name = "set.\(name)" }
    }
    let last = pairs.max { ($0.rows.upperBound, $1.rows.lowerBound) < ($1.rows.upperBound, $0.rows.lowerBound) }
    let row = key == "id" && path.count == 1 ? header.rows.upperBound : (last ?? header).rows.upperBound
    let line = (last.map { indentation($0.rows.lowerBound) } ?? "") + "\(name) = \(value)\(newline)"
    if let end = lines[row].unicodeScalars.last, end != "\n" { lines[row] += newline }
    lines[row] += line
  }

  private mutating func clear(_ node: Node) { for row in node.rows { lines[row] = "" } }

  // MARK: Lines

  private mutating func endLastLine() {
    if let end = lines.last?.unicodeScalars.last, end != "\n" { lines[lines.count - 1] += newline }
  }

  /// Whether a node is a header, such as [widget.set].
  private func isHeader(_ node: Node) -> Bool { startsLine(node) && starts(node, with: "[") }

  /// Whether a node isn't a value behind its key: a header, or a table of dotted keys.
  private func startsLine(_ node: Node) -> Bool {
    lines[node.rows.lowerBound].unicodeScalars[..<place(node.region.start)].allSatisfy(Self.isSpace)
  }

  private func starts(_ node: Node, with scalar: Unicode.Scalar) -> Bool {
    lines[node.rows.lowerBound].unicodeScalars[place(node.region.start)...].first == scalar
  }

  private func indentation(_ row: Int) -> String { String(lines[row].unicodeScalars.prefix(while: Self.isSpace)) }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
  private static func isComment(_ line: String) -> Bool { line.unicodeScalars.first { !isSpace($0) } == "#" }
  private static func isBlank(_ line: String) -> Bool { line.utf8.allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) } }

  private func place(_ position: TOMLPosition) -> String.Index {
    let line = lines[position.line - 1].unicodeScalars
    return line.index(line.startIndex, offsetBy: position.column - 1, limitedBy: line.endIndex) ?? line.endIndex
  }
}
