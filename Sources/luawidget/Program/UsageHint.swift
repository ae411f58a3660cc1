import WidgetRendering
import WidgetRuntime
import WidgetServices

/// What to try after a usage error.
enum UsageHint {
  /// - Returns: Lines for standard error; empty if the first argument is a command.
  static func text(for arguments: [String], _ commands: [String]) -> String {
    guard let first = arguments.first, !first.hasPrefix("-"), !commands.contains(first) else { return "" }
    if first.hasSuffix(".lua") || first.contains("/") { return "  try: luawidget run \(terminalSafe(ShellWord.quoted(first)))\n" }
    if let nearest = NearestName.of(first, among: commands) {
      return "  try: \(CommandText.text([nearest] + arguments.dropFirst()))\n"
    }
    return "  commands: \(commands.joined(separator: ", "))\n"
  }
}
