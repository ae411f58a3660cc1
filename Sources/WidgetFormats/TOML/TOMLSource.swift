/// Where the parts of a TOML document are, for edits that leave everything else as it is.
public struct TOMLSource: Sendable, Equatable {
  /// A header, or a key with its value.
  public struct Statement: Sendable, Equatable {
    public enum Kind: Sendable, Equatable {
      /// `[path]`
      case table
      /// `[[path]]`
      case element
      /// `path = value`
      case pair
    }

    public var kind: Kind
    public var path: [String]
    /// The offsets of its lines, with comments at their ends and the last newline.
    public var lines: Range<Int>
    /// The offsets of the key; empty for a header.
    public var key: Range<Int>
    /// The offsets of the value; empty for a header.
    public var value: Range<Int>
  }

  /// An element of an array, or a pair of an inline table.
  public struct Item: Sendable, Equatable {
    /// The key; empty in an array.
    public var path: [String]
    /// The offsets of the key and the value.
    public var range: Range<Int>
    public var value: Range<Int>
  }

  public let bytes: [UInt8]
  /// The statements in order.
  public let statements: [Statement]

  /// - Parameter bytes: A document that ``TOMLReader`` accepts.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var scanner = TOMLScanner(bytes, at: bytes.starts(with: Self.byteOrderMark) ? 3 : 0)
    var statements: [Statement] = []
    while !scanner.isAtEnd {
      if let statement = Self.statement(&scanner) { statements.append(statement) }
    }
    self.statements = statements
  }

  public static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The elements of an array or the pairs of an inline table.
  ///
  /// - Parameter value: The offsets of the array or the table.
  public func items(in value: Range<Int>) -> [Item] {
    guard !value.isEmpty else { return [] }
    let isTable = bytes[value.lowerBound] == UInt8(ascii: "{")
    var scanner = TOMLScanner(bytes, at: value.lowerBound + 1)
    var items: [Item] = []
    while true {
      scanner.skipSpace()
      let start = scanner.index
      guard start < value.upperBound - 1 else { return items }
      var path: [String] = []
      if isTable {
        path = scanner.key()
        if scanner.next == UInt8(ascii: "=") { scanner.index += 1 }
        scanner.skipBlanks()
      }
      let first = scanner.index
      scanner.skipValue()
      guard scanner.index > first else { return items }
      items.append(Item(path: path, range: start..<scanner.index, value: first..<scanner.index))
      scanner.skipSpace()
      if scanner.next == UInt8(ascii: ",") { scanner.index += 1 }
    }
  }

  /// The offset after the comma following an item; nil if none does.
  public func comma(after offset: Int) -> Int? {
    var scanner = TOMLScanner(bytes, at: offset)
    scanner.skipSpace()
    return scanner.next == UInt8(ascii: ",") ? scanner.index + 1 : nil
  }

  /// Reads one line, or the lines of a statement.
  private static func statement(_ scanner: inout TOMLScanner) -> Statement? {
    let start = scanner.index
    defer { scanner.index = max(scanner.index, min(start + 1, scanner.bytes.count)) }
    scanner.skipBlanks()
    switch scanner.next {
    case 0x0A, 0x0D, UInt8(ascii: "#"):
      scanner.skipLine()
      return nil
    case _ where scanner.isAtEnd: return nil
    case UInt8(ascii: "["):
      scanner.index += 1
      let isElement = scanner.next == UInt8(ascii: "[")
      if isElement { scanner.index += 1 }
      let path = scanner.key()
      scanner.skipLine()
      return Statement(
        kind: isElement ? .element : .table, path: path, lines: start..<scanner.index, key: start..<start, value: start..<start)
    default:
      let first = scanner.index
      let path = scanner.key()
      let key = first..<scanner.index
      if scanner.next == UInt8(ascii: "=") { scanner.index += 1 }
      scanner.skipBlanks()
      let value = scanner.index
      scanner.skipValue()
      let end = scanner.index
      scanner.skipLine()
      return Statement(kind: .pair, path: path, lines: start..<scanner.index, key: key, value: value..<end)
    }
  }
}
