extension JSONTree {
  /// Any value of the model, by its `Codable` form: one description of a snapshot for stores and for this.
  ///
  /// A value that refuses to be encoded is null; those of the model never do.
  init(encoding value: some Encodable) {
    let node = JSONNode()
    do { try value.encode(to: JSONTreeEncoder(node: node, codingPath: [])) } catch { node.content = .leaf(.null) }
    self = node.tree
  }
}

/// The value that several containers of one encoder write to together.
private final class JSONNode {
  enum Content {
    case leaf(JSONTree)
    case fields([String: JSONNode])
    case elements([JSONNode])
  }

  var content = Content.fields([:])

  var tree: JSONTree {
    switch content {
    case .leaf(let tree): tree
    case .fields(let fields): .object(fields.mapValues(\.tree))
    case .elements(let elements): .array(elements.map(\.tree))
    }
  }

  func field(_ key: String) -> JSONNode {
    let node = JSONNode()
    var fields: [String: JSONNode] = [:]
    if case .fields(let known) = content { fields = known }
    content = .leaf(.null)
    fields[key] = node
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

private struct JSONTreeEncoder: Encoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .elements = node.content {} else { node.content = .elements([]) }
    return Unkeyed(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node, codingPath: codingPath) }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: JSONNode
  let codingPath: [any CodingKey]

  private func single(_ key: Key) -> Single { Single(node: node.field(key.stringValue), codingPath: codingPath + [key]) }

  mutating func encodeNil(forKey key: Key) throws { try single(key).encodeNil() }
  mutating func encode(_ value: some Encodable, forKey key: Key) throws { try single(key).encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Keyed<Nested>(node: node.field(key.stringValue), codingPath: codingPath + [key]))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    JSONTreeEncoder(node: node.field(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONTreeEncoder(node: node.field("super"), codingPath: codingPath) }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    JSONTreeEncoder(node: node.field(key.stringValue), codingPath: codingPath + [key])
  }
}

private struct Unkeyed: UnkeyedEncodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  private func single() -> Single { Single(node: node.element(), codingPath: codingPath) }

  mutating func encodeNil() throws { try single().encodeNil() }
  mutating func encode(_ value: some Encodable) throws { try single().encode(value) }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Keyed<Nested>(node: node.element(), codingPath: codingPath))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONTreeEncoder(node: node.element(), codingPath: codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { JSONTreeEncoder(node: node.element(), codingPath: codingPath) }
}

private struct Single: SingleValueEncodingContainer {
  let node: JSONNode
  let codingPath: [any CodingKey]

  func encodeNil() throws { node.content = .leaf(.null) }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let value as Bool: node.content = .leaf(.boolean(value))
    case let value as String: node.content = .leaf(.string(value))
    case let value as Double: node.content = .leaf(.number(value))
    case let value as Float: node.content = .leaf(.number(Double(value)))
    case let value as any FixedWidthInteger:
      if let value = Int64(exactly: value) {
        node.content = .leaf(.integer(value))
      } else {
        node.content = .leaf(UInt64(exactly: value).map { .unsigned($0) } ?? .null)
      }
    default: try value.encode(to: JSONTreeEncoder(node: node, codingPath: codingPath))
    }
  }
}
