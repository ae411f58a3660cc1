import WidgetModel

/// Makes a text that a script or a server chose safe to show: on a terminal, in a log, in a question.
///
/// Printable text stays as it is. A tab becomes four spaces. Other control characters (C0, DEL, C1, line and paragraph
/// separators, bidirectional embeddings, overrides and isolates, noncharacters) become visible, as `\u{1B}`. Characters that show
/// nothing (zero-width spaces, directional marks, tag characters) are dropped; the joiners and variation selectors of emoji stay.
/// At most eight marks follow one character. The result is its own fixed point.
///
/// - Parameters:
///   - multiline: Keeps line feeds (and reads CR LF as one); otherwise a line feed is made visible too.
///   - limit: The most characters of the result, with `…` as the last when something was cut.
public func terminalSafe(_ text: String, multiline: Bool = false, limit: Int? = nil) -> String {
  let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || multiline && $0 == 0x0A }
  let safe = isPlain ? text : terminalSafe(scalars: text.unicodeScalars, multiline: multiline, limit: limit)
  guard let limit, let cut = safe.index(safe.startIndex, offsetBy: max(0, limit), limitedBy: safe.endIndex),
    cut < safe.endIndex
  else { return safe }
  return limit < 1 ? "" : safe[..<safe.index(before: cut)] + "…"
}

private func terminalSafe(scalars: String.UnicodeScalarView, multiline: Bool, limit: Int?) -> String {
  let mostMarks = 8
  // A character has a base and a few joined ones; what is far beyond the limit need not be read.
  let mostScalars = limit.map { max(0, min($0, 1 << 20)) * 64 + 64 } ?? .max
  var safe = String.UnicodeScalarView()
  var marks = 0
  var read = 0
  var index = scalars.startIndex
  while index < scalars.endIndex, read < mostScalars {
    let scalar = scalars[index]
    index = scalars.index(after: index)
    read += 1
    switch ScalarSafety(scalar) {
    case .plain:
      marks = 0
      safe.append(scalar)
    case .joining:
      marks += 1
      if marks <= mostMarks { safe.append(scalar) }
    case .invisible: break
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
