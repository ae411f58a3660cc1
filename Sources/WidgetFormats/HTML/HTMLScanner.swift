/// Splits HTML into text and tags. Lenient: anything that isn't a tag or an entity is text, so any bytes have a result.
///
/// Comments and elements without visible text (`script`, `style`) are left out. Each byte is read a bounded number of times.
struct HTMLScanner {
  enum Token: Equatable {
    case byte(UInt8)
    /// An entity.
    case scalar(Unicode.Scalar)
    case opening(String)
    case closing(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The attributes of the last tag read.
  private var attributes = 0..<0
  /// Elements without a closing tag further on, so it's looked for only once.
  private var unclosed: Set<String> = []

  init(_ html: String) { bytes = Array(html.utf8) }

  private static let hidden: Set<String> = [
    "script", "style", "head", "template", "noscript", "iframe", "object", "textarea", "select", "svg", "math", "canvas", "audio",
    "video",
  ]

  mutating func next() -> Token? {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "<"): if let token = tag() { return token }
      case UInt8(ascii: "&"): return entity()
      case let byte:
        position += 1
        return .byte(byte)
      }
    }
    return nil
  }

  /// The value of the last tag's attribute, with entities decoded; nil without that attribute.
  func attribute(_ name: String) -> String? {
    let text = bytes[attributes]
    var index = text.startIndex
    func skip(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      let start = index
      while index < text.endIndex, matches(text[index]) { index += 1 }
      return text[start..<index]
    }
    let isBlank = { (byte: UInt8) in byte <= 0x20 }
    while index < text.endIndex {
      _ = skip { isBlank($0) || $0 == UInt8(ascii: "/") }
      let found = skip { !isBlank($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      _ = skip(while: isBlank)
      var value = text[index..<index]
      if index < text.endIndex, text[index] == UInt8(ascii: "=") {
        index += 1
        _ = skip(while: isBlank)
        if index < text.endIndex, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") {
          let quote = text[index]
          index += 1
          value = skip { $0 != quote }
          index += 1
        } else {
          value = skip { !isBlank($0) }
        }
      } else if found.isEmpty {
        index += 1
      }
      if found.elementsEqual(name.utf8, by: { Self.lower($0) == $1 }) {
        var inner = HTMLScanner(String(decoding: value, as: UTF8.self))
        return inner.decoded()
      }
    }
    return nil
  }

  /// The text with its entities decoded; tags count as text.
  private mutating func decoded() -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "&") else {
        text.append(bytes[position])
        position += 1
        continue
      }
      switch entity() {
      case .scalar(let scalar): text.append(contentsOf: String(scalar).utf8)
      case .byte(let byte): text.append(byte)
      case .opening, .closing: break
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Tags

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private static func isLetter(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isOfName(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// nil for a comment.
  private mutating func tag() -> Token? {
    let next = byte(position + 1)
    let closes = next == UInt8(ascii: "/")
    if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
      let isComment = bytes[position...].starts(with: Array("<!--".utf8))
      // `<!-->` is a complete comment.
      position = min(bytes.count, indexAfter(isComment ? "-->" : ">", from: position + 2))
      return nil
    }
    guard Self.isLetter(closes ? byte(position + 2) : next) else {
      position += 1
      return .byte(UInt8(ascii: "<"))
    }
    var end = position + (closes ? 2 : 1)
    let start = end
    while Self.isOfName(byte(end)) { end += 1 }
    let name = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
    position = endOfTag(end)
    attributes = end..<max(end, position - 1)
    guard !closes else { return .closing(name) }
    if Self.hidden.contains(name), byte(position - 2) != UInt8(ascii: "/"), !unclosed.contains(name) { skipContent(of: name) }
    return .opening(name)
  }

  /// Skips past the closing tag. Without one, a script or a style sheet takes the rest, and any other element is shown.
  private mutating func skipContent(of name: String) {
    let end = indexAfter("</\(name)", from: position, isName: true)
    if end <= bytes.count {
      position = endOfTag(end)
    } else if name == "script" || name == "style" {
      position = bytes.count
    } else {
      unclosed.insert(name)
    }
  }

  /// The index after a tag's `>`, ignoring any within quotes. An unfinished tag takes the rest.
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

  /// The index after a text, ignoring case; beyond the end if it's not found.
  ///
  /// - Parameter isName: Whether the text must not begin a longer name.
  private func indexAfter(_ text: String, from start: Int, isName: Bool = false) -> Int {
    let wanted = Array(text.utf8)
    var index = start
    while index + wanted.count <= bytes.count {
      let end = index + wanted.count
      if bytes[index] == wanted[0], (1..<wanted.count).allSatisfy({ Self.lower(bytes[index + $0]) == wanted[$0] }),
        !(isName && Self.isOfName(byte(end)))
      {
        return end
      }
      index += 1
    }
    return bytes.count + 1
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  // MARK: Entities

  private mutating func entity() -> Token {
    if let (scalar, end) = HTMLEntity.read(bytes[position...]) {
      position = end
      return .scalar(scalar)
    }
    position += 1
    return .byte(UInt8(ascii: "&"))
  }
}
