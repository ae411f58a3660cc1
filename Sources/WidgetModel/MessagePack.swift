/// The part of MessagePack that Lua values need, for frames and stores.
///
/// Encoding is deterministic (keys in order, the shortest form of each number). Decoding accepts every width and refuses
/// extension types, keys that aren't text, `str` that isn't UTF-8, and trailing bytes.
///
/// Source: github.com/msgpack/msgpack, spec.md.
public enum MessagePack {
  /// Why bytes aren't a value.
  public enum Problem: Error, Sendable, Equatable {
    case truncated
    case trailingBytes
    case tooDeep
    case tooManyValues
    case unsupportedType(UInt8)
    case keyNotText
    case notUTF8
    /// A key that would take too long to compare; see ``StackedMarks``.
    case stackedMarks
  }

  /// Levels of nested lists and tables in one value.
  public static let maximumValueDepth = 32
  /// Levels of a whole message: a view of 32 levels, with its lists of children, inside its envelope.
  public static let maximumDepth = 80
  public static let maximumValues = 50_000

  /// The shortest encoding of a value.
  public static func encode(_ value: LuaValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  /// Decodes exactly one value.
  ///
  /// - Parameters:
  ///   - depth: Levels of nested lists and maps.
  ///   - values: The total number of values, containers included.
  public static func decode(
    _ bytes: [UInt8], maximumDepth depth: Int = MessagePack.maximumDepth, maximumValues values: Int = MessagePack.maximumValues
  ) throws(Problem) -> LuaValue {
    let result: Result<LuaValue, Problem> = bytes.withUnsafeBytes { buffer in
      var reader = Reader(buffer: buffer, remainingValues: values)
      do throws(Problem) {
        // The message itself isn't a level: it may contain that many levels.
        try reader.claim(1)
        let value = try reader.value(depth: depth + 1)
        guard reader.position == buffer.count else { return .failure(.trailingBytes) }
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Appends an encoded value.
  public static func append(_ value: LuaValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: bytes.append(0xC0)
    case .boolean(let flag): bytes.append(flag ? 0xC3 : 0xC2)
    case .integer(let number): append(number, to: &bytes)
    case .number(let number):
      bytes.append(0xCB)
      append(bigEndian: number.bitPattern, to: &bytes)
    case .string(let text):
      let utf8 = text.utf8
      appendLength(utf8.count, fix: (0xA0, 32), (0xD9, 0xDA, 0xDB), to: &bytes)
      bytes.append(contentsOf: utf8)
    case .bytes(let data):
      appendLength(data.count, fix: nil, (0xC4, 0xC5, 0xC6), to: &bytes)
      bytes.append(contentsOf: data)
    case .array(let elements):
      appendListHead(elements.count, to: &bytes)
      for element in elements { append(element, to: &bytes) }
    case .table(let fields):
      appendMapHead(fields.count, to: &bytes)
      for (key, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        append(.string(key), to: &bytes)
        append(value, to: &bytes)
      }
    }
  }

  /// Begins a list; its elements follow.
  public static func appendListHead(_ count: Int, to bytes: inout [UInt8]) {
    appendLength(count, fix: (0x90, 16), (nil, 0xDC, 0xDD), to: &bytes)
  }

  /// Begins a table; its keys and values follow.
  public static func appendMapHead(_ count: Int, to bytes: inout [UInt8]) {
    appendLength(count, fix: (0x80, 16), (nil, 0xDE, 0xDF), to: &bytes)
  }

  static func append(_ number: Int64, to bytes: inout [UInt8]) {
    switch number {
    case 0...0x7F: bytes.append(UInt8(number))
    case -32..<0: bytes.append(UInt8(bitPattern: Int8(number)))
    case 0...0xFF: bytes += [0xCC, UInt8(number)]
    case 0...0xFFFF:
      bytes.append(0xCD)
      append(bigEndian: UInt16(number), to: &bytes)
    case 0...0xFFFF_FFFF:
      bytes.append(0xCE)
      append(bigEndian: UInt32(number), to: &bytes)
    default:
      bytes.append(0xD3)
      append(bigEndian: UInt64(bitPattern: number), to: &bytes)
    }
  }

  private static func appendLength(
    _ count: Int, fix: (base: UInt8, limit: Int)?, _ codes: (UInt8?, UInt8, UInt8), to bytes: inout [UInt8]
  ) {
    if let fix, count < fix.limit {
      bytes.append(fix.base | UInt8(count))
    } else if let code = codes.0, count <= 0xFF {
      bytes += [code, UInt8(count)]
    } else if count <= 0xFFFF {
      bytes.append(codes.1)
      append(bigEndian: UInt16(count), to: &bytes)
    } else {
      bytes.append(codes.2)
      append(bigEndian: UInt32(clamping: count), to: &bytes)
    }
  }

  static func append(bigEndian number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Decodes untrusted bytes.
  private struct Reader {
    let buffer: UnsafeRawBufferPointer
    var remainingValues: Int
    var position = 0

    /// Takes values off the budget before memory is reserved for them. Nested containers share one budget, so reserved memory
    /// stays in proportion to it.
    mutating func claim(_ count: Int) throws(Problem) {
      guard count <= remainingValues else { throw .tooManyValues }
      remainingValues -= count
    }

    mutating func value(depth: Int) throws(Problem) -> LuaValue {
      guard depth > 0 else { throw .tooDeep }
      let code = try integer(UInt8.self)
      switch code {
      case 0x00...0x7F: return .integer(Int64(code))
      case 0x80...0x8F: return try map(Int(code & 0x0F), depth)
      case 0x90...0x9F: return try list(Int(code & 0x0F), depth)
      case 0xA0...0xBF: return try string(Int(code & 0x1F))
      case 0xC0: return .null
      case 0xC2: return .boolean(false)
      case 0xC3: return .boolean(true)
      case 0xC4: return .bytes(Array(try slice(Int(try integer(UInt8.self)))))
      case 0xC5: return .bytes(Array(try slice(Int(try integer(UInt16.self)))))
      case 0xC6: return .bytes(Array(try slice(Int(try integer(UInt32.self)))))
      case 0xCA: return .number(Double(Float(bitPattern: try integer(UInt32.self))))
      case 0xCB: return .number(Double(bitPattern: try integer(UInt64.self)))
      case 0xCC: return .integer(Int64(try integer(UInt8.self)))
      case 0xCD: return .integer(Int64(try integer(UInt16.self)))
      case 0xCE: return .integer(Int64(try integer(UInt32.self)))
      case 0xCF:
        let number = try integer(UInt64.self)
        return Int64(exactly: number).map { .integer($0) } ?? .number(Double(number))
      case 0xD0: return .integer(Int64(try integer(Int8.self)))
      case 0xD1: return .integer(Int64(try integer(Int16.self)))
      case 0xD2: return .integer(Int64(try integer(Int32.self)))
      case 0xD3: return .integer(try integer(Int64.self))
      case 0xD9: return try string(Int(try integer(UInt8.self)))
      case 0xDA: return try string(Int(try integer(UInt16.self)))
      case 0xDB: return try string(Int(try integer(UInt32.self)))
      case 0xDC: return try list(Int(try integer(UInt16.self)), depth)
      case 0xDD: return try list(Int(try integer(UInt32.self)), depth)
      case 0xDE: return try map(Int(try integer(UInt16.self)), depth)
      case 0xDF: return try map(Int(try integer(UInt32.self)), depth)
      case 0xE0...0xFF: return .integer(Int64(Int8(bitPattern: code)))
      default: throw .unsupportedType(code)
      }
    }

    private mutating func list(_ count: Int, _ depth: Int) throws(Problem) -> LuaValue {
      // Every element takes at least one byte, so no memory is reserved for larger counts.
      guard count <= buffer.count - position else { throw .truncated }
      try claim(count)
      var elements: [LuaValue] = []
      elements.reserveCapacity(count)
      for _ in 0..<count { elements.append(try value(depth: depth - 1)) }
      return .array(elements)
    }

    private mutating func map(_ count: Int, _ depth: Int) throws(Problem) -> LuaValue {
      guard count <= (buffer.count - position) / 2 else { throw .truncated }
      try claim(count)
      var fields: [String: LuaValue] = [:]
      fields.reserveCapacity(count)
      for _ in 0..<count {
        let key = try key()
        fields[key] = try value(depth: depth - 1)
      }
      return .table(fields)
    }

    private mutating func key() throws(Problem) -> String {
      let start = position
      let key = try plainKey()
      // Shorter ones can't have as many.
      if position - start > StackedMarks.most, StackedMarks.areIn(key.utf8) { throw .stackedMarks }
      return key
    }

    private mutating func plainKey() throws(Problem) -> String {
      let code = try integer(UInt8.self)
      switch code {
      case 0xA0...0xBF: return try text(Int(code & 0x1F))
      case 0xD9: return try text(Int(try integer(UInt8.self)))
      case 0xDA: return try text(Int(try integer(UInt16.self)))
      case 0xDB: return try text(Int(try integer(UInt32.self)))
      default: throw .keyNotText
      }
    }

    /// A text, or bytes if it would take too long to compare.
    private mutating func string(_ count: Int) throws(Problem) -> LuaValue {
      let text = try text(count)
      return count > StackedMarks.most && StackedMarks.areIn(text.utf8) ? .bytes(Array(text.utf8)) : .string(text)
    }

    private mutating func text(_ count: Int) throws(Problem) -> String {
      let slice = try slice(count)
      // The common case: validating creates metadata of generic types for each text.
      if slice.allSatisfy({ $0 < 0x80 }) { return String(decoding: slice, as: UTF8.self) }
      guard let text = String(validating: slice, as: UTF8.self) else { throw .notUTF8 }
      return text
    }

    private mutating func slice(_ count: Int) throws(Problem) -> UnsafeRawBufferPointer {
      guard count <= buffer.count - position else { throw .truncated }
      defer { position += count }
      return UnsafeRawBufferPointer(rebasing: buffer[position..<(position + count)])
    }

    private mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws(Problem) -> Number {
      let size = MemoryLayout<Number>.size
      guard size <= buffer.count - position else { throw .truncated }
      defer { position += size }
      return Number(bigEndian: buffer.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
  }
}
