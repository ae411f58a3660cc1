/// Writes markup as text that HTML parsers and XML parsers of SVG read alike.
///
/// Escapes the script's texts in one place: `& < > " '` become references, and anything
/// ``terminalSafe(_:multiline:keepsSoftHyphens:limit:)`` wouldn't show (control, C1 and bidirectional characters, lone joiners by
/// the thousand) becomes visible or is dropped.
package struct MarkupWriter {
  private(set) var bytes: [UInt8] = []

  static func text(of markup: [Markup], indentation: Int = 0) -> String {
    String(decoding: bytes(of: markup, indentation: indentation), as: UTF8.self)
  }

  /// Writes markup as UTF-8.
  package static func bytes(of markup: [Markup], indentation: Int = 0) -> [UInt8] {
    var writer = MarkupWriter()
    for (index, one) in markup.enumerated() {
      if index > 0 { writer.breakLine(indentation) }
      writer.write(one, indentation)
    }
    return writer.bytes
  }

  private mutating func write(_ markup: Markup, _ indentation: Int) {
    switch markup {
    case .text(let string): append(escaped: string, keepsSoftHyphens: true)
    case .styleSheet(let sheet): append(sheet.text)
    case .ownRules(let rules): append(rules.text)
    case .element(let name, let attributes, let children):
      write(name.rawValue, name.isVoid, isShape: name.isShape, attributes, children, indentation)
    case .pageElement(let name, let attributes, let children):
      write(name.rawValue, name.isVoid, isShape: false, attributes, children, indentation)
    }
  }

  private mutating func write(
    _ name: String, _ isVoid: Bool, isShape: Bool, _ attributes: [MarkupAttribute], _ children: [Markup], _ indentation: Int
  ) {
    append("<")
    append(name)
    for attribute in attributes {
      append(" ")
      append(attribute.name.rawValue)
      guard let value = attribute.value else { continue }
      append("=\"")
      append(escaped: value)
      append("\"")
    }
    if isVoid { return append(">") }
    if isShape, children.isEmpty { return append("/>") }
    append(">")
    // Each element is on a separate line, except next to text, where white space would become part of it.
    let isBlock = !children.isEmpty && children.allSatisfy { $0.isElement }
    for child in children {
      if isBlock { breakLine(indentation + 1) }
      write(child, indentation + 1)
    }
    if isBlock { breakLine(indentation) }
    append("</")
    append(name)
    append(">")
  }

  private mutating func breakLine(_ indentation: Int) {
    append("\n")
    // Deeper indentation would inflate the file.
    for _ in 0..<min(indentation, 24) { append(" ") }
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func append(escaped string: String, keepsSoftHyphens: Bool = false) {
    for byte in terminalSafe(string, multiline: true, keepsSoftHyphens: keepsSoftHyphens).utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case UInt8(ascii: "\""): append("&quot;")
      case UInt8(ascii: "'"): append("&#39;")
      default: bytes.append(byte)
      }
    }
  }
}
