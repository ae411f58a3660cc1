import ArgumentParser
import WidgetCommands
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Hints about what to try after a usage error.
enum UsageHint {
  typealias NamedCommand = (name: String, type: any ParsableCommand.Type)

  /// - Returns: Lines for standard error; empty if the arguments name a command.
  static func text(for arguments: [String], _ commands: [NamedCommand]) -> String {
    guard let first = arguments.first, !first.hasPrefix("-") else { return "" }
    if arguments.starts(with: ["board", "set"]), arguments.contains(where: { $0 == "--set" || $0.hasPrefix("--set=") }) {
      let plain = arguments.filter { $0 != "--set" }.map { $0.hasPrefix("--set=") ? String($0.dropFirst(6)) : $0 }
      return "  try: \(CommandText.text(plain))\n"
    }
    if let command = commands.first(where: { $0.name == first })?.type {
      return subcommandHint(for: Array(arguments.dropFirst()), of: first, command)
    }
    if first.hasSuffix(".lua") || first.contains("/") { return "  try: luawidget run \(terminalSafe(ShellWord.quoted(first)))\n" }
    if let other = foreign[first] { return "  try: luawidget \(other)\n" }
    if let nearest = NearestName.of(first, among: visibleNames(commands)) {
      return "  try: \(CommandText.text([nearest] + arguments.dropFirst()))\n"
    }
    return "  commands: \(visibleNames(commands).joined(separator: ", "))\n"
  }

  /// The luawidget command for a word that other programs have.
  private static let foreign = [
    "settings": "audit WIDGET, which lists the widget's settings; run WIDGET --set NAME=VALUE, or board set, changes them",
    "boards": "board list", "widgets": "list", "add": "board add WIDGET", "remove": "board remove WIDGET",
    "themes": "help board; docs/boards.md describes themes", "theme": "help board; docs/boards.md describes themes",
    "version": "--version",
  ]

  /// The commands listed in the help.
  private static func visibleNames(_ commands: [NamedCommand]) -> [String] {
    commands.filter { $0.type.configuration.shouldDisplay }.map(\.name)
  }

  /// The parser's message without any suggestion far from what was typed.
  static func plausible(_ message: String) -> String {
    let pattern = TextPattern(#"Unknown option '-*([^'[:space:]]+)'(\. Did you mean '-*([^'[:space:]]+)'\?)"#)
    guard let match = pattern.firstMatch(in: message), NearestName.of(match[1], among: [match[3]]) == nil
    else { return message }
    return String(message[..<match.range(2).lowerBound] + message[match.range(2).upperBound...])
  }

  /// The problem with `help NAME` or `help NAME SUBCOMMAND` for an unknown name: the parser would print other help.
  static func unknownTopic(_ arguments: [String], _ commands: [NamedCommand]) -> String? {
    guard arguments.first == "help", let topic = arguments.dropFirst().first, !topic.hasPrefix("-"), topic != "help" else {
      return nil
    }
    guard let command = commands.first(where: { $0.name == topic })?.type else {
      return unknown(topic, after: "help", among: visibleNames(commands))
    }
    guard let subtopic = arguments.dropFirst(2).first, !subtopic.hasPrefix("-") else { return nil }
    let subcommands = command.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    return subcommands.contains(subtopic) ? nil : unknown(subtopic, after: "help \(topic)", among: subcommands)
  }

  private static func unknown(_ name: String, after words: String, among known: [String]) -> String {
    let hint =
      if let nearest = NearestName.of(name, among: known) {
        "try: luawidget \(words) \(nearest)\n  commands: \(known.joined(separator: ", "))"
      } else if known.isEmpty {
        "try: luawidget \(words)"
      } else {
        "commands: \(known.joined(separator: ", "))"
      }
    return "unknown command \"\(terminalSafe(name, limit: 100))\"\n  \(hint)"
  }

  private static func subcommandHint(
    for arguments: [String], of name: String, _ command: any ParsableCommand.Type
  ) -> String {
    let subcommands = command.configuration.subcommands.map { $0.configuration.commandName ?? "" }
    guard let first = arguments.first, !subcommands.isEmpty, !first.hasPrefix("-"), !subcommands.contains(first) else {
      return ""
    }
    if let nearest = NearestName.of(first, among: subcommands) {
      return "  try: \(CommandText.text([name, nearest] + arguments.dropFirst()))\n"
    }
    return "  commands: \(subcommands.map { "\(name) \($0)" }.joined(separator: ", "))\n"
  }
}
