import WidgetModel

/// Parses one record after another in a single pass.
struct CSVReader {
  private let bytes: [UInt8]
  private let separator: UInt8
  private var position = 0
  private var line = 1
  private var lineStart = 0
  private var fieldCount = 0
  /// The line the last record began on, from 1.
  private(set) var recordLine = 1
  /// The places of the last record's fields.
  private(set) var places: [(line: Int, column: Int)] = []

  private static let quote = UInt8(ascii: "\"")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let lineFeed = UInt8(ascii: "\n")

  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      position = 3
      lineStart = 3
    }
  }

  /// The next record; nil at the end.
  mutating func record() throws(CSVError) -> [LuaValue]? {
    while endLine() {}
    guard position < bytes.count else { return nil }
    recordLine = line
    var fields: [LuaValue] = []
    places.removeAll(keepingCapacity: true)
    while true {
      fieldCount += 1
      guard fieldCount <= CSVDocument.maximumFields else { throw .fieldLimit(line: line) }
      places.append((line, column))
      fields.append(try field())
      guard position < bytes.count, bytes[position] == separator else { break }
      position += 1
    }
    _ = endLine()
    return fields
  }

  private var column: Int { position - lineStart + 1 }

  /// Reads up to a separator, a line end or the end of the text.
  private mutating func field() throws(CSVError) -> LuaValue {
    if position < bytes.count, bytes[position] == Self.quote { return try quoted() }
    let start = position
    while position < bytes.count, !isFieldEnd(bytes[position]) {
      guard bytes[position] != Self.quote else { throw .strayQuote(line: line, column: column) }
      position += 1
    }
    return LuaValue(stringBytes: Array(bytes[start..<position]))
  }

  private mutating func quoted() throws(CSVError) -> LuaValue {
    let opening = CSVError.unterminatedQuote(line: line, column: column)
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Self.quote {
        position += 1
        guard position < bytes.count, bytes[position] == Self.quote else {
          guard position == bytes.count || isFieldEnd(bytes[position]) else {
            throw .textAfterQuote(line: line, column: column)
          }
          return LuaValue(stringBytes: content)
        }
        content.append(byte)
        position += 1
      } else {
        // A line end inside quotes belongs to the field unchanged.
        let start = position
        if endLine() {
          content += bytes[start..<position]
        } else {
          content.append(byte)
          position += 1
        }
      }
    }
    throw opening
  }

  private func isFieldEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == Self.carriageReturn || byte == Self.lineFeed
  }

  /// Skips one line end, if any.
  private mutating func endLine() -> Bool {
    guard position < bytes.count else { return false }
    if bytes[position] == Self.carriageReturn {
      position += position + 1 < bytes.count && bytes[position + 1] == Self.lineFeed ? 2 : 1
    } else if bytes[position] == Self.lineFeed {
      position += 1
    } else {
      return false
    }
    line += 1
    lineStart = position
    return true
  }
}
