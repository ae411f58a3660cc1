extension MessagePack {
  /// Encodes a JSON value. This is also the compact form of anything `Encodable`.
  ///
  /// Floats are exact, even those JSON can't write.
  public static func encode(json value: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, to: &bytes)
    return bytes
  }

  private static func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    switch value {
    case .null: append(LuaValue.null, to: &bytes)
    case .boolean(let flag): append(LuaValue.boolean(flag), to: &bytes)
    case .integer(let number): append(number, to: &bytes)
    case .unsigned(let number):
      if let number = Int64(exactly: number) { return append(number, to: &bytes) }
      bytes.append(0xCF)
      append(bigEndian: number, to: &bytes)
    case .number(let number): append(LuaValue.number(number), to: &bytes)
    case .string(let text): append(LuaValue.string(text), to: &bytes)
    case .array(let elements):
      appendListHead(elements.count, to: &bytes)
      for element in elements { append(element, to: &bytes) }
    case .object(let fields):
      appendMapHead(fields.count, to: &bytes)
      for field in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        append(LuaValue.string(field.key), to: &bytes)
        append(field.value, to: &bytes)
      }
    }
  }
}
