import WidgetModel

/// Reads Markdown's inline markup: emphasis, code, links, escapes, entities (CommonMark 0.31, 6) and strikethrough (GitHub).
///
/// Unmatched delimiters and HTML are text. Takes time proportional to the text's length.
struct MarkdownInline {
  private let scalars: [Unicode.Scalar]
  private let definitions: [String: String]
  private var position = 0
  private var tokens: [MarkdownInlineToken] = []
  private var runs: [MarkdownDelimiterRun] = []
  private var lastRun: Int?
  private var brackets: [Bracket] = []
  /// How many brackets of links are open and active.
  private var openLinks = 0
  private var marks: MarkdownMarks
  /// Lengths of backtick runs that close nothing after a position, so none is looked for twice.
  private var unclosedCode: Set<Int> = []

  /// The characters without white space that an address may have, looked through once.
  private var word: AddressWord?

  private struct AddressWord {
    let end: Int
    /// Whether an address in it was none, so that none is looked for again.
    var isHopeless = false
  }

  private struct Bracket {
    let token: Int
    /// The position after the bracket.
    let position: Int
    let run: Int?
    let isImage: Bool
    var isActive = true
  }

  /// - Parameter definitions: URLs of reference links, by label.
  static func spans(_ text: String, definitions: [String: String]) -> [TextSpan] {
    var reader = MarkdownInline(scalars: Array(text.unicodeScalars), definitions: definitions)
    reader.read()
    return reader.marks.spans(of: reader.tokens)
  }

  private init(scalars: [Unicode.Scalar], definitions: [String: String]) {
    self.scalars = scalars
    self.definitions = definitions
    marks = MarkdownMarks()
  }

  private mutating func read() {
    while position < scalars.count {
      switch scalars[position] {
      case "\\": escape()
      case "`": code()
      case "*", "_", "~": delimiters()
      case "[": open(isImage: false)
      case "!" where at(position + 1) == "[":
        position += 1
        open(isImage: true)
      case "]": closeBracket()
      case "<": autolink()
      case "&": entity()
      case "h" where isWordStart: address()
      case let scalar: add(scalar)
      }
    }
    emphasize(after: nil)
  }

  private func at(_ index: Int) -> Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  private mutating func add(_ scalar: Unicode.Scalar) {
    position += 1
    if case .text? = tokens.last?.kind {
      tokens[tokens.count - 1].text.unicodeScalars.append(scalar)
    } else {
      tokens.append(MarkdownInlineToken(kind: .text, text: String(scalar)))
    }
  }

  private mutating func add(_ text: String) {
    if !text.isEmpty { tokens.append(MarkdownInlineToken(kind: .text, text: text)) }
  }

  // MARK: Escapes, entities and code

  private mutating func escape() {
    guard let next = at(position + 1), next.isASCIIPunctuation || next == "\n" else { return add("\\" as Unicode.Scalar) }
    position += 1
    add(next)
  }

  private mutating func entity() {
    let bytes = Array(String(String.UnicodeScalarView(scalars[position...].prefix(34))).utf8)
    let end = scalars[position...].prefix(34).firstIndex(of: ";")
    // An entity is ASCII, so it has as many bytes as scalars.
    guard let end, let (scalar, after) = HTMLEntity.read(bytes[...]), after == end - position + 1 else {
      return add("&" as Unicode.Scalar)
    }
    add(String(scalar))
    position = end + 1
  }

  private mutating func code() {
    var start = position
    while at(start) == "`" { start += 1 }
    let length = start - position
    guard !unclosedCode.contains(length), let end = closingBackticks(length, from: start) else {
      unclosedCode.insert(length)
      add(String(repeating: "`", count: length))
      position = start
      return
    }
    var content = scalars[start..<end].map { $0 == "\n" ? " " : $0 }
    if content.count > 2, content.first == " ", content.last == " ", content.contains(where: { $0 != " " }) {
      content = content.dropFirst().dropLast()
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: content)
    tokens.append(MarkdownInlineToken(kind: .code, text: String(text)))
    position = end + length
  }

