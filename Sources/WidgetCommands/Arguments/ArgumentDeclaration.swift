import WidgetSystem

package enum ArgumentKind: Sendable {
  /// A required argument without a name.
  case positional
  /// Arguments without a name, possibly none. The last nameless declaration can have this kind.
  case repeatedPositional
  /// A name without a value.
  case flag
  /// A name with a value. The last one counts.
  case option
  /// A name with a value; all values count.
  case repeatedOption
}

/// The completions a shell offers for a value without choices.
package enum ArgumentCompletion: Sendable {
  case none, widget, file, folder
  /// The ids of the widgets on the boards.
  case entry
  /// The names of the boards.
  case board
}

/// An argument of a command: everything the parser, the help, the completions and the manual page know about it.
package struct ArgumentDeclaration<Arguments: Sendable>: Sendable {
  package var kind: ArgumentKind
  /// Without hyphens.
  package var name: String
  package var short: Character?
  /// The value's name in the help.
  package var valueName: String
  package var help: String
  /// Sentences added to the help in the manual page.
  package var note: String?
  package var completion = ArgumentCompletion.none
  /// Whether to leave it out of the help, the completions and the manual page.
  package var isHidden = false
  /// The options that exclude this one.
  package var conflicts: [String] = []
  package var valueType: any ArgumentValue.Type
  private let defaultValue: @Sendable () -> String?
  private let setValue: @Sendable (inout Arguments, String) -> Bool

  /// The default as shown in the help; nil without one.
  package var defaultText: String? { defaultValue() }

  /// Stores a value. A flag's text is ignored.
  ///
  /// - Returns: false if the type has no such value.
  package func set(_ arguments: inout Arguments, _ text: String) -> Bool { setValue(&arguments, text) }

  var isPositional: Bool { kind == .positional || kind == .repeatedPositional }

  /// `short` and `name` with hyphens.
  package var names: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  package func hidden() -> Self {
    var copy = self
    copy.isHidden = true
    return copy
  }

  /// The declaration as part of a command's arguments.
  package func part<Whole: Sendable>(
    of path: @autoclosure @escaping @Sendable () -> WritableKeyPath<Whole, Arguments>
  ) -> ArgumentDeclaration<Whole> {
    ArgumentDeclaration<Whole>(
      kind: kind, name: name, short: short, valueName: valueName, help: help, note: note, completion: completion,
      isHidden: isHidden, conflicts: conflicts, valueType: valueType, defaultValue: defaultValue
    ) { [setValue] in setValue(&$0[keyPath: path()], $1) }
  }
}

extension ArgumentDeclaration {
  package typealias Path<Value> = @Sendable () -> WritableKeyPath<Arguments, Value>

  package static func positional(
    _ name: String, _ path: @autoclosure @escaping Path<String>, completion: ArgumentCompletion = .none, _ help: String
  ) -> Self {
    Self(
      kind: .positional, name: name, valueName: name, help: help, completion: completion, valueType: String.self,
      defaultValue: { nil }
    ) {
      $0[keyPath: path()] = $1
      return true
    }
  }

  package static func positionals(
    _ name: String, _ path: @autoclosure @escaping Path<[String]>, completion: ArgumentCompletion = .none, _ help: String
  ) -> Self {
    Self(
      kind: .repeatedPositional, name: name, valueName: name, help: help, completion: completion, valueType: String.self,
      defaultValue: { nil }
    ) {
      $0[keyPath: path()].append($1)
      return true
    }
  }

  package static func flag(
    _ name: String, short: Character? = nil, _ path: @autoclosure @escaping Path<Bool>, conflicts: [String] = [], _ help: String
  ) -> Self {
    Self(
      kind: .flag, name: name, short: short, valueName: "", help: help, conflicts: conflicts, valueType: String.self,
      defaultValue: { nil }
    ) { arguments, _ in
      arguments[keyPath: path()] = true
      return true
    }
  }

  /// An option without a value unless the argument is given.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: @autoclosure @escaping Path<Value?>, valueName: String? = nil, completion: ArgumentCompletion = .none,
    conflicts: [String] = [], _ help: String, note: String? = nil
  ) -> Self {
    Self(
      kind: .option, name: name, valueName: valueName ?? name, help: help, note: note, completion: completion,
      conflicts: conflicts, valueType: Value.self, defaultValue: { nil }
    ) { arguments, text in
      guard let value = Value(text: text) else { return false }
      arguments[keyPath: path()] = value
      return true
    }
  }

  /// An option with a default, taken from the property.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: @autoclosure @escaping Path<Value>, valueName: String? = nil, completion: ArgumentCompletion = .none,
    _ help: String
  ) -> Self where Arguments: ArgumentGroup {
    Self(
      kind: .option, name: name, valueName: valueName ?? name, help: help, completion: completion, valueType: Value.self,
      defaultValue: { Arguments()[keyPath: path()].text }
    ) { arguments, text in
      guard let value = Value(text: text) else { return false }
      arguments[keyPath: path()] = value
      return true
    }
  }

  /// An option you can repeat.
  package static func option<Value: ArgumentValue>(
    _ name: String, _ path: @autoclosure @escaping Path<[Value]>, valueName: String? = nil, _ help: String, note: String? = nil
  ) -> Self {
    Self(
      kind: .repeatedOption, name: name, valueName: valueName ?? name, help: help, note: note, valueType: Value.self,
      defaultValue: { nil }
    ) { arguments, text in
      guard let value = Value(text: text) else { return false }
      arguments[keyPath: path()].append(value)
      return true
    }
  }
}

/// The manual page sections (man(7)) on the options of the commands `luawidget` runs itself.
package enum ManualSection {
  package static var options: String { HotCommands.arguments.map { section($0) }.joined() }

  private static func section<Arguments: CommandArguments>(_ command: Arguments.Type) -> String {
    let inherited = command.inheritedOptions
    let options = command.declarations.filter { !$0.isPositional && !$0.isHidden && !inherited.names.contains($0.name) }
    return ".SH OPTIONS OF \(command.name.uppercased())\n" + inherited.introduction + options.map(entry).joined()
  }

  /// The most choices that are listed beside the name.
  private static let most = 22

  private static func entry<Arguments>(_ option: ArgumentDeclaration<Arguments>) -> String {
    let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let choices = option.valueType.choices
    let value = (1...most).contains(choices.count) ? choices.joined(separator: "|") : option.valueName
    // A long list of choices may be broken behind each.
    let label = option.kind == .flag ? names : "\(names) \\fI\(escaped(value).replacing("|", with: "|\\:"))\\fR"
    var text = option.help
    if let value = option.defaultText { text += " (default: \(value))" }
    if let note = option.note { text += " \(note)" }
    return ".TP\n\(label)\n\(escaped(text))\n"
  }

  private static func escaped(_ text: String) -> String {
    let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    // A line starting with a point or an apostrophe is a request.
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
