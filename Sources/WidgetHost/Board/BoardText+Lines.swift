import WidgetFormats

extension BoardText {
  /// The offset after the byte order mark.
  var contentStart: Int { bytes.starts(with: TOMLSource.byteOrderMark) ? TOMLSource.byteOrderMark.count : 0 }

  /// As the first line ends.
  var newline: [UInt8] {
    guard let first = bytes.firstIndex(of: 0x0A), first > 0, bytes[first - 1] == 0x0D else { return [0x0A] }
    return [0x0D, 0x0A]
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    var bytes = bytes
    bytes.replaceSubrange(range, with: Array(text.utf8))
    source = TOMLSource(bytes)
  }

  /// A text that ends with a newline.
  func terminated(_ text: ArraySlice<UInt8>) -> [UInt8] { text.last == 0x0A || text.isEmpty ? Array(text) : text + newline }

  /// - Parameter offset: The start of a line.
  mutating func insert(_ lines: [String], at offset: Int) {
    var bytes = bytes
    bytes.insert(contentsOf: lines.flatMap { Array($0.utf8) + newline }, at: offset)
    source = TOMLSource(bytes)
  }

  /// - Parameter sibling: A pair whose indentation the new line gets.
  mutating func insertLine(
    _ line: String, after statement: TOMLSource.Statement, indentedAs sibling: TOMLSource.Statement?
  ) {
    let indentation = sibling.map { String(decoding: bytes[$0.lines.lowerBound..<$0.key.lowerBound], as: UTF8.self) } ?? ""
    let end = statement.lines.upperBound
    if end == bytes.count, bytes.last != 0x0A {
      source = TOMLSource(bytes + newline)
      return insert([indentation + line], at: bytes.count)
    }
    insert([indentation + line], at: end)
  }

  /// Whether a comment follows the value of a pair on its line.
  func hasComment(after pair: TOMLSource.Statement) -> Bool {
    bytes[pair.value.upperBound..<pair.lines.upperBound].contains(UInt8(ascii: "#"))
  }

  /// The start of the line before the one that starts at an offset; nil for the first line.
  func line(before offset: Int) -> Int? {
    guard offset > contentStart else { return nil }
    let newline = bytes[contentStart..<offset - 1].lastIndex(of: 0x0A)
    return newline.map { $0 + 1 } ?? contentStart
  }

  /// The start of the line after the one that starts at an offset, or the end of the file.
  func line(after offset: Int) -> Int { bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count }

  func isComment(_ line: Int) -> Bool { firstByte(line) == UInt8(ascii: "#") }
  func isBlank(_ line: Int) -> Bool { firstByte(line) == nil }

  /// The first byte of a line that is not blank.
  private func firstByte(_ line: Int) -> UInt8? {
    bytes[line..<self.line(after: line)].first { ![0x20, 0x09, 0x0D, 0x0A].contains($0) }
  }

  // MARK: Elements of lists and inline tables

  /// Adds an element at the end.
  ///
  /// - Parameter value: The offsets of the array or the table.
  mutating func insertItem(_ text: String, in value: Range<Int>) {
    guard let last = source.items(in: value).last else {
      let isTable = bytes[value.lowerBound] == UInt8(ascii: "{")
      let inside = bytes[value.lowerBound + 1..<value.upperBound - 1]
      if inside.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        return replace(value, with: isTable ? "{ \(text) }" : "[\(text)]")
      }
      return replace(value.lowerBound + 1..<value.lowerBound + 1, with: " \(text)")
    }
    let end = last.range.upperBound
    let comma = source.comma(after: end)
    let lineEnd = bytes[end..<value.upperBound].firstIndex(of: 0x0A)
    guard let lineEnd else {
      return comma.map { replace($0..<$0, with: " \(text)") } ?? replace(end..<end, with: ", \(text)")
    }
    // One element a line: the new one goes below the last one and its comment.
    let start = bytes[..<last.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? contentStart
    let before = bytes[start..<last.range.lowerBound]
    let indentation = before.prefix { $0 == 0x20 || $0 == 0x09 }
    let line = String(decoding: indentation, as: UTF8.self) + text + (comma == nil ? "" : ",")
    insert([line], at: lineEnd + 1)
    if comma == nil { replace(end..<end, with: ",") }
  }

  /// - Parameter value: The offsets of the array or the table.
  mutating func removeItem(_ index: Int, in value: Range<Int>) {
    let items = source.items(in: value)
    guard items.indices.contains(index) else { return }
    var (start, end) = (items[index].range.lowerBound, items[index].range.upperBound)
    let lineStart = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? contentStart
    let comma = source.comma(after: end)
    if let comma { end = comma }
    let ownsLine = lineStart > value.lowerBound && bytes[lineStart..<start].allSatisfy { $0 == 0x20 || $0 == 0x09 }
    let rest = bytes[end..<line(after: end)].first { ![0x20, 0x09, 0x0D].contains($0) }
    if ownsLine, rest == 0x0A || rest == UInt8(ascii: "#") {
      return replace(lineStart..<line(after: end), with: "")
    }
    if comma != nil {
      while end < value.upperBound, bytes[end] == 0x20 || bytes[end] == 0x09 { end += 1 }
    } else if index > 0 {
      start = items[index - 1].range.upperBound
    }
    replace(start..<end, with: "")
  }
}
