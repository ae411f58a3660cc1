extension XMLDocument {
  /// The document as a single byte string, from which a reader builds a tree without recursion. It's far shorter than a list of
  /// values, and a single message can't carry that many values.
  ///
  /// Each element begins with 1, or with 2 if it mixes texts and elements; then its name (`s2`), the number of its attributes
  /// (`I2`), each as `s2` and `s4`, and its own text with trimmed ends (`s4`; left out if mixed). A text in a mixed element is 3
  /// and `s4`. 0 ends an element. The formats are those of Lua's `string.pack`, little-endian.
  ///
  /// - Returns: nil if it would be longer than `limit`.
  public func packed(limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    // The open elements: where each ends, and whether it's mixed.
    var open: [(end: Int, isMixed: Bool)] = []
    for (index, node) in nodes.enumerated() {
      while let last = open.last, last.end <= index {
        bytes.append(0)
        open.removeLast()
      }
      guard bytes.count <= limit else { return nil }
      switch node.content {
      case .text(let text):
        guard open.last?.isMixed == true else { continue }
        bytes.append(3)
        Self.append(text, width: 4, to: &bytes)
      case .element(let name, let attributes):
        let children = children(index)
        let own = FeedText.trimmed(text(of: children))
        let isMixed = own != nil && children.contains { self.name($0) != nil }
        bytes.append(isMixed ? 2 : 1)
        Self.append(name, width: 2, to: &bytes)
        Self.append(attributes.count, width: 2, to: &bytes)
        for attribute in attributes {
          Self.append(attribute.name, width: 2, to: &bytes)
          Self.append(attribute.value, width: 4, to: &bytes)
        }
        if !isMixed { Self.append(own ?? "", width: 4, to: &bytes) }
        open.append((node.end, isMixed))
      }
    }
    bytes.append(contentsOf: repeatElement(0, count: open.count))
    return bytes.count <= limit ? bytes : nil
  }

  private static func append(_ text: String, width: Int, to bytes: inout [UInt8]) {
    append(text.utf8.count, width: width, to: &bytes)
    bytes.append(contentsOf: text.utf8)
  }

  private static func append(_ number: Int, width: Int, to bytes: inout [UInt8]) {
    for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}
