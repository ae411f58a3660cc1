/// Splits a command into words like a POSIX shell. Anything a shell would expand or that separates commands is an error.
enum ShellReader {
  struct Problem: Error, Equatable { var text: String }

  static func words(_ command: String) throws(Problem) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = command.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case " ":
        if let done = word { words.append(done) }
        word = nil
      case "'":
        guard let end = rest.firstIndex(of: "'") else { throw Problem(text: "an open quote") }
        word = (word ?? "") + String(rest[..<end])
        rest = rest[rest.index(after: end)...]
      case "\\":
        guard let next = rest.popFirst() else { throw Problem(text: "a backslash at the end") }
        word = (word ?? "") + String(next)
      case "$", "`", "\"", ";", "&", "|", "<", ">", "(", ")", "*", "?", "[", "~", "#", "!", "\n", "{", "}", "=":
        throw Problem(text: "\(scalar) has a meaning: \(command)")
      default: word = (word ?? "") + String(scalar)
      }
    }
    if let done = word { words.append(done) }
    return words
  }
}
