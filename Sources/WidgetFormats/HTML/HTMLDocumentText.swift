/// HTML as plain text, laid out as in a browser: blocks on separate lines, paragraphs apart, list items with a bullet or a
/// number, and the cells of a row side by side.
public struct HTMLDocumentText {
  private var scanner: HTMLScanner
  private let limit: Int
  private var output: [UInt8] = []
  /// Line breaks before the next character.
  private var breaks = 0
  /// A space before the next character.
  private var hasSpace = false
  private var preformatted = 0
  /// The number of the last item in each open list; nil for a list with bullets.
  private var lists: [Int?] = []
  private var rowHasCell = false

  /// The text of a document or part of one. Any input has a result, in time proportional to its length.
  ///
  /// - Parameter limit: Bytes of text; the rest is dropped.
  public static func text(_ html: String, limit: Int) -> String {
    var reader = HTMLDocumentText(scanner: HTMLScanner(html), limit: limit)
    return reader.read()
  }

  private init(scanner: HTMLScanner, limit: Int) {
    self.scanner = scanner
    self.limit = limit
  }

  private mutating func read() -> String {
    while output.count < limit, let token = scanner.next() {
      switch token {
      case .byte(let byte): add(byte)
      case .scalar(let scalar): for byte in String(scalar).utf8 { add(byte) }
      case .opening(let name): open(name)
      case .closing(let name): close(name)
      }
    }
    while output.last == 0x20 { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  /// Elements surrounded by empty lines, and elements on separate lines.
  private static let paragraphs: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "figure", "hr", "fieldset", "details", "dl",
  ]
  private static let blocks: Set<String> = [
    "div", "section", "article", "header", "footer", "main", "nav", "aside", "address", "form", "figcaption", "summary", "dt",
    "dd",
    "caption", "thead", "tbody", "tfoot", "body", "html", "title", "legend", "center", "option",
  ]

  private mutating func open(_ name: String) {
    switch name {
    case "br": addLineBreak()
    case "ul", "ol", "menu":
      breakLines(lists.isEmpty ? 2 : 1)
      // Lists deeper than this exist only to cost memory.
      if lists.count < 64 {
        lists.append(name == "ol" ? (scanner.attribute("start").flatMap { Int($0.prefix(9)) } ?? 1) - 1 : nil)
      }
    case "li": openItem()
    case "tr":
      breakLines(1)
      rowHasCell = false
    case "td", "th":
      if rowHasCell { for byte in "  ".utf8 { addText(byte) } }
      rowHasCell = true
      hasSpace = false
    case "pre":
      breakLines(2)
      preformatted += 1
    case "img", "area": for byte in (scanner.attribute("alt") ?? "").utf8 { add(byte) }
    case "q": for byte in "\"".utf8 { addText(byte) }
    default: breakLines(around: name)
    }
  }

  private mutating func close(_ name: String) {
    switch name {
    case "ul", "ol", "menu":
      if !lists.isEmpty { lists.removeLast() }
      breakLines(lists.isEmpty ? 2 : 1)
    case "li", "tr": breakLines(1)
    case "pre":
      preformatted = max(0, preformatted - 1)
      breakLines(2)
    case "br": addLineBreak()
    case "q": for byte in "\"".utf8 { addText(byte) }
    default: breakLines(around: name)
    }
  }

  private mutating func openItem() {
    breakLines(1)
    var mark = "• "
    if let last = lists.last, let number = last {
      lists[lists.count - 1] = number &+ 1
      mark = "\(number &+ 1). "
    }
    let indentation = String(repeating: "  ", count: max(0, min(8, lists.count - 1)))
    for byte in (indentation + mark).utf8 { addText(byte) }
    hasSpace = false
  }

  private mutating func breakLines(around name: String) {
    if Self.paragraphs.contains(name) { breakLines(2) } else if Self.blocks.contains(name) { breakLines(1) }
  }

  private mutating func breakLines(_ count: Int) {
    breaks = max(breaks, count)
    hasSpace = false
  }

  /// A line break in the text; several in a row stay, up to an empty line.
  private mutating func addLineBreak() {
    breaks = min(2, breaks + 1)
    hasSpace = false
  }

  private mutating func add(_ byte: UInt8) {
    guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return addText(byte) }
    if preformatted > 0 {
      if byte == 0x0A { addLineBreak() } else if byte != 0x0D { addText(byte == 0x09 ? 0x20 : byte) }
    } else {
      hasSpace = !output.isEmpty && breaks == 0 && output.last != 0x20
    }
  }

  /// A visible byte, preceded by any pending breaks and space.
  private mutating func addText(_ byte: UInt8) {
    guard byte >= 0x20, byte != 0x7F else { return }
    if breaks > 0, !output.isEmpty {
      while output.last == 0x20 { output.removeLast() }
      output.append(contentsOf: repeatElement(0x0A, count: breaks))
    } else if hasSpace {
      output.append(0x20)
    }
    breaks = 0
    hasSpace = false
    output.append(byte)
  }
}

/// Extracts the words of HTML for feeds: white space stays as it is, and blocks separate words.
struct HTMLText {
  private var scanner: HTMLScanner

  init(_ html: String) { scanner = HTMLScanner(html) }

  /// Inline tags; any other tag separates the words around it.
  private static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  mutating func text() -> String {
    var words: [UInt8] = []
    while let token = scanner.next() {
      switch token {
      case .byte(let byte): words.append(byte)
      case .scalar(let scalar): words.append(contentsOf: String(scalar).utf8)
      case .opening(let name), .closing(let name): if !Self.inline.contains(name) { words.append(0x20) }
      }
    }
    return String(decoding: words, as: UTF8.self)
  }
}
