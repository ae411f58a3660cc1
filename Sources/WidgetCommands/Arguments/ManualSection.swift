/// The sections of the manual page (man(7)) about the options of the commands that `luawidget` runs itself.
package enum ManualSection {
  package static var options: String { HotCommands.arguments.map { section($0) }.joined() }

  private static func section<Arguments: CommandArguments>(_ command: Arguments.Type) -> String {
    let inherited = command.inheritedOptions
    let options = command.declarations.filter { !$0.isPositional && !$0.isHidden && !inherited.names.contains($0.name) }
    return ".SH OPTIONS OF \(command.name.uppercased())\n" + inherited.introduction + options.map(entry).joined()
  }

  /// The most choices that are listed beside the name.
  private static let most = 17

  private static func entry<Arguments>(_ option: ArgumentDeclaration<Arguments>) -> String {
    let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let choices = option.valueType.choices
    let value = (1...most).contains(choices.count) ? choices.joined(separator: "|") : option.valueName
    let label = option.kind == .flag ? names : "\(names) \\fI\(escaped(value))\\fR"
    var text = option.help
    if let value = option.defaultText { text += " (default: \(value))" }
    if let note = option.note { text += " \(note)" }
    return ".TP\n\(label)\n\(escaped(text))\n"
  }

  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    // A line that begins with a point or an apostrophe is a request.
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
