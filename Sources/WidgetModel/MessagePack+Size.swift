extension MessagePack {
  /// The size of ``encode(_:)``'s result without encoding anything: a value may contain the same long text a thousand times.
  public static func size(of value: LuaValue) -> Int {
    switch value {
    case .null, .boolean: 1
    case .integer(let number): size(of: number)
    case .number: 9
    case .string(let text): size(ofText: text)
    case .bytes(let data): head(data.count, short: 0, hasByte: true) + data.count
    case .array(let elements): elements.reduce(head(elements.count, short: 16, hasByte: false)) { $0 + size(of: $1) }
    case .table(let fields):
      fields.reduce(head(fields.count, short: 16, hasByte: false)) { $0 + size(ofText: $1.key) + size(of: $1.value) }
    }
  }

  private static func size(of number: Int64) -> Int {
    switch number {
    case -32...0x7F: 1
    case 0...0xFF: 2
    case 0...0xFFFF: 3
    case 0...0xFFFF_FFFF: 5
    default: 9
    }
  }

  private static func size(ofText text: String) -> Int { head(text.utf8.count, short: 32, hasByte: true) + text.utf8.count }

  /// Bytes of a length: none beyond the type's own byte below `short`, else one, two or four more.
  private static func head(_ count: Int, short: Int, hasByte: Bool) -> Int {
    if count < short { return 1 }
    if hasByte, count <= 0xFF { return 2 }
    return count <= 0xFFFF ? 3 : 5
  }
}
