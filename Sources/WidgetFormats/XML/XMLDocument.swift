/// A document as a flat list: every element and every run of text, in the order they begin. Not recursive, so no document can
/// overflow its reader's stack.
///
/// Comments and processing instructions are dropped; CDATA sections are plain text. The first node is the root element.
public struct XMLDocument: Sendable, Equatable {
  public internal(set) var nodes: [Node] = []

  /// An element or a text, with its depth in the tree.
  public struct Node: Sendable, Equatable {
    public var content: Content
    /// The number of enclosing elements; 0 for the root.
    public var depth: Int
    /// The index after the last descendant: the next sibling's, if any.
    public var end: Int
  }

  /// The kinds of nodes.
  public enum Content: Sendable, Equatable {
    /// Names are as in the text, with their prefix.
    case element(name: String, attributes: [Attribute])
    /// Adjacent runs are merged and never empty; entities are resolved.
    case text(String)
  }

  /// A name and its value.
  public struct Attribute: Sendable, Equatable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }
}

extension XMLDocument {
  /// An element's name; nil for text and indices out of range.
  func name(_ index: Int) -> String? {
    guard nodes.indices.contains(index), case .element(let name, _) = nodes[index].content else { return nil }
    return name
  }

  func attributes(_ index: Int) -> [Attribute] {
    guard nodes.indices.contains(index), case .element(_, let attributes) = nodes[index].content else { return [] }
    return attributes
  }

  /// The child nodes of an element, text included.
  func children(_ index: Int) -> [Int] {
    guard nodes.indices.contains(index) else { return [] }
    var children: [Int] = []
    var next = index + 1
    while next < min(nodes[index].end, nodes.count) {
      children.append(next)
      next = nodes[next].end
    }
    return children
  }

  /// An element's own text, excluding its children's, untrimmed.
  func text(_ index: Int) -> String { text(of: children(index)) }

  /// The text nodes among these, joined.
  func text(of nodes: [Int]) -> String {
    var text = ""
    for index in nodes {
      if case .text(let part) = self.nodes[index].content { text += part }
    }
    return text
  }
}
