/// Why a text isn't JSON, and where: line and column from 1, columns in characters.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why a text isn't JSON.
  public enum Problem: Sendable, Equatable {
    case tooLarge, tooDeep, tooManyValues, ended, unexpected, badString, badNumber, notUTF8, stackedMarks
  }

  public var problem: Problem
  public var line: Int
  public var column: Int

  public var description: String {
    let words =
      switch problem {
      case .tooLarge: "the text is larger than \(JSONReader.maximumSize >> 20) MiB"
      case .tooDeep: "more than \(JSONReader.maximumDepth) levels of nested lists and objects"
      case .tooManyValues: "more than \(JSONReader.maximumValues) values"
      case .ended: "the text ends too early"
      case .unexpected: "something else is expected here"
      case .badString: "a text with a forbidden character or escape"
      case .badNumber: "a malformed number"
      case .notUTF8: "the bytes are not UTF-8"
      case .stackedMarks: "a text \(StackedMarks.problem)"
      }
    return "line \(line), column \(column): \(words)"
  }
}

/// Parses JSON (RFC 8259) in the broker. The last of several equal keys wins.
public struct JSONReader {
  /// Bytes.
  static let maximumSize = 4 << 20
  /// Levels of nested lists and objects, as many as `json.decode` accepts.
  public static let maximumDepth = 128
  public static let maximumValues = 200_000

  private let bytes: [UInt8]
  private var position = 0
  private var values = 0

  /// Numbers without a point or an exponent are integers when they fit, all others floats.
  ///
  /// - Throws: ``JSONError``, even for a number too large for a float.
  public static func read(_ bytes: [UInt8]) throws(JSONError) -> LuaValue {
    var reader = JSONReader(bytes: bytes)
    guard bytes.count <= maximumSize else { throw reader.error(.tooLarge) }
    // A byte order mark is ignored (RFC 8259, 8.1).
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.position == bytes.count else { throw reader.error(.unexpected) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func error(_ problem: JSONError.Problem) -> JSONError {
    let before = bytes.prefix(position)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    return JSONError(problem: problem, line: line, column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func take(_ wanted: UInt8) -> Bool {
    skipBlanks()
    guard byte == wanted else { return false }
    position += 1
    return true
  }

  /// Recursion is bounded by ``maximumDepth``.
  private mutating func value(depth: Int) throws(JSONError) -> LuaValue {
    values += 1
    guard values <= Self.maximumValues else { throw error(.tooManyValues) }
    skipBlanks()
    switch byte {
    case nil: throw error(.ended)
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try list(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> LuaValue {
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    position += 1
    var fields: [String: LuaValue] = [:]
    if take(UInt8(ascii: "}")) { return .table(fields) }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw error(byte == nil ? .ended : .unexpected) }
      let key = try string()
      guard take(UInt8(ascii: ":")) else { throw error(byte == nil ? .ended : .unexpected) }
      fields[key] = try value(depth: depth + 1)
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw error(byte == nil ? .ended : .unexpected) }
    return .table(fields)
  }

  private mutating func list(_ depth: Int) throws(JSONError) -> LuaValue {
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    position += 1
    var elements: [LuaValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat { elements.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw error(byte == nil ? .ended : .unexpected) }
    return .array(elements)
  }

  private mutating func word(_ word: String, _ value: LuaValue) throws(JSONError) -> LuaValue {
    guard bytes[position...].starts(with: word.utf8) else { throw error(.unexpected) }
    position += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONError) -> LuaValue {
    let start = position
    while let byte, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.eE".utf8.contains(byte) { position += 1 }
    guard position > start else { throw error(.unexpected) }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    let isWellFormed = Self.isNumber(bytes[start..<position])
    if isWellFormed, let integer = Int64(text) { return .integer(integer) }
    guard isWellFormed, let number = Double(text), number.isFinite else {
      position = start
      throw error(.badNumber)
    }
    return .number(number)
  }

  /// Whether a text is a number (RFC 8259, section 6).
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }
    func skipDigits() -> Bool {
      let digits = rest.prefix { isDigit($0) }
      rest = rest.dropFirst(digits.count)
      return !digits.isEmpty
    }
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "0") { rest.removeFirst() } else if !skipDigits() { return false }
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      if !skipDigits() { return false }
    }
    if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if !skipDigits() { return false }
    }
    return rest.isEmpty
  }

  private mutating func string() throws(JSONError) -> String {
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw error(.badString) }
      position += 1
      if byte == UInt8(ascii: "\\") { try escape(&text) } else { text.append(byte) }
    }
    guard byte != nil else { throw error(.ended) }
    position += 1
    if text.count > StackedMarks.most, StackedMarks.areIn(text) {
      position = start
      throw error(.stackedMarks)
    }
    if let text = String(validating: text, as: UTF8.self) { return text }
    position = start
    throw error(.notUTF8)
  }

  private mutating func escape(_ text: inout [UInt8]) throws(JSONError) {
    guard let byte else { throw error(.ended) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      text.append(contentsOf: String(Character(try escapedScalar())).utf8)
    default:
      position -= 1
      throw error(.badString)
    }
  }

  /// The scalar of `\uXXXX`, or of two forming a surrogate pair. A lone surrogate, which some encoders write, is U+FFFD.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let code = try hexadecimal()
    guard (0xD800..<0xDC00).contains(code), bytes[position...].starts(with: [0x5C, 0x75]) else {
      return Unicode.Scalar(code) ?? "\u{FFFD}"
    }
    let afterHigh = position
    position += 2
    let low = try hexadecimal()
    guard (0xDC00..<0xE000).contains(low) else {
      position = afterHigh
      return "\u{FFFD}"
    }
    return Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(JSONError) -> UInt32 {
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error(.badString) }
    position += 4
    return code
  }
}
