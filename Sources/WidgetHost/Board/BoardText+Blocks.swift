import WidgetFormats
import WidgetModel
import WidgetRuntime
import WidgetServices

extension BoardText {
  /// The text of an entry: its header, its pairs and its tables.
  struct Block {
    struct Table {
      var header: TOMLSource.Statement
      var pairs: [TOMLSource.Statement] = []
      var path: [String] { header.path }
    }

    var header: TOMLSource.Statement
    /// Those of the entry itself.
    var pairs: [TOMLSource.Statement] = []
    var tables: [Table] = []
    /// All, in order.
    var statements: [TOMLSource.Statement] = []

    /// The offsets of the lines from the header to the last statement.
    var lines: Range<Int> { header.lines.lowerBound..<(statements.last ?? header).lines.upperBound }
  }

  func block(_ index: Int) throws(BoardEditError) -> Block {
    let blocks = try blocks()
    guard blocks.indices.contains(index) else { throw Self.unknownLayout }
    return blocks[index]
  }

  func blocks() throws(BoardEditError) -> [Block] {
    var blocks: [Block] = []
    for statement in source.statements {
      if statement.kind == .element, statement.path == ["widget"] {
        blocks.append(Block(header: statement))
        continue
      }
      guard !blocks.isEmpty else {
        throw BoardEditError(
          .notWritten(reason: "its widgets are the elements of one list; write each as [[widget]], or edit it by hand"))
      }
      let last = blocks.count - 1
      if statement.kind != .pair {
        blocks[last].tables.append(Block.Table(header: statement))
      } else if blocks[last].tables.isEmpty {
        blocks[last].pairs.append(statement)
      } else {
        blocks[last].tables[blocks[last].tables.count - 1].pairs.append(statement)
      }
      blocks[last].statements.append(statement)
    }
    return blocks
  }

  /// An entry with the comments that belong to it.
  private struct Piece {
    var range: Range<Int>
    /// The start of what is removed with the entry. Comments that may belong to the file or to the entry before stay.
    var ownStart: Int
  }

  /// Comments directly above a header belong to the entry, and so do those directly below its last line.
  private func pieces() throws(BoardEditError) -> [Piece] {
    let blocks = try blocks()
    var pieces: [Piece] = []
    for (index, block) in blocks.enumerated() {
      let floor = pieces.last?.range.upperBound ?? contentStart
      var start = block.lines.lowerBound
      while start > floor, let line = line(before: start), line >= floor, isComment(line) { start = line }
      let next = index + 1 < blocks.count ? blocks[index + 1].lines.lowerBound : bytes.count
      var end = block.lines.upperBound
      while end < next, isComment(end) { end = self.line(after: end) }
      // Without a blank line between them, the comments belong to the next entry.
      if end >= next, index + 1 < blocks.count { end = block.lines.upperBound }
      let ownStart = start == floor ? block.lines.lowerBound : start
      pieces.append(Piece(range: start..<end, ownStart: ownStart))
    }
    return pieces
  }

  mutating func move(_ index: Int, to position: Int) throws(BoardEditError) {
    let pieces = try pieces()
    guard pieces.indices.contains(index), pieces.indices.contains(position) else { throw Self.unknownLayout }
    var texts = pieces.map { terminated(bytes[$0.range]) }
    texts.insert(texts.remove(at: index), at: position)
    // What is between the entries stays where it is.
    var result = Array(bytes[..<pieces[0].range.lowerBound])
    for (offset, text) in texts.enumerated() {
      let next = offset + 1 < pieces.count ? pieces[offset + 1].range.lowerBound : bytes.count
      result += text + bytes[pieces[offset].range.upperBound..<next]
    }
    source = TOMLSource(result)
  }

  mutating func remove(_ index: Int) throws(BoardEditError) {
    let pieces = try pieces()
    guard pieces.indices.contains(index) else { throw Self.unknownLayout }
    var (start, end) = (pieces[index].ownStart, pieces[index].range.upperBound)
    let previous = line(before: start)
    if previous.map(isBlank) ?? true {
      while end < bytes.count, isBlank(end) { end = line(after: end) }
    }
    // The file does not end in the blank lines that were before the entry.
    if end == bytes.count {
      while let previous = line(before: start), isBlank(previous) { start = previous }
    }
    replace(start..<end, with: "")
  }

  /// - Parameter position: nil appends.
  mutating func add(_ entry: BoardEntry, at position: Int?) throws(BoardEditError) {
    let lines = Self.lines(entry)
    let pieces = try pieces()
    if let position, position < pieces.count {
      return insert(lines + [""], at: pieces[position].ownStart)
    }
    var result = bytes.count > contentStart ? terminated(bytes[...]) : bytes
    let isSeparated = result.count == contentStart || Self.endsInBlankLine(result)
    for line in (isSeparated ? [] : [""]) + lines { result += Array(line.utf8) + newline }
    source = TOMLSource(result)
  }

  private static func lines(_ entry: BoardEntry) -> [String] {
    var lines = ["[[widget]]"]
    if let id = entry.explicitID { lines.append("id = \(TOMLValueText.string(id))") }
    lines.append("file = \(TOMLValueText.string(entry.file))")
    if !entry.settings.isEmpty {
      lines.append("set = " + TOMLValueText.table(entry.settings.map { ($0.name, TOMLValueText.setting($0.value)) }))
    }
    if let family = entry.family { lines.append("family = \(TOMLValueText.string(family.rawValue))") }
    if let refresh = entry.refresh { lines.append("refresh = \(TOMLValueText.refresh(refresh))") }
    if !entry.allow.isEmpty {
      lines.append("allow = " + TOMLValueText.list(entry.allow.map { TOMLValueText.string($0.description) }))
    }
    let placement = TOMLValueText.placement(entry.placement)
    for key in Key.allCases { if let value = placement[key] ?? nil { lines.append("\(key.rawValue) = \(value)") } }
    if entry.isHidden { lines.append("hidden = true") }
    return lines
  }

  private static func endsInBlankLine(_ bytes: [UInt8]) -> Bool {
    let lines = bytes.split(separator: 0x0A, maxSplits: .max, omittingEmptySubsequences: false).suffix(2)
    return lines.count == 2 && lines.first?.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } == true
  }
}
