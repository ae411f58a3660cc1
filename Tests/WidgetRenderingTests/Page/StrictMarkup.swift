/// A strict parser for our HTML: everything a lenient parser would repair is an error.
struct StrictMarkup {
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// Each element with its attributes' names, sorted: `a class href rel`.
  private(set) var elements: [String] = []
  private(set) var attributeNames: Set<String> = []
  private(set) var values: [(name: String, value: String)] = []
  private(set) var texts: [String] = []

  private static let voids: Set<String> = ["meta", "hr", "img", "input"]
  private static let references = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"]

  init(_ document: String) throws {
    // By scalars, as parsers read: a quote with an accent over it is a quote.
    var rest = document.unicodeScalars[...]
    var open: [String] = []
    if rest.starts(with: "<!doctype html>\n".unicodeScalars) { rest.removeFirst("<!doctype html>\n".unicodeScalars.count) }
    while !rest.isEmpty {
      if rest.first != "<" {
        let text = rest.prefix { $0 != "<" }
        rest = rest[text.endIndex...]
        if open.last == "style" {
          guard rest.starts(with: "</style>".unicodeScalars) else { throw Problem(description: "markup in the style sheet") }
        } else {
          try Self.check(text)
        }
        if !text.allSatisfy(\.properties.isWhitespace) { texts.append(String(text)) }
        continue
      }
      rest.removeFirst()
      if rest.first == "/" {
        rest.removeFirst()
        let name = Self.name(&rest)
        guard rest.popFirst() == ">", open.popLast() == name else { throw Problem(description: "wrong end of \(name)") }
        continue
      }
      let name = Self.name(&rest)
      guard !name.isEmpty else { throw Problem(description: "a stray < before \(String(rest.prefix(20)))") }
      var attributes: [String] = []
      while rest.first == " " {
        rest.removeFirst()
        let attribute = Self.name(&rest)
        guard !attribute.isEmpty, !attributes.contains(attribute) else { throw Problem(description: "attributes of \(name)") }
        attributes.append(attribute)
        guard rest.first == "=" else { continue }
        rest.removeFirst()
        guard rest.popFirst() == "\"" else { throw Problem(description: "no quote at \(attribute)") }
        let value = rest.prefix { $0 != "\"" }
        try Self.check(value)
        guard !value.contains("<"), !value.contains(">") else { throw Problem(description: "brackets in \(attribute)") }
        values.append((attribute, String(value)))
        rest = rest[value.endIndex...]
        rest.removeFirst()
      }
      attributeNames.formUnion(attributes)
      elements.append(([name] + attributes.sorted()).joined(separator: " "))
      let isEmpty = rest.first == "/"
      if isEmpty { rest.removeFirst() }
      guard rest.popFirst() == ">" else { throw Problem(description: "no end of <\(name)") }
      if !isEmpty, !Self.voids.contains(name) { open.append(name) }
    }
    guard open.isEmpty else { throw Problem(description: "not ended: \(open)") }
  }

  private static func name(_ rest: inout Substring.UnicodeScalarView) -> String {
    let name = rest.prefix { $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-") }
    rest = rest[name.endIndex...]
    return String(name)
  }

  /// Checks that every `&` starts a reference we write, and that there are no control characters.
  private static func check(_ text: Substring.UnicodeScalarView) throws {
    var rest = text
    while let index = rest.firstIndex(of: "&") {
      rest = rest[index...]
      guard references.contains(where: { rest.starts(with: $0.unicodeScalars) }) else {
        throw Problem(description: "a bare & before \(String(rest.prefix(10)))")
      }
      rest.removeFirst()
    }
    for scalar in text where scalar != "\n" {
      let isControl =
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
        || (0x2066...0x2069).contains(scalar.value) || (0x2028...0x2029).contains(scalar.value)
      if isControl { throw Problem(description: "U+\(String(scalar.value, radix: 16))") }
    }
  }
}
