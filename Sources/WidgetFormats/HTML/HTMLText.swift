/// Extracts the words of HTML for feeds: white space is left as it is, and a block separates words.
struct HTMLText {
  private var scanner: HTMLScanner

  init(_ html: String) { scanner = HTMLScanner(html) }

  /// Inline tags: any other tag separates the words around it.
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
