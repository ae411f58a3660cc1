import WidgetFormats

/// The lines of one `[[widget]]`, with the comments right above its header and right below its last line.
///
/// The TOML parser says where values are, so nothing here knows the syntax of strings or lists.
struct BoardBlock {
  /// With their newlines, by their rows in the file.
  private(set) var lines: ArraySlice<String>
  let nodes: [Node]

  /// The place of the entry's header, of a value, or of the header or dotted key of a table.
  struct Node {
    /// The path from the entry to the value.
    var path: ArraySlice<TOMLPathPart>
    var region: TOMLRegion

    /// The numbers of its lines, from 0.
    var rows: ClosedRange<Int> { region.start.line - 1...max(region.start.line, region.end.line) - 1 }

    /// Whether it's a header, such as [widget.set].
    func isHeader(in lines: ArraySlice<String>) -> Bool {
      lines[rows.lowerBound].utf8.first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: "[")
    }
  }

  /// Replaces the rows of each key that differs by one line. Comments in these rows stay: behind it if the key was on one row,
  /// else above.
  mutating func update(from old: BoardEntry, to new: BoardEntry, _ newline: String) {
    guard let header = nodes.first(where: \.path.isEmpty) else { return }
    let table = nodes.filter { $0.path.count == 1 && $0.isHeader(in: lines) }.map(\.rows.lowerBound).min() ?? .max
    // New lines are added below the keys, and above tables such as [widget.set].
    let last =
      nodes.filter { $0.rows.upperBound < table }.max {
        ($0.rows.upperBound, $1.rows.lowerBound) < ($1.rows.upperBound, $0.rows.lowerBound)
      } ?? header
    let indentation = lines[last.rows.lowerBound].indentation
    var added: [Int: String] = [:]
    for ((key, before), (_, value)) in zip(old.keys, new.keys) where before != value {
      let own = nodes.filter { $0.path.first == .key(key) }
      var rows = Set(own.flatMap(\.rows)).sorted()
      // With the comments between its settings.
      if own.contains(where: { $0.isHeader(in: lines) }) { rows = Array(rows[0]...rows[rows.count - 1]) }
      let row = rows.first.flatMap { $0 <= table ? $0 : nil }
      let start = row == nil ? nil : own.first { $0.path.count == 1 }?.region.start
      let prefix = start.map { String(line($0)[..<place($0)]) } ?? indentation
      let pair = value.map { (prefix.contains("=") ? prefix : "\(prefix)\(key) = ") + $0 }
      let text: String
      if row != nil, let pair, rows.count == 1, let end = own.map(\.region.end).max(by: { $0.column < $1.column }) {
        text = pair + String(line(end)[place(end)...])
      } else {
        let comments = rows.compactMap { comment($0, own) }.map { prefix.indentation + $0 }
        text = (comments + [pair].compactMap(\.self)).map { $0 + newline }.joined()
      }
      for row in rows { lines[row] = "" }
      if let row { lines[row] = text } else { added[(key == "id" ? header : last).rows.upperBound, default: ""] += text }
    }
    for (row, text) in added { lines[row] += text }
  }

  /// The comment in a row, which is behind all values there.
  private func comment(_ row: Int, _ nodes: [Node]) -> String? {
    let places = nodes.filter { $0.rows.contains(row) }.compactMap { node in
      if node.rows.upperBound == row { return place(node.region.end) }
      // A string has no comment between its lines, unlike a list.
      let first = line(node.region.start)[place(node.region.start)...].first
      return first == "\"" || first == "'" ? lines[row].endIndex : nil
    }
    let comment = lines[row].unicodeScalars[(places.max() ?? lines[row].startIndex)...].drop { $0 != "#" }
    return comment.isEmpty ? nil : String(String.UnicodeScalarView(comment.filter { $0 != "\n" && $0 != "\r" }))
  }

  private func line(_ position: TOMLPosition) -> String.UnicodeScalarView { lines[position.line - 1].unicodeScalars }

  private func place(_ position: TOMLPosition) -> String.Index {
    let line = line(position)
    return line.index(line.startIndex, offsetBy: position.column - 1, limitedBy: line.endIndex) ?? line.endIndex
  }
}

extension String {
  fileprivate var indentation: String { String(prefix { $0 == " " || $0 == "\t" }) }
}
