/// Reads the part of Pango markup that bars get: `<b>`, `<span color="#rrggbb">` and entities. Anything else is an error, as for
/// Pango, which then shows nothing.
enum PangoReader {
  struct Problem: Error, Equatable { var text: String }

  static func text(_ markup: String) throws(Problem) -> String {
    var text = ""
    var open: [Substring] = []
    var rest = markup[...]
    while let character = rest.unicodeScalars.first {
      switch character {
      case "<":
        guard let end = rest.firstIndex(of: ">") else { throw Problem(text: "an open tag: \(markup)") }
        let tag = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        if tag.hasPrefix("/") {
          guard open.popLast() == tag.dropFirst() else { throw Problem(text: "</\(tag)> closes nothing: \(markup)") }
        } else if tag == "b" {
          open.append("b")
        } else if tag.wholeMatch(of: #/span color="\#[0-9a-f]{6}"/#) != nil {
          open.append("span")
        } else {
          throw Problem(text: "unknown tag <\(tag)>")
        }
      case "&":
        guard let entity = entities.first(where: { rest.utf8.starts(with: $0.0.utf8) }) else {
          throw Problem(text: "a bare &: \(markup)")
        }
        text += entity.1
        rest = Substring(rest.unicodeScalars.dropFirst(entity.0.unicodeScalars.count))
      case ">", "\"", "'": throw Problem(text: "\(character) is not escaped: \(markup)")
      default:
        text.unicodeScalars.append(character)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    guard open.isEmpty else { throw Problem(text: "an open element: \(markup)") }
    return text
  }

  private static let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
}
