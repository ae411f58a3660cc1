import WidgetFormats
import WidgetRuntime

/// A board file's text, for a single edit. The edit rewrites the lines of the keys it changes; all other lines stay byte for
/// byte.
///
/// The TOML parser says where values are, so nothing here knows the syntax of strings or lists.
struct BoardText {
  /// The lines with their newlines, without the byte order mark.
  private var lines: [[UInt8]]
  /// Lines to insert, by the number of the preceding line.
  private var added: [Int: [UInt8]] = [:]
  private let document: TOMLDocument
  private let mark: [UInt8]
  private let newline: [UInt8]
  /// One per entry.
  private let blocks: [Block]

  /// An entry's lines, from its header to its last value.
  private struct Block {
    var header: Int
    var nodes: [Node] = []

    var end: Int { nodes.reduce(header) { max($0, $1.rows.upperBound) } + 1 }
  }

  /// A value in an entry, or a table with its header or dotted key.
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
    self.document = document
    mark = bytes.starts(with: TOMLText.byteOrderMark) ? TOMLText.byteOrderMark : []
    let lines = bytes.dropFirst(mark.count).split(separator: 0x0A, omittingEmptySubsequences: false)
    self.lines = lines.dropLast().map { $0 + [0x0A] } + lines.suffix(1).filter { !$0.isEmpty }.map(Array.init)
    newline = self.lines.first?.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [0x0A]
    var blocks: [Int: Block] = [:]
    for (path, region) in document.regions {
      guard path.count >= 2, case .index(let index) = path[1] else { continue }
      let header = path.count == 2 ? region.start.line - 1 : nil
      blocks[index, default: Block(header: header ?? 0)].nodes.append(Node(path: path[2...], region: region))
      if let header { blocks[index]?.header = header }
    }
    self.blocks = blocks.keys.sorted().compactMap { blocks[$0] }
    let isList = document.table["widget"] != nil && blocks.isEmpty
    let headers = self.blocks.compactMap { block in block.nodes.first(where: \.path.isEmpty).flatMap(first) }
    if isList || headers.contains(where: { $0 != UInt8(ascii: "[") }) {
      throw BoardEditError(
        .notWritten(reason: "its widgets are the elements of one list; write each as [[widget]], or edit it by hand"))
    }
  }

  static let unknownLayout = BoardEditError(
    .notWritten(reason: "its layout is one that commands do not understand; edit it by hand"))

  /// The text after the edit.
  var bytes: [UInt8] {
    var bytes = mark
    for (row, line) in lines.enumerated() {
      bytes += line
      guard let text = added[row] else { continue }
      if !line.isEmpty, line.last != 0x0A { bytes += newline }
      bytes += text
    }
    return bytes
  }

  // MARK: Entries

  /// - Parameter position: nil appends.
  mutating func add(_ entry: BoardEntry, at position: Int?) {
    let text = ["[[widget]]"] + entry.keys.compactMap { key, value in value.map { "\(key) = \($0)" } }
    let block = text.map { Array($0.utf8) + newline }
    let pieces = pieces()
    if let position, position < pieces.count {
      lines.insert(contentsOf: block + [newline], at: pieces[position].ownStart)
    } else {
      endLastLine()
      lines += (lines.isEmpty || isBlank(lines.count - 1) ? [] : [newline]) + block
    }
  }

  mutating func remove(_ index: Int) {
    let piece = pieces()[index]
    var (start, end) = (piece.ownStart, piece.rows.upperBound)
    if start == 0 || isBlank(start - 1) {
      while end < lines.count, isBlank(end) { end += 1 }
    }
    // The file shouldn't end in the blank lines above the entry.
    while end == lines.count, start > 0, isBlank(start - 1) { start -= 1 }
    lines.removeSubrange(start..<end)
  }

  mutating func move(_ index: Int, to position: Int) {
    endLastLine()
    let pieces = pieces()
    var texts = pieces.map { lines[$0.rows] }
    texts.insert(texts.remove(at: index), at: position)
    // Whatever is between the entries stays where it is.
    let ends = pieces.dropFirst().map(\.rows.lowerBound) + [lines.count]
    lines =
      lines[..<pieces[0].rows.lowerBound]
      + zip(texts, zip(pieces, ends)).flatMap { text, gap in text + lines[gap.0.rows.upperBound..<gap.1] }
  }

  /// An entry with its comments: those right above its header, and those right below its last line.
  private struct Piece {
    var rows: Range<Int>
    /// The first line to remove with the entry. Comments that may belong to the file or the previous entry stay.
    var ownStart: Int
  }

  private func pieces() -> [Piece] {
    var pieces: [Piece] = []
    for (index, block) in blocks.enumerated() {
      let floor = pieces.last?.rows.upperBound ?? 0
      var start = block.header
      while start > floor, isComment(start - 1) { start -= 1 }
      let next = index + 1 < blocks.count ? blocks[index + 1].header : nil
      var end = block.end
      while end < next ?? lines.count, isComment(end) { end += 1 }
      // Without a blank line in between, the comments belong to the next entry.
      if end == next { end = block.end }
      pieces.append(Piece(rows: start..<end, ownStart: start == floor ? block.header : start))
    }
    return pieces
  }

  // MARK: Keys

  /// Writes the keys that differ.
  mutating func update(_ index: Int, from old: BoardEntry, to new: BoardEntry) throws(BoardEditError) {
    for ((key, before), (_, after)) in zip(old.keys, new.keys) where before != after {
      if key == "set", isSpread(key, of: index) {
        for name in Set((old.settings + new.settings).map(\.name)).sorted() {
          let value = new.settings.first { $0.name == name }?.value
          if value != old.settings.first(where: { $0.name == name })?.value { try set(name, value, of: index) }
        }
      } else {
        try write(key, after, of: index)
      }
    }
  }

  private mutating func write(_ key: String, _ value: String?, of index: Int) throws(BoardEditError) {
    let block = blocks[index]
    if let node = block.nodes.first(where: { $0.path == [.key(key)] }), !isSpread(key, of: index) {
      // A comment after the value stays, and so does a key it may refer to.
      let hasComment = lines[node.rows.upperBound][offset(node.region.end)...].contains(UInt8(ascii: "#"))
      return replace(node, with: value ?? (hasComment ? ["hidden": "false", "set": "{}"][key] : nil), in: block)
    }
    // Another form, such as `refresh.cron = "..."` or [widget.refresh].
    for node in block.nodes where node.path.first == .key(key) { clear(node) }
    guard let value else { return }
    let table = block.nodes.filter { $0.path.count == 1 && first($0) == UInt8(ascii: "[") && isSpread($0.path, of: index) }
      .map(\.rows.lowerBound).min()
    let pairs = block.nodes.filter { !$0.path.isEmpty && $0.rows.upperBound < table ?? .max }
    insert("\(key) = \(value)", after: pairs.max(by: Self.isBefore), in: block, first: key == "id")
  }

  /// Writes a setting that has its own line.
  private mutating func set(_ name: String, _ value: String?, of index: Int) throws(BoardEditError) {
    let block = blocks[index]
    let text = value.map(BoardEntry.settingText)
    if let node = block.nodes.first(where: { $0.path == [.key("set"), .key(name)] }) {
      return replace(node, with: text, in: block)
    }
    guard let text, let set = block.nodes.first(where: { $0.path == [.key("set")] }) else { return }
    let pairs = block.nodes.filter { $0.path.first == .key("set") && $0.path.count == 2 }
    let prefix = first(set) == UInt8(ascii: "[") ? "" : "set."
    insert("\(prefix)\(TOMLText.key(name)) = \(text)", after: pairs.max(by: Self.isBefore) ?? set, in: block)
  }

  /// Whether a table has its own lines: dotted keys, or a header.
  private func isSpread(_ key: String, of index: Int) -> Bool { isSpread([.key(key)], of: index) }

  private func isSpread(_ path: ArraySlice<TOMLPathPart>, of index: Int) -> Bool {
    guard case .key(let key)? = path.first, document.table["widget"]?.array?[index].table?[key]?.table != nil else {
      return false
    }
    return blocks[index].nodes.contains { $0.path == path && first($0) != UInt8(ascii: "{") }
  }

  // MARK: Lines

  private static func isBefore(_ one: Node, _ other: Node) -> Bool {
    (one.rows.upperBound, other.rows.lowerBound) < (other.rows.upperBound, one.rows.lowerBound)
  }

  /// - Parameter value: nil removes the lines.
  private mutating func replace(_ node: Node, with value: String?, in block: Block) {
    let (start, end) = (node.rows.lowerBound, node.rows.upperBound)
    let before = lines[start][..<offset(node.region.start)]
    let after = lines[end][offset(node.region.end)...]
    let comments = comments(in: node, of: block).flatMap { indentation(start) + $0 + newline }
    clear(node)
    if let value { lines[start] = comments + before + Array(value.utf8) + after }
  }

  /// The comments between a list's elements, which then takes one line.
  private func comments(in list: Node, of block: Block) -> [[UInt8]] {
    let elements = block.nodes.filter { $0.path.count == 2 && $0.path.first == list.path.first }
    return list.rows.dropLast().compactMap { row in
      if elements.contains(where: { $0.rows.contains(row) && $0.rows.upperBound > row }) { return nil }
      let starts = elements.filter { $0.rows.upperBound == row }.map { offset($0.region.end) }
      let start = max(starts.max() ?? 0, row == list.rows.lowerBound ? offset(list.region.start) : 0)
      let comment = lines[row][start...].drop { $0 != UInt8(ascii: "#") }
      return comment.isEmpty ? nil : Array(comment.filter { $0 != 0x0A && $0 != 0x0D })
    }
  }

  private mutating func clear(_ node: Node) { for row in node.rows { lines[row] = [] } }

  /// - Parameter pair: Gives the new line its indentation.
  private mutating func insert(_ text: String, after pair: Node?, in block: Block, first: Bool = false) {
    let row = first ? block.header : pair?.rows.upperBound ?? block.header
    added[row, default: []] += (pair.map { indentation($0.rows.lowerBound) } ?? []) + Array(text.utf8) + newline
  }

  private mutating func endLastLine() {
    if let last = lines.last, last.last != 0x0A { lines[lines.count - 1] += newline }
  }

  private func indentation(_ row: Int) -> [UInt8] { Array(lines[row].prefix { $0 == 0x20 || $0 == 0x09 }) }
  private func isComment(_ row: Int) -> Bool { lines[row].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#") }
  private func isBlank(_ row: Int) -> Bool { lines[row].allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) } }

  /// A node's first byte: a bracket, or the start of a key or value.
  private func first(_ node: Node) -> UInt8? { lines[node.rows.lowerBound].dropFirst(offset(node.region.start)).first }

  /// The number of bytes before a position in its line.
  private func offset(_ position: TOMLPosition) -> Int {
    let line = lines[position.line - 1]
    var offset = 0
    for _ in 1..<max(position.column, 1) where offset < line.count {
      offset += 1
      while offset < line.count, line[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }
}
