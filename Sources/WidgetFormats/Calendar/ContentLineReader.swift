/// Unfolded lines. Source: RFC 5545, 3.1.
///
/// Unfolding works on bytes, because a fold may split a character. A line may end with CRLF, LF or CR; empty lines are ignored.
struct ContentLineReader {
  private let bytes: [UInt8]
  private var position = 0
  private var nextLine = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next line and its number, from 1; nil at the end.
  mutating func next() -> (number: Int, bytes: [UInt8])? {
    while position < bytes.count {
      let number = nextLine
      var line = Array(physicalLine())
      while position < bytes.count, bytes[position] == 32 || bytes[position] == 9 {
        line += physicalLine().dropFirst()
      }
      if line.contains(where: { $0 != 32 && $0 != 9 }) { return (number, line) }
    }
    return nil
  }

  private mutating func physicalLine() -> ArraySlice<UInt8> {
    let line = bytes[position...].prefix { $0 != 10 && $0 != 13 }
    position = line.endIndex
    if position < bytes.count {
      position += bytes[position] == 13 && position + 1 < bytes.count && bytes[position + 1] == 10 ? 2 : 1
    }
    nextLine += 1
    return line
  }
}
