extension XMLDocument {
  /// Bytes of a packed document.
  public static let maximumSize = 7 << 20
  /// Elements and texts.
  public static let maximumNodes = 100_000
  /// Levels of nested elements.
  public static let maximumDepth = 256
  /// The limit for one element.
  public static let maximumAttributes = 1000

  /// The marks of the worker's `xml.h`: each begins an element, an attribute's name or value, or a text, which ends before the next mark.
  private enum Mark: UInt8 {
    case element = 1
    case mixed, attribute, value, text, end
  }

  /// Reads a document that a worker has parsed and packed (`docs/protocol.md`).
  ///
  /// - Returns: nil for anything but one element with its contents within the limits: the worker may be compromised.
  public init?(packed bytes: [UInt8]) {
    guard bytes.count <= Self.maximumSize else { return nil }
    var open: [Int] = []
    var attribute: String?
    var position = 0
    while position < bytes.count {
      guard let mark = Mark(rawValue: bytes[position]) else { return nil }
      let start = position + 1
      position = bytes[start...].firstIndex { $0 <= Mark.end.rawValue } ?? bytes.count
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      switch (mark, attribute) {
      case (.element, nil), (.mixed, nil):
        guard open.count < Self.maximumDepth, !open.isEmpty || nodes.isEmpty,
          append(.element(name: text, attributes: []), open.count)
        else { return nil }
        open.append(nodes.count - 1)
      case (.text, nil):
        guard !open.isEmpty, append(.text(text), open.count) else { return nil }
      case (.attribute, nil): attribute = text
      case (.value, let name?):
        // Attributes follow the beginning of their element.
        guard open.last == nodes.count - 1, let index = open.last,
          case .element(let element, var attributes) = nodes[index].content,
          attributes.count < Self.maximumAttributes
        else { return nil }
        nodes[index].content = .element(name: element, attributes: [])
        attributes.append(Attribute(name, text))
        nodes[index].content = .element(name: element, attributes: attributes)
        attribute = nil
      case (.end, nil):
        guard let index = open.popLast(), text.isEmpty else { return nil }
        nodes[index].end = nodes.count
      default: return nil
      }
    }
    guard open.isEmpty, !nodes.isEmpty else { return nil }
  }

  private mutating func append(_ content: Content, _ depth: Int) -> Bool {
    nodes.append(Node(content: content, depth: depth, end: nodes.count + 1))
    return nodes.count <= Self.maximumNodes
  }
}
