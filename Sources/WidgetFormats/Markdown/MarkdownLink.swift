import WidgetModel

/// The target of a link: `(https://example.com "title")`, `[label]`, or a label that is defined elsewhere.
enum MarkdownLink {
  /// A URL that needs no permission. Documents come from servers, so other schemes, which open
  /// programs, are left out, as are relative URLs, which have no base here.
  static func url(_ text: String) -> String? {
    guard let scheme = URLScheme.of(text), URLScheme.withoutQuestion.contains(scheme), text.utf8.count <= 2000,
      !text.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0.properties.generalCategory == .control })
    else { return nil }
    let rest = text.dropFirst(scheme.utf8.count + 1)
    guard scheme == "mailto" || rest.hasPrefix("//") else { return nil }
    return rest.drop(while: { $0 == ":" || $0 == "/" }).isEmpty ? nil : text
  }

  /// Reads whatever follows `]`.
  ///
  /// - Returns: The destination, which may not be a URL, and the position after the link; nil if there's no link.
  static func target(
    _ scalars: [Unicode.Scalar], after bracket: Int, label: ArraySlice<Unicode.Scalar>, _ definitions: [String: String]
  ) -> (String, end: Int)? {
    let next = bracket + 1
    if next < scalars.count, scalars[next] == "(", let inline = inlineTarget(scalars, from: next + 1) { return inline }
    guard !definitions.isEmpty, label.count <= 999 else { return nil }
    if next < scalars.count, scalars[next] == "[",
      let end = scalars[(next + 1)...].prefix(1000).firstIndex(where: { $0 == "]" || $0 == "[" }), scalars[end] == "]"
    {
      let reference = end == next + 1 ? label : scalars[(next + 1)..<end]
      return definitions[normalized(reference)].map { ($0, end + 1) }
    }
    return definitions[normalized(label)].map { ($0, next) }
  }

  /// Labels match regardless of case and the amount of white space.
  static func normalized(_ label: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: label)
    return String(view).lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func inlineTarget(_ scalars: [Unicode.Scalar], from start: Int) -> (String, end: Int)? {
    var index = start
    func at(_ index: Int) -> Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
    func skipBlanks() { while let scalar = at(index), scalar == " " || scalar == "\n" || scalar == "\t" { index += 1 } }
    var destination = String.UnicodeScalarView()
    func take() {
      if at(index) == "\\", let next = at(index + 1), next.value < 0x80, next.isMarkdownPunctuation { index += 1 }
      destination.append(scalars[index])
      index += 1
    }
    skipBlanks()
    if at(index) == "<" {
      index += 1
      while let scalar = at(index), scalar != ">" {
        if scalar == "\n" || scalar == "<" || index - start > 2000 { return nil }
        take()
      }
      guard at(index) == ">" else { return nil }
      index += 1
    } else {
      var depth = 0
      while let scalar = at(index), !scalar.properties.isWhitespace, scalar != ")" || depth > 0 {
        if scalar == "(" { depth += 1 }
        if scalar == ")" { depth -= 1 }
        guard depth <= 32, index - start <= 2000 else { return nil }
        take()
      }
      guard depth == 0 else { return nil }
    }
    let end = index
    skipBlanks()
    if let quote = at(index), index > end, quote == "\"" || quote == "'" || quote == "(" {
      let closing: Unicode.Scalar = quote == "(" ? ")" : quote
      index += 1
      let limit = min(scalars.count, index + 2000)
      while index < limit, scalars[index] != closing { index += scalars[index] == "\\" ? 2 : 1 }
      guard index < limit else { return nil }
      index += 1
      skipBlanks()
    }
    return at(index) == ")" ? (String(destination), index + 1) : nil
  }
}
