/// The encoding of a Lua file: UTF-8, with or without a byte order mark.
///
/// Ill-formed bytes are legal in Lua's strings and comments, and old libraries have Latin-1 in their comments. So modules may
/// contain them, but a widget's main file, whose text is shown, may not.
enum SourceEncoding {
  /// The text without a UTF-8 byte order mark and with LF at the end of each line, so everyone counts lines alike. Lua reads CR,
  /// CR LF and LF CR as one end of a line, even in long strings, so the program stays the same.
  static func normalized(_ bytes: [UInt8]) -> [UInt8] {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    guard text.contains(13) else { return Array(text) }
    var lines: [UInt8] = []
    lines.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      guard byte == 10 || byte == 13 else {
        lines.append(byte)
        continue
      }
      lines.append(10)
      if index < text.endIndex, text[index] == 23 - byte { index += 1 }
    }
    return lines
  }

  /// Why the bytes can't be read as Lua: `is UTF-16 text; save it as UTF-8`. nil if they can.
  static func problem(with bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) || hasZeros(3, of: 4, bytes) {
      return "is UTF-32 text; save it as UTF-8"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || hasZeros(1, of: 2, bytes) {
      return "is UTF-16 text; save it as UTF-8"
    }
    return nil
  }

  /// The same for a widget's main file, which must be UTF-8.
  static func problem(withMain bytes: [UInt8]) -> String? {
    if let problem = problem(with: bytes) { return problem }
    return lineOfIllFormedText(normalized(bytes)).map { line, encoding in
      "is not UTF-8 text (line \(line) may be \(encoding)); save it as UTF-8"
    }
  }

  /// Whether most of the first units begin or end with NUL bytes, as ASCII does in UTF-16 and UTF-32.
  private static func hasZeros(_ count: Int, of width: Int, _ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(64 * width)
    let units = start.count / width
    guard units >= 2 else { return false }
    let zeros = [UInt8](repeating: 0, count: count)
    var (little, big) = (0, 0)
    for unit in 0..<units {
      let bytes = start[(unit * width)..<((unit + 1) * width)]
      if bytes.first != 0, bytes.suffix(count).elementsEqual(zeros) { little += 1 }
      if bytes.last != 0, bytes.prefix(count).elementsEqual(zeros) { big += 1 }
    }
    return max(little, big) * 2 > units
  }

  /// The first line that isn't UTF-8 and its probable encoding. Latin-1 has control characters where Windows-1252 has dashes and
  /// quotation marks.
  private static func lineOfIllFormedText(_ bytes: [UInt8]) -> (line: Int, encoding: String)? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var line = 1
    for part in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil {
        return (line, part.contains { (0x80...0x9F).contains($0) } ? "Windows-1252" : "Latin-1")
      }
      line += 1
    }
    return nil
  }
}
