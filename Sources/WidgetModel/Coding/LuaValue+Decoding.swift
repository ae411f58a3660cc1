extension LuaValue {
  /// Decodes a value of the model from its `Codable` form, as written by ``MessagePack/encode(json:)``.
  ///
  /// - Throws: `DecodingError` with the path of the wrong field.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try Value(from: LuaValueDecoder(value: self, path: nil))
  }
}

/// The path of a value within the decoded one, as a list from the inside out.
private final class CodingPath {
  let key: any CodingKey
  let parent: CodingPath?

  init(_ key: any CodingKey, in parent: CodingPath?) {
    self.key = key
    self.parent = parent
  }

  static func keys(_ path: CodingPath?) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var node = path
    while let current = node {
      keys.append(current.key)
      node = current.parent
    }
    return keys.reversed()
  }
}

private struct IndexKey: CodingKey {
  let intValue: Int?
  var stringValue: String { "\(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(intValue: Int) { self.intValue = intValue }
  init?(stringValue: String) { nil }
}

private struct LuaValueDecoder: Decoder {
  let value: LuaValue
  let path: CodingPath?

  var codingPath: [any CodingKey] { CodingPath.keys(path) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: "got \(value.typeName)"))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .table(let fields) = value else { throw mismatch([String: LuaValue].self) }
    return KeyedDecodingContainer(Keyed(fields: fields, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([LuaValue].self) }
    return Unkeyed(elements: elements, path: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }
}

private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: LuaValue]
  let path: CodingPath?

  var codingPath: [any CodingKey] { CodingPath.keys(path) }
  var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

  private func decoder(_ key: Key) throws -> LuaValueDecoder {
    guard let value = fields[key.stringValue] else {
      throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: "missing"))
    }
    return LuaValueDecoder(value: value, path: CodingPath(key, in: path))
  }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value.isNull }
  // The types of most fields, without checking the type again.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try Single(decoder: decoder(key)).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try Single(decoder: decoder(key)).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try Single(decoder: decoder(key)).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try Single(decoder: decoder(key)).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: decoder(key)) }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = fields[key.stringValue], !value.isNull else { return nil }
    return try Value(from: LuaValueDecoder(value: value, path: CodingPath(key, in: path)))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(key).unkeyedContainer() }
  func superDecoder() throws -> any Decoder { LuaValueDecoder(value: fields["super"] ?? .null, path: path) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct Unkeyed: UnkeyedDecodingContainer {
  let elements: [LuaValue]
  let path: CodingPath?
  private(set) var currentIndex = 0

  init(elements: [LuaValue], path: CodingPath?) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { CodingPath.keys(path) }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func decoder() throws -> LuaValueDecoder {
    let path = CodingPath(IndexKey(currentIndex), in: path)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        LuaValue.self, DecodingError.Context(codingPath: CodingPath.keys(path), debugDescription: "the list ends"))
    }
    return LuaValueDecoder(value: elements[currentIndex], path: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard try decoder().value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try Value(from: decoder())
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    let container = try decoder().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try decoder().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try decoder()
    currentIndex += 1
    return decoder
  }
}

private struct Single: SingleValueDecodingContainer {
  let decoder: LuaValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let flag = decoder.value.boolean else { throw decoder.mismatch(type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard let text = decoder.value.string else { throw decoder.mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let number = decoder.value.double else { throw decoder.mismatch(type) }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: decoder) }

  private func integer<Number: FixedWidthInteger>() throws -> Number {
    guard let number = decoder.value.integer.flatMap({ Number(exactly: $0) }) else { throw decoder.mismatch(Number.self) }
    return number
  }
}
