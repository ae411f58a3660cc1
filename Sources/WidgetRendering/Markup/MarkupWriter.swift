/// Writes markup as text that an HTML parser and an XML parser of SVG read alike.
///
/// The one place where what a script said is escaped: `& < > " '` become references, and what ``terminalSafe(_:multiline:limit:)``
/// would not show (control, C1 and bidirectional characters, lone joiners by the thousand) becomes visible or is dropped.
struct MarkupWriter {
  private(set) var text = ""

  static func text(of markup: [Markup], indentation: Int = 0) -> String {
    var writer = MarkupWriter()
    for (index, one) in markup.enumerated() {
      if index > 0 { writer.breakLine(indentation) }
      writer.write(one, indentation)
    }
    return writer.text
  }

  private mutating func write(_ markup: Markup, _ indentation: Int) {
    switch markup {
    case .text(let string): text += Self.escaped(string)
    case .styleSheet(let sheet): text += sheet.text
    case .element(let name, let attributes, let children):
      text += "<" + name.rawValue
      for attribute in attributes {
        text += " " + attribute.name.rawValue
        if let value = attribute.value { text += "=\"" + Self.escaped(value) + "\"" }
      }
      if name.isVoid {
        text += ">"
        return
      }
      if name.isShape, children.isEmpty {
        text += "/>"
        return
      }
      text += ">"
      // Elements alone stand on lines of their own; beside text, white space would be part of it.
      let isBlock = !children.isEmpty && children.allSatisfy { if case .element = $0 { true } else { false } }
      for child in children {
        if isBlock { breakLine(indentation + 1) }
        write(child, indentation + 1)
      }
      if isBlock { breakLine(indentation) }
      text += "</" + name.rawValue + ">"
    }
  }

  private mutating func breakLine(_ indentation: Int) {
    text += "\n"
    // A tree that is deeper than this is an attack on the size of the file.
    for _ in 0..<min(indentation, 24) { text += " " }
  }

  static func escaped(_ string: String) -> String {
    let safe = terminalSafe(string, multiline: true)
    guard safe.utf8.contains(where: { $0 == 38 || $0 == 60 || $0 == 62 || $0 == 34 || $0 == 39 }) else { return safe }
    var escaped = ""
    escaped.reserveCapacity(safe.utf8.count + 16)
    for scalar in safe.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
