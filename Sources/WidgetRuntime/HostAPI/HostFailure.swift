import WidgetModel

extension LuaValue {
  /// The result of a function that returns nil and an error: see ``HostFunction/returnsError``.
  static func failure(kind: String, _ message: String) -> LuaValue {
    ["error": ["kind": .string(kind), "message": .string(message)]]
  }

  /// A document that could not be decoded, with the position of the damage.
  static func decodeFailure(_ message: String, line: Int? = nil, column: Int? = nil) -> LuaValue {
    var fields: [String: LuaValue] = ["kind": "decode", "message": .string(message)]
    if let line { fields["line"] = .integer(Int64(line)) }
    if let column { fields["column"] = .integer(Int64(column)) }
    return ["error": .table(fields)]
  }

  /// The same, with line and column (in bytes) of an offset in the text.
  static func decodeFailure(_ message: String, at offset: Int, of text: [UInt8]) -> LuaValue {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return decodeFailure(message, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before.count - lineStart + 1)
  }
}
