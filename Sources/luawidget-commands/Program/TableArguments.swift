import ArgumentParser
import WidgetCommands

/// Arguments declared in a table, as an ArgumentParser option group.
///
/// ArgumentParser finds a type's arguments by reflection and decodes their values by name. This type's mirror and decoder have
/// one entry per declaration.
struct TableArguments<Arguments: ArgumentGroup>: ParsableArguments, CustomReflectable {
  private(set) var values = Arguments()
  /// The names of the given arguments.
  private var given: [String] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for declaration in Arguments.declarations {
      let texts = try declaration.texts(in: container)
      for text in texts { _ = declaration.set(&values, text) }
      if !texts.isEmpty { given.append(declaration.name) }
    }
  }

  func validate() throws {
    if let problem = values.problem(given: given) { throw ValidationError(problem) }
  }

  var customMirror: Mirror { Mirror(self, children: Arguments.declarations.map { ("_" + $0.name, $0.property) }) }
}

/// The name of an argument.
private struct Key: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A table's value as an ArgumentParser value.
private struct TableValue<Value: ArgumentValue>: ExpressibleByArgument {
  let text: String

  init?(argument text: String) {
    guard Value(text: text) != nil else { return nil }
    self.text = text
  }

  var defaultValueDescription: String { text }
  static var allValueStrings: [String] { Value.choices }
  static var defaultCompletionKind: CompletionKind { Value.choices.isEmpty ? .default : .list(Value.choices) }
}

extension ArgumentDeclaration {
  /// The property wrapper ArgumentParser would find for the argument.
  fileprivate var property: Any { property(of: valueType) }

  /// The given values; empty for a default.
  fileprivate func texts(in container: KeyedDecodingContainer<Key>) throws -> [String] {
    try texts(of: valueType, in: container)
  }

  private func property<Value: ArgumentValue>(of type: Value.Type) -> Any {
    switch kind {
    case .positional: return Argument<String>(help: argumentHelp, completion: completionKind)
    case .repeatedPositional: return Argument<[String]>(wrappedValue: [], help: argumentHelp, completion: completionKind)
    case .flag: return Flag(wrappedValue: false, name: specification, help: argumentHelp)
    case .repeatedOption:
      return Option<[TableValue<Value>]>(wrappedValue: [], name: specification, help: argumentHelp, completion: completionKind)
    case .option:
      guard let initial = initialValue(of: type) else {
        return Option<TableValue<Value>?>(name: specification, help: argumentHelp, completion: completionKind)
      }
      return Option<TableValue<Value>>(
        wrappedValue: initial, name: specification, help: argumentHelp, completion: completionKind)
    }
  }

  private func texts<Value: ArgumentValue>(
    of type: Value.Type, in container: KeyedDecodingContainer<Key>
  ) throws -> [String] {
    let key = Key(stringValue: name)
    switch kind {
    case .positional: return [try container.decode(Argument<String>.self, forKey: key).wrappedValue]
    case .repeatedPositional: return try container.decode(Argument<[String]>.self, forKey: key).wrappedValue
    case .flag: return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? [""] : []
    case .repeatedOption: return try container.decode(Option<[TableValue<Value>]>.self, forKey: key).wrappedValue.map(\.text)
    case .option:
      guard let initial = initialValue(of: type) else {
        return try container.decode(Option<TableValue<Value>?>.self, forKey: key).wrappedValue.map { [$0.text] } ?? []
      }
      let text = try container.decode(Option<TableValue<Value>>.self, forKey: key).wrappedValue.text
      return text == initial.text ? [] : [text]
    }
  }

  private func initialValue<Value: ArgumentValue>(of type: Value.Type) -> TableValue<Value>? {
    defaultText.flatMap { TableValue(argument: $0) }
  }

  private var specification: NameSpecification {
    NameSpecification([.customLong(name)] + (short.map { [.customShort($0)] } ?? []))
  }

  private var argumentHelp: ArgumentHelp {
    ArgumentHelp(help, valueName: kind == .flag ? nil : valueName, visibility: isHidden ? .hidden : .default)
  }

  /// nil uses the type's own.
  private var completionKind: CompletionKind? {
    switch completion {
    case .none: nil
    case .widget: BoardCompletion.widgets
    case .file: .file()
    case .folder: .directory
    case .entry: BoardCompletion.ids
    case .board: BoardCompletion.boards
    }
  }
}

/// The help of arguments that several commands have.
extension ArgumentHelp {
  static let anyWidget: ArgumentHelp = "The file, name or id of a widget."
  static let anyWidgetOrEvery: ArgumentHelp = "The file, name or id of a widget; without one, all."
  static let anyWidgetOrAll: ArgumentHelp = "The file, name or id of a widget; without one, --all."
  static let widgetFile: ArgumentHelp = "The file of a widget, or its id on a board."
  static let boardWidget: ArgumentHelp = "The id of a widget on the board."
  static let group: ArgumentHelp = "A group such as group.quotes."
  static let containerPath: ArgumentHelp = "A path in the container."
}
