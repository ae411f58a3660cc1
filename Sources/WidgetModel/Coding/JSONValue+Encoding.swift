extension JSONValue {
  /// The `Codable` form of any value of the model.
  ///
  /// A value that can't be encoded becomes null; the model's values always can.
  public init(encoding value: some Encodable) {
    let node = JSONNode()
    do { try value.encode(to: JSONValueEncoder(node: node)) } catch { node.content = .leaf(.null) }
    self = node.tree
  }
}

/// The value shared by several containers of one encoder.
private final class JSONNode {
  enum Content {
    case leaf(JSONValue)
    case fields([Field])
    case elements([JSONNode])
  }

  struct Field {
    let key: String
    let node: JSONNode
  }

  var content = Content.fields([])

  var tree: JSONValue {
    switch content {
    case .leaf(let tree): tree
    case .fields(let fields): .object(fields.map { JSONValue.Field(key: $0.key, value: $0.node.tree) })
    case .elements(let elements): .array(elements.map(\.tree))
    }
  }

  /// Adds a field. No type in the model writes a key twice.
  func field(_ key: String) -> JSONNode {
    let node = JSONNode()
    var fields: [Field] = []
    if case .fields(let known) = content { fields = known }
    content = .leaf(.null)
    fields.append(Field(key: key, node: node))
    content = .fields(fields)
    return node
  }

  func element() -> JSONNode {
    let node = JSONNode()
    var elements: [JSONNode] = []
    if case .elements(let known) = content { elements = known }
    content = .leaf(.null)
    elements.append(node)
    content = .elements(elements)
    return node
  }

  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }
}

// Coding paths are for error messages only. Encoding the model's values never fails, so no path is recorded.

private struct JSONValueEncoder: Encoder {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .elements = node.content {} else { node.content = .elements([]) }
    return Unkeyed(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  private func single(_ key: Key) -> Single { Single(node: node.field(key.stringValue)) }

  mutating func encodeNil(forKey key: Key) throws { try single(key).encodeNil() }
  // The types of most fields, without checking the type again.
  mutating func encode(_ value: Bool, forKey key: Key) throws { single(key).encode(value) }
  mutating func encode(_ value: String, forKey key: Key) throws { single(key).encode(value) }
  mutating func encode(_ value: Double, forKey key: Key) throws { single(key).encode(value) }
  mutating func encode(_ value: Int, forKey key: Key) throws { single(key).encode(value) }
  mutating func encode(_ value: some Encodable, forKey key: Key) throws { try single(key).encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Keyed<Nested>(node: node.field(key.stringValue)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONValueEncoder(node: node.field(key.stringValue)).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONValueEncoder(node: node.field("super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    JSONValueEncoder(node: node.field(key.stringValue))
  }
}

private struct Unkeyed: UnkeyedEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  private func single() -> Single { Single(node: node.element()) }

  mutating func encodeNil() throws { try single().encodeNil() }
  mutating func encode(_ value: String) throws { single().encode(value) }
  mutating func encode(_ value: Double) throws { single().encode(value) }
  mutating func encode(_ value: some Encodable) throws { try single().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Keyed<Nested>(node: node.element()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONValueEncoder(node: node.element()).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONValueEncoder(node: node.element()) }
}

private struct Single: SingleValueEncodingContainer {
  let node: JSONNode
  var codingPath: [any CodingKey] { [] }

  func encodeNil() throws { node.content = .leaf(.null) }
  func encode(_ value: Bool) { node.content = .leaf(.boolean(value)) }
  func encode(_ value: String) { node.content = .leaf(.string(value)) }
  func encode(_ value: Double) { node.content = .leaf(.number(value)) }
  func encode(_ value: Int) { node.content = .leaf(.integer(Int64(value))) }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let value as Bool: encode(value)
    case let value as String: encode(value)
    case let value as Double: encode(value)
    case let value as Float: encode(Double(value))
    case let value as any FixedWidthInteger:
      if let value = Int64(exactly: value) {
        node.content = .leaf(.integer(value))
      } else {
        node.content = .leaf(UInt64(exactly: value).map { .unsigned($0) } ?? .null)
      }
    default: try value.encode(to: JSONValueEncoder(node: node))
    }
  }
}
