import WidgetModel

/// The text of feeds: HTML and plain text.
enum FeedText {
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Trims white space at the ends; nil if nothing is left.
  static func trimmed(_ text: String) -> String? {
    let utf8 = text.utf8
    guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) }) else {
      return nil
    }
    return String(text[first...last])
  }

  /// Seconds since 1970, in UTC if the text names no zone; nil for text that isn't a date.
  static func date(_ text: String?) -> Double? { text.flatMap { InternetDate($0, .feed)?.seconds() } }

  /// Collapses white space to single spaces, trims the ends and truncates to a number of characters; nil if nothing is left.
  static func collapsed(_ text: String, limit: Int) -> String? {
    var result = ""
    var count = 0
    var pending = false
    for character in text {
      if character.isWhitespace {
        pending = !result.isEmpty
        continue
      }
      // A long run of combining marks is a single character too.
      guard character.utf8.count <= 64 else { continue }
      if count >= limit { return result + "…" }
      if pending {
        result.append(" ")
        count += 1
      }
      pending = false
      result.append(character)
      count += 1
    }
    return result.isEmpty ? nil : result
  }

  /// The visible text of HTML, without tags and comments, with entities resolved and white space collapsed.
  static func plain(html: String, limit: Int) -> String? {
    var html = HTMLText(html)
    return collapsed(html.text(), limit: limit)
  }

  /// Plain text as HTML.
  static func escaped(_ text: String, quotes: Bool = false) -> String {
    guard
      text.utf8.contains(where: {
        $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") || (quotes && $0 == UInt8(ascii: "\""))
      })
    else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"" where quotes: result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static let void: Set<String> = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
  ]

  /// The HTML inside an element whose content is itself markup (Atom's `xhtml`), without the surrounding `div`.
  static func markup(within index: Int, of elements: FeedElements) -> String? {
    let document = elements.document
    let inner = document.children(index).filter { document.name($0) != nil }
    let root = inner.count == 1 && elements.names[inner[0]].local == "div" ? inner[0] : index
    var result = ""
    var open: [(name: String, end: Int)] = []
    for position in (root + 1)..<max(root + 1, min(document.nodes[root].end, document.nodes.count)) {
      while let last = open.last, last.end <= position {
        result += "</\(last.name)>"
        open.removeLast()
      }
      switch document.nodes[position].content {
      case .text(let text): result += escaped(text)
      case .element(_, let attributes):
        let name = elements.names[position].local
        result += "<" + name
        for attribute in attributes where !attribute.name.hasPrefix("xmlns") {
          result += " \(attribute.name)=\"\(escaped(attribute.value, quotes: true))\""
        }
        result += ">"
        if !void.contains(name) { open.append((name, document.nodes[position].end)) }
      }
    }
    for element in open.reversed() { result += "</\(element.name)>" }
    return trimmed(result)
  }
}
