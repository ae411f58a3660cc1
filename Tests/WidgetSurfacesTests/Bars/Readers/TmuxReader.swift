/// Reads a command's output the way tmux expands it in a status line (format.c, style.c).
enum TmuxReader {
  struct Problem: Error, Equatable { var text: String }

  /// The visible text.
  static func text(_ line: String) throws(Problem) -> String {
    var text = ""
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "#" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "#": text += "#"
      case "[":
        guard let end = rest.firstIndex(of: "]") else { throw Problem(text: "an open style") }
        let style = String(rest[..<end])
        for part in style.split(separator: ",") where part.wholeMatch(of: #/fg=#[0-9a-f]{6}|bold|default/#) == nil {
          throw Problem(text: "the style \(part)")
        }
        rest = rest[rest.index(after: end)...]
      case let other: throw Problem(text: "#\(other.map(String.init) ?? "") expands to something")
      }
    }
    return text
  }
}
