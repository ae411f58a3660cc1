/// The section of the manual page (man(7)) about the options of a command.
package enum ManualSection {
  package static func options<Arguments: CommandArguments>(of command: Arguments.Type) -> String {
    let options = command.declarations.filter { $0.kind != .positional && !$0.isHidden }
    return ".SH OPTIONS OF \(command.name.uppercased())\n" + options.map(entry).joined()
  }

  private static func entry<Arguments>(_ option: ArgumentDeclaration<Arguments>) -> String {
    let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let choices = option.valueType.choices
    let value = choices.isEmpty ? option.valueName : choices.joined(separator: "|")
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
