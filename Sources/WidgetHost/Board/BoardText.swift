import WidgetFormats

/// The text of a board file as blocks with other lines between them. A change moves whole blocks, or rewrites the changed keys of one;
/// all other lines stay byte for byte.
struct BoardText {
  /// The byte order mark, if there's one.
  private let mark: String
  private let newline: String
  /// The last line, if the file has no newline behind it, with one.
  private let openLine: String
  private var blocks: [BoardBlock] = []
  /// The lines above each block, then those below the last one.
  private var gaps: [[String]] = []

  /// - Parameter bytes: TOML that's a valid board.
  init(_ bytes: [UInt8]) throws(BoardFileError.Problem) {
    guard let document = try? TOMLReader.document(bytes) else { throw Self.unknownLayout }
    mark = bytes.starts(with: TOMLText.byteOrderMark) ? "\u{FEFF}" : ""
    var lines = bytes.dropFirst(mark.utf8.count).split(separator: 0x0A, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self) + "\n"
    }
    newline = lines[0].utf8.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n" : "\n"
    let last = lines.removeLast().dropLast()
    openLine = last.isEmpty ? "" : last + newline
    if !last.isEmpty { lines.append(openLine) }

    var nodes: [Int: [BoardBlock.Node]] = [:]
    for (path, region) in document.regions where path.count >= 2 {
      if case .index(let index) = path[1] { nodes[index, default: []].append(.init(path: path[2...], region: region)) }
    }
    let entries = nodes.keys.sorted().compactMap { nodes[$0] }
    let headers = entries.compactMap { $0.first { $0.path.isEmpty && $0.isHeader(in: lines[...]) }?.rows.lowerBound }
    guard headers.count == entries.count, !entries.isEmpty || document.table["widget"] == nil else {
      throw .notWritten(reason: "its widgets are the elements of one list; write each as [[widget]], or edit it by hand")
    }
    var floor = 0
    for (index, header) in headers.enumerated() {
      let next = index + 1 < headers.count ? headers[index + 1] : nil
      let last = (entries[index].map(\.rows.upperBound).max() ?? header) + 1
      var (start, end) = (header, last)
      while start > floor, lines[start - 1].isComment { start -= 1 }
      // The comments at the top belong to the file.
      if start == 0 { start = header }
      while end < next ?? lines.count, lines[end].isComment { end += 1 }
      // Without a blank line between them, the comments belong to the next entry.
      if end == next { end = last }
      gaps.append(Array(lines[floor..<start]))
      blocks.append(BoardBlock(lines: lines[start..<end], nodes: entries[index]))
      floor = end
    }
    gaps.append(Array(lines[floor...]))
  }

  static let unknownLayout = BoardFileError.Problem.notWritten(
    reason: "commands can't edit this layout; edit it by hand")

  var bytes: [UInt8] {
    let lines = zip(gaps, blocks).flatMap { $0 + $1.lines } + (gaps.last ?? [])
    return Array((mark + (lines.last == openLine ? lines.dropLast() + [String(openLine.dropLast())] : lines).joined()).utf8)
  }

  /// - Parameter position: nil appends.
  mutating func add(_ entry: BoardEntry, at position: Int?) {
    let pairs = entry.keys.compactMap { key, value in value.map { "\(key) = \($0)" } }
    let block = BoardBlock(lines: (["[[widget]]"] + pairs).map { $0 + newline }[...], nodes: [])
    if let position, position < blocks.count {
      gaps.insert([newline], at: position + 1)
    } else {
      if let last = gaps.last?.last ?? blocks.last?.lines.last, !last.isBlank { gaps[blocks.count].append(newline) }
      gaps.append([])
    }
    blocks.insert(block, at: min(position ?? .max, blocks.count))
  }

  mutating func remove(_ index: Int) {
    let block = blocks.remove(at: index)
    var (above, below) = (gaps[index], gaps.remove(at: index + 1)[...])
    // Comments right below another entry may belong to it.
    if above.isEmpty, index > 0 { above = Array(block.lines.prefix(while: \.isComment)) }
    if above.last?.isBlank ?? (index == 0) { below = below.drop(while: \.isBlank) }
    // The file doesn't end in the blank lines above the entry.
    while below.isEmpty, index == blocks.count, above.last?.isBlank == true { above.removeLast() }
    gaps[index] = above + below
  }

  /// Lines between the blocks stay where they are.
  mutating func move(_ index: Int, to position: Int) { blocks.insert(blocks.remove(at: index), at: position) }

  mutating func update(_ index: Int, from old: BoardEntry, to new: BoardEntry) {
    blocks[index].update(from: old, to: new, newline)
  }
}

extension String {
  var isBlank: Bool { utf8.allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) } }
  var isComment: Bool { utf8.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "#") }
}