  private func closingBackticks(_ length: Int, from start: Int) -> Int? {
    var index = start
    while index < scalars.count {
      guard scalars[index] == "`" else {
        index += 1
        continue
      }
      let first = index
      while at(index) == "`" { index += 1 }
      if index - first == length { return first }
    }
    return nil
  }

  // MARK: Links

  /// `<https://example.com>`; other angle brackets are text.
  private mutating func autolink() {
    let end = scalars[(position + 1)...].prefix(2000).firstIndex { $0 == ">" || $0 == "<" || $0.properties.isWhitespace }
    guard let end, scalars[end] == ">" else { return add("<" as Unicode.Scalar) }
    let text = String(String.UnicodeScalarView(scalars[(position + 1)..<end]))
    guard let url = MarkdownLink.url(text) else { return add("<" as Unicode.Scalar) }
    addLink(text, url: url)
    position = end + 1
  }

  private var isWordStart: Bool {
    position == 0 || !(scalars[position - 1].properties.isAlphabetic || scalars[position - 1] == "_")
  }

  /// A bare `https://example.com/path` (GitHub). Trailing punctuation belongs to the sentence.
  private mutating func address() {
    let rest = scalars[position...].prefix(8)
    guard rest.starts(with: "http://".unicodeScalars) || rest.starts(with: "https://".unicodeScalars) else {
      return add("h" as Unicode.Scalar)
    }
    // A link's text can be an address itself.
    guard openLinks == 0 else { return add("h" as Unicode.Scalar) }
    let word = currentWord()
    // A longer address isn't a link.
    guard !word.isHopeless, word.end - position <= 2000 else { return add("h" as Unicode.Scalar) }
    var end = word.end
    var unopened = 0
    for scalar in scalars[position..<end] { unopened += scalar == ")" ? 1 : scalar == "(" ? -1 : 0 }
    while end > position, "?!.,:*_~'\";)]".unicodeScalars.contains(scalars[end - 1]) {
      if scalars[end - 1] == ")" {
        guard unopened > 0 else { break }
        unopened -= 1
      }
      end -= 1
    }
    let text = String(String.UnicodeScalarView(scalars[position..<end]))
    guard let url = MarkdownLink.url(text) else {
      self.word?.isHopeless = true
      return add("h" as Unicode.Scalar)
    }
    addLink(text, url: url)
    position = end
  }

  private mutating func currentWord() -> AddressWord {
    if let word, position < word.end { return word }
    let end = scalars[position...].firstIndex { $0.properties.isWhitespace || $0 == "<" || $0 == "`" } ?? scalars.endIndex
    let new = AddressWord(end: end)
    word = new
    return new
  }

  private mutating func addLink(_ text: String, url: String) {
    tokens.append(MarkdownInlineToken(kind: .text, text: text))
    marks.links.append(MarkdownMarks.Link(tokens: max(0, tokens.count - 1)..<tokens.count, url: url))
    // The text after the link is a separate token.
    tokens.append(MarkdownInlineToken(kind: .text, text: ""))
  }

  private mutating func open(isImage: Bool) {
    tokens.append(MarkdownInlineToken(kind: .bracket(isImage: isImage), text: isImage ? "![" : "["))
    position += 1
    brackets.append(Bracket(token: tokens.count - 1, position: position, run: lastRun, isImage: isImage))
    if !isImage { openLinks += 1 }
  }

  private mutating func closeBracket() {
    guard let bracket = brackets.popLast(), bracket.isActive else { return add("]" as Unicode.Scalar) }
    if !bracket.isImage { openLinks -= 1 }
    let label = scalars[bracket.position..<position]
    guard let (destination, end) = MarkdownLink.target(scalars, after: position, label: label, definitions) else {
      return add("]" as Unicode.Scalar)
    }
    emphasize(after: bracket.run)
    tokens[bracket.token].text = ""
    if !bracket.isImage {
      if let url = MarkdownLink.url(destination) {
        marks.links.append(MarkdownMarks.Link(tokens: (bracket.token + 1)..<tokens.count, url: url))
      }
      // Links can't contain other links.
      for index in brackets.indices.reversed() where !brackets[index].isImage {
        guard brackets[index].isActive else { break }
        brackets[index].isActive = false
        openLinks -= 1
      }
    }
    tokens.append(MarkdownInlineToken(kind: .text, text: ""))
    position = end
  }

