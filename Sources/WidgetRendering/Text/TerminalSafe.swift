import WidgetModel

/// Makes untrusted text safe to show on a terminal, in a log or in a prompt.
///
/// Printable text stays as it is. A tab becomes four spaces. Other control characters (C0, DEL, C1, line and paragraph
/// separators, bidirectional embeddings, overrides and isolates, noncharacters) become visible, as `\u{1B}`. Characters that show
/// nothing (zero-width spaces, directional marks, tag characters) are dropped; emoji joiners and variation selectors stay. At
/// most eight marks follow one character. The result is its own fixed point.
///
/// - Parameters:
///   - multiline: Keeps line feeds, reading CR LF as one; otherwise a line feed becomes visible too.
///   - keepsSoftHyphens: Keeps them in text you'll break into lines, which removes them.
///   - limit: The maximum number of characters. A longer text ends with `…`.
public func terminalSafe(
  _ text: String, multiline: Bool = false, keepsSoftHyphens: Bool = false, limit: Int? = nil
) -> String {
  let isPlain = text.isPrintableASCII || text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || multiline && $0 == 0x0A }
  let safe =
    isPlain
    ? text
    : terminalSafe(scalars: text.unicodeScalars, multiline: multiline, keepsSoftHyphens: keepsSoftHyphens, limit: limit)
  guard let limit, let cut = safe.index(safe.startIndex, offsetBy: max(0, limit), limitedBy: safe.endIndex),
    cut < safe.endIndex
  else { return safe }
  return limit < 1 ? "" : safe[..<safe.index(before: cut)] + "…"
}

private func terminalSafe(
  scalars: String.UnicodeScalarView, multiline: Bool, keepsSoftHyphens: Bool, limit: Int?
) -> String {
  let maximumMarks = 8
  // A character has a base and a few joined scalars. Anything far beyond the limit isn't read.
  let maximumScalars = limit.map { max(0, min($0, 1 << 20)) * 64 + 64 } ?? .max
  var safe = String.UnicodeScalarView()
  var marks = 0
  var read = 0
  var index = scalars.startIndex
  while index < scalars.endIndex, read < maximumScalars {
    let scalar = scalars[index]
    index = scalars.index(after: index)
    read += 1
    switch ScalarSafety(scalar) {
    case .plain:
      marks = 0
      safe.append(scalar)
    case .joining:
      marks += 1
      if marks <= maximumMarks { safe.append(scalar) }
    case .invisible:
      // Several in a row are one: thousands would be a word each.
      if keepsSoftHyphens, scalar == "\u{AD}", safe.last != "\u{AD}" { safe.append(scalar) }
    case .control:
      marks = 0
      if scalar == "\t" {
        safe.append(contentsOf: "    ".unicodeScalars)
      } else if multiline, scalar == "\n" {
        safe.append(scalar)
      } else if multiline, scalar == "\r", index < scalars.endIndex, scalars[index] == "\n" {
        continue
      } else {
        safe.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
      }
    }
  }
  return String(safe)
}
