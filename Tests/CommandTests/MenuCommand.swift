import Foundation
import Testing

/// The command that xbar, SwiftBar or Argos runs for a line of a menu, as their sources build it.
enum MenuCommand {
  struct Problem: Error { var text: String }

  static func words(_ line: Substring, _ format: String) throws -> [String] {
    let parameters = String(try #require(line.split(separator: "|", maxSplits: 1).last))
    switch format {
    case "xbar":
      let read = try xbar(parameters)
      return [try #require(read["shell"])] + numbered(read)
    case "swiftbar":
      let read = swiftBar(parameters)
      let program = try #require(read["bash"])
      let script = program.contains(" ") ? "'\(program)'" : program
      return ["bash", "-c", "-l", ([script] + numbered(read).map(quotedIfNeeded)).joined(separator: " ")]
    default:
      let words = try shellWords(parameters)
      let command = try #require(words.first { $0.hasPrefix("bash=") }).dropFirst(5)
      #expect(!words.contains { $0.hasPrefix("param") })
      return ["bash", "-c", String(command)]
    }
  }

  private static func numbered(_ parameters: [String: String]) -> [String] {
    (1...20).compactMap { parameters["param\($0)"] }
  }

  /// pkg/plugins/item_params.go
  private static func xbar(_ text: String) throws -> [String: String] {
    var read: [String: String] = [:]
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0.isWhitespace }
      if rest.isEmpty { return read }
      let equals = try #require(rest.firstIndex(of: "="))
      let key = String(rest[..<equals])
      rest = rest[rest.index(after: equals)...]
      let quote = rest.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
      if quote != nil { rest = rest.dropFirst() }
      let end = rest.firstIndex(of: quote ?? " ")
      if quote != nil { _ = try #require(end) }
      read[key] = String(rest[..<(end ?? rest.endIndex)])
      rest = end.map { rest[rest.index(after: $0)...] } ?? ""
    }
  }

  /// SwiftBar/MenuBar/MenuLineParameters.swift
  private static func swiftBar(_ text: String) -> [String: String] {
    var read: [String: String] = [:]
    var rest = Substring(text)
    while true {
      rest = rest.drop { $0 == " " || $0 == "\t" }
      guard let equals = rest.firstIndex(of: "=") else { return read }
      let key = rest[..<equals].lowercased()
      rest = rest[rest.index(after: equals)...].drop { $0 == " " || $0 == "\t" }
      var value = ""
      if let quote = rest.first, quote == "\"" || quote == "'" {
        rest = rest.dropFirst()
        var isEscaped = false
        while let character = rest.popFirst() {
          if isEscaped {
            value += "\\\(character)"
            isEscaped = false
          } else if character == "\\" {
            isEscaped = true
          } else if character == quote {
            break
          } else {
            value.append(character)
          }
        }
      } else {
        value = String(rest.prefix { $0 != " " && $0 != "\t" })
        rest = rest.dropFirst(value.count)
      }
      read[key] = value
    }
  }

  /// SwiftBar/Utility/String+Escaped.swift
  private static func quotedIfNeeded(_ word: String) -> String {
    guard word.contains(where: { " \t\n\"'`$\\|&;()<>[]*?{}!^~#%".contains($0) }) else { return word }
    let isEnclosed = word.wholeMatch(of: /'.*'|".*"/) != nil
    return isEnclosed ? word : "'\(word)'"
  }

  /// g_shell_parse_argv
  private static func shellWords(_ text: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t":
        if let word { words.append(word) }
        word = nil
      case "'":
        let end = try #require(rest.firstIndex(of: "'"))
        word = (word ?? "") + rest[..<end]
        rest = rest[rest.index(after: end)...]
      case "\"":
        while let inner = rest.popFirst(), inner != "\"" {
          if inner == "\\", let next = rest.first, "$`\"\\".contains(next) {
            word = (word ?? "") + String(rest.removeFirst())
          } else {
            word = (word ?? "") + String(inner)
          }
        }
      case "\\":
        guard let next = rest.popFirst() else { throw Problem(text: "a backslash at the end") }
        word = (word ?? "") + String(next)
      case "#" where word == nil: throw Problem(text: "a comment")
      default: word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The command of an action with a mouse button in a line of polybar or lemonbar.
  static func action(_ button: Int, in line: String) throws -> String {
    let tag = "%{A\(button):"
    let start = try #require(line.range(of: tag))
    var command = ""
    var rest = line[start.upperBound...]
    while let character = rest.popFirst(), character != ":" {
      command.append(character == "\\" && rest.first == ":" ? rest.removeFirst() : character)
    }
    return command
  }
}
