import ArgumentParser
import WidgetSystem

/// Completes the commands after `help`, which the parser's scripts offer nothing for.
struct HelpCompletion {
  /// The words offered after `help` and some more words.
  private struct Choice {
    /// A command whose subcommands are offered; nil for the commands themselves.
    let command: String?
    let words: String
  }

  private let choices: [Choice]

  init(_ commands: [UsageHint.NamedCommand]) {
    var names: [String] = []
    var nested: [Choice] = []
    for (name, type) in commands where type.configuration.shouldDisplay {
      names.append(name)
      let words: [String] = type.configuration.subcommands.compactMap { $0.configuration.commandName }
      if !words.isEmpty { nested.append(Choice(command: name, words: words.joined(separator: " "))) }
    }
    choices = [Choice(command: nil, words: names.joined(separator: " "))] + nested
  }

  /// A completion script with them; other text stays as it is.
  func added(to script: String) -> String {
    if script.hasPrefix("#compdef") {
      var lines = "    case \"${CURRENT},${words[2]}\" in\n"
      for choice in choices { lines += "    \(Self.pattern(choice))) compadd -- \(choice.words); return ;;\n" }
      return Self.inserted(lines + "    esac\n", into: script)
    }
    if script.hasPrefix("#!/bin/bash") {
      var lines = "    case \"${COMP_CWORD},${COMP_WORDS[2]}\" in\n"
      for choice in choices {
        lines += "    \(Self.pattern(choice))) COMPREPLY+=($(compgen -W '\(choice.words)' -- \"${cur}\")) ;;\n"
      }
      return Self.inserted(lines + "    esac\n", into: script)
    }
    guard script.hasPrefix("function __luawidget") else { return script }
    var text = script
    for choice in choices {
      let words = "luawidget help" + (choice.command.map { " " + $0 } ?? "")
      text += "\ncomplete -c luawidget -n 'test (commandline -opc | string join \" \") = \"\(words)\"' -fa '\(choice.words)'"
    }
    return text
  }

  private static func pattern(_ choice: Choice) -> String { choice.command.map { "3," + $0 } ?? "2,*" }

  /// Puts lines at the beginning of the function for `help`.
  private static func inserted(_ lines: String, into script: String) -> String {
    let start = "_luawidget_help() {\n"
    guard let place = script.firstRange(of: start) else { return script }
    return String(script[..<place.upperBound] + lines + script[place.upperBound...])
  }
}
