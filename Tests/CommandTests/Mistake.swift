import Foundation

/// A case of the mistake catalogue: a script with a typical mistake, and exactly what `luawidget run` reports about it.
///
/// ```
/// === name
/// $ further arguments of `luawidget run`
/// the script, mistake.lua
/// @ mistake/module.lua
/// a further file; `@ mistake/image.png 6000000` is a file of that many zeros
/// --- exit 3
/// standard error
/// --- output
/// standard output, only in cases that are about it
/// ```
struct Mistake {
  var name: String
  var arguments: [String] = []
  var files: [(path: String, zeros: Int?, lines: [String])] = [("mistake.lua", nil, [])]
  var status: Int32?
  var errors: [String] = []
  var output: [String]?

  /// The cases of a catalogue file.
  static func parse(_ text: String) -> [Mistake] {
    enum Section { case script, errors, output }
    var mistakes: [Mistake] = []
    var section = Section.script
    for line in lines(text) {
      if line.hasPrefix("=== ") {
        mistakes.append(Mistake(name: String(line.dropFirst(4))))
        section = .script
        continue
      }
      guard let last = mistakes.indices.last else { continue }
      switch section {
      case _ where line.hasPrefix("--- exit "):
        mistakes[last].status = Int32(line.dropFirst(9))
        section = .errors
      case _ where line == "--- output":
        mistakes[last].output = []
        section = .output
      case .script where line.hasPrefix("$ "):
        mistakes[last].arguments = line.dropFirst(2).split(separator: " ").map(String.init)
      case .script where line.hasPrefix("@ "):
        let words = line.dropFirst(2).split(separator: " ")
        mistakes[last].files.append((String(words[0]), words.count > 1 ? Int(words[1]) : nil, []))
      case .script: mistakes[last].files[mistakes[last].files.count - 1].lines.append(line)
      case .errors: mistakes[last].errors.append(line)
      case .output: mistakes[last].output?.append(line)
      }
    }
    return mistakes
  }

  /// The case as written in the catalogue.
  var text: String {
    var lines = ["=== \(name)"]
    if !arguments.isEmpty { lines.append("$ " + arguments.joined(separator: " ")) }
    for (index, file) in files.enumerated() {
      if index > 0 { lines.append("@ \(file.path)" + (file.zeros.map { " \($0)" } ?? "")) }
      lines += file.lines
    }
    lines.append("--- exit \(status.map(String.init) ?? "?")")
    lines += errors
    if let output { lines += ["--- output"] + output }
    return lines.joined(separator: "\n")
  }

  /// The same case with the program's current report.
  func run() async throws -> Mistake {
    try await withCommand { command in
      for file in files {
        if let zeros = file.zeros {
          try command.write(Data(count: zeros), to: file.path)
        } else {
          try command.write(file.lines.joined(separator: "\n") + "\n", to: file.path)
        }
      }
      let outcome = try command.run(["run", "mistake.lua", "--format", "text", "--width", "60"] + arguments)
      var result = self
      result.status = outcome.status
      result.errors = Self.lines(outcome.errors.replacing(command.folder.path, with: "FOLDER"))
      if output != nil { result.output = Self.lines(outcome.output) }
      return result
    }
  }

  /// A text's lines; its final newline doesn't start another one.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.isEmpty || text.hasSuffix("\n") ? 1 : 0)
      .map(String.init)
  }
}
