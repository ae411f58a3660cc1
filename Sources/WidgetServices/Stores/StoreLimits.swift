import WidgetModel

/// Limits on what a widget can store, in bytes of encoded values.
public struct StoreLimits: Sendable, Equatable {
  /// Bytes of a key in UTF-8. Keys have at least one byte and contain no NUL.
  public var key = 128
  public var value = 64 << 10
  /// Bytes of a suite of defaults or an instance's cache: keys, values, and ``overhead`` for each entry.
  public var total = 8 << 20
  /// The fixed cost per entry.
  public static let overhead = 64
  /// Maximum nesting of tables.
  public static let depth = MessagePack.maximumValueDepth

  public init() {}

  func check(key: String) throws(StoreError) {
    let count = key.utf8.count
    guard (1...max(1, self.key)).contains(count) else { throw .invalidKey(bytes: count, limit: self.key) }
    guard !key.utf8.contains(0) else { throw .zeroByte }
  }

  /// The host names suites and instances, but a group's name comes from a script.
  func check(name: String) throws(StoreError) {
    guard (1...256).contains(name.utf8.count) else { throw .invalidKey(bytes: name.utf8.count, limit: 256) }
    guard !name.utf8.contains(0) else { throw .zeroByte }
  }

  func encode(_ value: LuaValue) throws(StoreError) -> [UInt8] {
    guard value.isNested(atMost: Self.depth) else { throw .valueTooDeep(limit: Self.depth) }
    let bytes = MessagePack.encode(value)
    // A string's own length counts: an author storing 64 KiB of text doesn't know about the encoding's length prefix.
    let count =
      switch value {
      case .string(let text): text.utf8.count
      case .bytes(let data): data.count
      default: bytes.count
      }
    guard count <= self.value else { throw .valueTooLarge(bytes: count, limit: self.value) }
    return bytes
  }

  /// The size of an entry as counted against ``total``.
  static func size(key: String, valueBytes: Int) -> Int { key.utf8.count + valueBytes + overhead }

  /// nil for bytes ``encode(_:)`` can't have produced.
  static func decode(_ bytes: [UInt8]) -> LuaValue? {
    // Every value takes at least one byte, so the length bounds their number.
    try? MessagePack.decode(bytes, maximumDepth: depth, maximumValues: bytes.count)
  }
}

extension LuaValue {
  /// Whether tables are nested at most this deep.
  fileprivate func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let elements): depth > 0 && elements.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .table(let fields): depth > 0 && fields.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    default: true
    }
  }
}
