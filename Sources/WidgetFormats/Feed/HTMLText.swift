/// Extracts the words of HTML. Lenient: whatever is not a tag or an entity is text.
struct HTMLText {
  private let bytes: [UInt8]
  private var position = 0
  private var words: [UInt8] = []

  init(_ html: String) { bytes = Array(html.utf8) }

  /// Inline tags: any other tag separates the words around it.
  private static let inline: Set<String> = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins", "kbd",
    "mark",
    "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
  ]

  private static let hidden: Set<String> = ["script", "style", "head", "template"]

  mutating func text() -> String {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"): tag()
      case UInt8(ascii: "&"): entity()
      case let byte:
        words.append(byte)
        position += 1
      }
    }
    return String(decoding: words, as: UTF8.self)
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private static func isLetter(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isOfName(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func tag() {
    let next = byte(position + 1)
    let closes = next == UInt8(ascii: "/")
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      let isComment = bytes[position...].starts(with: Array("<!--".utf8))
      position = isComment ? indexAfter("-->", from: position + 4) : indexAfter(">", from: position)
    } else if Self.isLetter(closes ? byte(position + 2) : next) {
      var end = position + (closes ? 2 : 1)
      let start = end
      while Self.isOfName(byte(end)) { end += 1 }
      let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
      if !Self.inline.contains(name) { words.append(0x20) }
      position = endOfTag(end)
      if !closes, Self.hidden.contains(name) { position = endOfTag(indexAfter("</\(name)", from: position)) }
    } else {
      words.append(UInt8(ascii: "<"))
      position += 1
    }
  }

  /// The index after a tag's `>`; one within quotes does not end the tag. An unfinished tag takes the rest.
  private func endOfTag(_ start: Int) -> Int {
    var quote: UInt8?
    var index = start
    while let byte = byte(index) {
      index += 1
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: ">") {
        return index
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"), index >= 2,
        bytes[index - 2] == UInt8(ascii: "=")
      {
        quote = byte
      }
    }
    return index
  }

  /// The index after a text, regardless of case; the end when it does not occur.
  private func indexAfter(_ text: String, from start: Int) -> Int {
    let wanted = Array(text.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      if (0..<wanted.count).allSatisfy({ Self.lower(bytes[index + $0]) == wanted[$0] }) { return index + wanted.count }
      index += 1
    }
    return bytes.count
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private mutating func entity() {
    let end = bytes[position...].prefix(34).firstIndex(of: UInt8(ascii: ";"))
    guard let end, end > position + 1,
      let character = Self.character(String(decoding: bytes[(position + 1)..<end], as: UTF8.self))
    else {
      words.append(UInt8(ascii: "&"))
      position += 1
      return
    }
    words.append(contentsOf: String(character).utf8)
    position = end + 1
  }

  private static func character(_ name: String) -> Character? {
    guard name.hasPrefix("#") else { return NamedEntities.characters[name] }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    guard let code = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10), code >= 0x20 || code == 9 || code == 10
    else {
      return nil
    }
    return Unicode.Scalar(code).map(Character.init)
  }
}