  // MARK: Emphasis

  private mutating func delimiters() {
    let character = scalars[position]
    let before = at(position - 1)
    var end = position
    while at(end) == character { end += 1 }
    let length = end - position
    let after = at(end)
    position = end
    tokens.append(MarkdownInlineToken(kind: .delimiters, text: String(repeating: String(character), count: length)))
    let isLeft = Self.isFlanking(after, before)
    let isRight = Self.isFlanking(before, after)
    if character == "~", length > 2 { return }
    let isWordly = character == "_"
    let run = MarkdownDelimiterRun(
      token: tokens.count - 1, character: character, length: length, remaining: length,
      canOpen: isLeft && (!isWordly || !isRight || before?.isMarkdownPunctuation == true),
      canClose: isRight && (!isWordly || !isLeft || after?.isMarkdownPunctuation == true), previous: lastRun, next: nil)
    guard run.canOpen || run.canClose else { return }
    runs.append(run)
    if let lastRun { runs[lastRun].next = runs.count - 1 }
    lastRun = runs.count - 1
  }

  /// Whether a run is left-flanking, given what's inside (after it) and outside (before it); right-flanking is the mirror image.
  private static func isFlanking(_ inside: Unicode.Scalar?, _ outside: Unicode.Scalar?) -> Bool {
    guard let inside, !inside.properties.isWhitespace else { return false }
    guard inside.isMarkdownPunctuation else { return true }
    return outside.map { $0.properties.isWhitespace || $0.isMarkdownPunctuation } ?? true
  }

  private struct BottomKey: Hashable {
    let character: Unicode.Scalar
    let canOpen: Bool
    let length: Int
  }

  /// Matches the runs after a given one (CommonMark's "process emphasis") and removes them.
  private mutating func emphasize(after bottom: Int?) {
    var bottoms: [BottomKey: Int] = [:]
    var current = lastRun
    while let index = current, let previous = runs[index].previous, previous != bottom { current = previous }
    if current == bottom { current = nil }
    while let closer = current {
      guard runs[closer].canClose else {
        current = runs[closer].next
        continue
      }
      let run = runs[closer]
      let key = BottomKey(
        character: run.character, canOpen: run.canOpen, length: run.character == "~" ? run.length : run.length % 3)
      let lowest = bottoms[key]
      var opener = run.previous
      while let index = opener, index != bottom, index != lowest, !runs[index].matches(run) { opener = runs[index].previous }
      guard let found = opener, found != bottom, found != lowest else {
        bottoms[key] = run.previous
        current = run.next
        if !run.canOpen { remove(closer) }
        continue
      }
      match(found, closer)
      if runs[found].remaining == 0 { remove(found) }
      if runs[closer].remaining == 0 {
        current = runs[closer].next
        remove(closer)
      }
    }
    // Remaining delimiters are literal.
    lastRun = bottom
    if let bottom { runs[bottom].next = nil }
  }

  private mutating func match(_ opener: Int, _ closer: Int) {
    let isStrong = runs[opener].remaining >= 2 && runs[closer].remaining >= 2
    let used = runs[opener].character == "~" ? runs[opener].remaining : isStrong ? 2 : 1
    let style: MarkdownMarks.Style = runs[opener].character == "~" ? .strikethrough : isStrong ? .bold : .italic
    marks.add(style, from: runs[opener].token + 1, to: runs[closer].token)
    for index in [opener, closer] {
      runs[index].remaining -= used
      tokens[runs[index].token].text.removeLast(used)
    }
    // Runs in between match nothing.
    runs[opener].next = closer
    runs[closer].previous = opener
  }

  private mutating func remove(_ index: Int) {
    let (previous, next) = (runs[index].previous, runs[index].next)
    if let previous { runs[previous].next = next }
    if let next { runs[next].previous = previous }
    if lastRun == index { lastRun = previous }
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIPunctuation: Bool { value < 0x80 && isMarkdownPunctuation }

  /// Punctuation and symbols.
  var isMarkdownPunctuation: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
