import ArgumentParser
import WidgetCommands
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// What to try after a usage error.
enum UsageHint {
  /// - Returns: Lines for standard error; empty if the arguments name a command.
  static func text(for arguments: [String], _ commands: KeyValuePairs<String, any ParsableCommand.Type>) -> String {
    guard let first = arguments.first, !first.hasPrefix("-") else { return "" }
    if let command = commands.first(where: { $0.key == first })?.value {
      return subcommandHint(for: Array(arguments.dropFirst()), of: first, command)
    }
    if first.hasSuffix(".lua") || first.contains("/") { return "  try: luawidget run \(terminalSafe(ShellWord.quoted(first)))\n" }
    if let nearest = NearestName.of(first, among: commands.map(\.key)) {
      return "  try: \(CommandText.text([nearest] + arguments.dropFirst()))\n"
    }
    return "  commands: \(commands.map(\.key).joined(separator: ", "))\n"
  }

  /// The problem of `help NAME` with an unknown name: the parser would print the help of the program.
  static func unknownTopic(_ arguments: [String], _ commands: [String]) -> String? {
    guard arguments.first == "help", let topic = arguments.dropFirst().first, !topic.hasPrefix("-") else { return nil }
    guard topic != "help", !commands.contains(topic) else { return nil }
    let hint =
      NearestName.of(topic, among: commands).map { "  try: luawidget help \($0)" }
      ?? "  commands: \(commands.joined(separator: ", "))"
    return "unknown command \"\(terminalSafe(topic, limit: 100))\"\n\(hint)"
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
