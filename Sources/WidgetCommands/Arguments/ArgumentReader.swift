extension ArgumentGroup {
  /// Reads a command's arguments like ArgumentParser.
  ///
  /// - Parameter arguments: The arguments after the program's and the command's name.
  /// - Returns: nil for a usage error, or a request for help. `luawidget-commands` then writes whatever ArgumentParser has to
  ///   say.
  package init?(arguments: [String]) {
    var reader = ArgumentReader<Self>(arguments)
    guard reader.read() else { return nil }
    self = reader.values
  }
}

/// Reads arguments by their declarations.
private struct ArgumentReader<Arguments: ArgumentGroup> {
  private(set) var values = Arguments()
  private let declarations = Arguments.declarations
  private var rest: ArraySlice<String>
  private var positionals: [String] = []
  private var given: [String] = []

  init(_ arguments: [String]) { rest = arguments[...] }

  /// - Returns: false for a usage error or an unknown option.
  mutating func read() -> Bool {
    while let argument = rest.popFirst() {
      if argument == "--" {
        positionals += rest
        break
      }
      if !isOption(argument) {
        positionals.append(argument)
      } else if !read(Option(argument)) {
        return false
      }
    }
    // Loops over indices: the metadata of filters and iterators over generic elements would take longer than everything read
    // here.
    var next = 0
    for index in declarations.indices {
      switch declarations[index].kind {
      case .positional:
        guard next < positionals.count else { return false }
        _ = declarations[index].set(&values, positionals[next])
        next += 1
      case .repeatedPositional:
        while next < positionals.count {
          _ = declarations[index].set(&values, positionals[next])
          next += 1
        }
      case .flag, .option, .repeatedOption: break
      }
    }
    return next == positionals.count && values.problem(given: given) == nil
  }

  private mutating func read(_ option: Option) -> Bool {
    if option.isLong { return !option.name.isEmpty && read(index(of: option.name), option.value) }
    // Without a value, `-qv` is `-q -v`.
    guard option.value == nil || option.name.count == 1 else { return false }
    for letter in option.name {
      guard read(index(of: letter), option.value) else { return false }
    }
    return true
  }

  private func index(of name: String) -> Int? {
    for index in declarations.indices where !declarations[index].isPositional && declarations[index].name == name { return index }
    return nil
  }

  private func index(of letter: Character) -> Int? {
    for index in declarations.indices where declarations[index].short == letter { return index }
    return nil
  }

  private mutating func read(_ index: Int?, _ attached: Substring?) -> Bool {
    guard let index else { return false }
    let declaration = declarations[index]
    given.append(declaration.name)
    if declaration.kind == .flag { return attached == nil && declaration.set(&values, "") }
    guard let text = attached.map(String.init) ?? nextValue() else { return false }
    return declaration.set(&values, text)
  }

  /// The next argument, if it's a value.
  private mutating func nextValue() -> String? {
    guard let next = rest.first, !isOption(next) else { return nil }
    return rest.removeFirst()
  }
}

/// Whether an argument isn't a value: `--name`, `-n`, `--`. A lone hyphen is a value.
private func isOption(_ argument: String) -> Bool { argument.first == "-" && argument != "-" }

/// `--name`, `--name=value`, `-n`, `-n=value` or `-nm`.
private struct Option {
  let isLong: Bool
  let name: String
  /// The text after the equals sign. An empty one counts only after a single hyphen.
  let value: Substring?

  init(_ argument: String) {
    isLong = argument.hasPrefix("--")
    let text = argument.dropFirst(isLong ? 2 : 1)
    let equals = text.firstIndex(of: "=")
    name = String(text[..<(equals ?? text.endIndex)])
    let value = equals.map { text[text.index(after: $0)...] }
    self.value = isLong && value?.isEmpty == true ? nil : value
  }
}

/// A value written as one argument.
package protocol ArgumentValue: Sendable {
  /// - Returns: nil for any other text.
  init?(text: String)

  /// The value's text.
  var text: String { get }

  /// All texts, if there are only a few; otherwise empty.
  static var choices: [String] { get }
}

extension ArgumentValue {
  package static var choices: [String] { [] }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable<String> {
  package init?(text: String) {
    // `init(rawValue:)` builds a table of a long list of names, which takes 3 percent of a start.
    guard let value = Self.allCases.first(where: { $0.rawValue == text }) else { return nil }
    self = value
  }
  package var text: String { rawValue }
  package static var choices: [String] { allCases.map(\.rawValue) }
}

extension String: ArgumentValue {
  package init?(text: String) { self = text }
  package var text: String { self }
}

extension Int: ArgumentValue {
  package init?(text: String) { self.init(text) }
  package var text: String { "\(self)" }
}

extension Double: ArgumentValue {
  package init?(text: String) { self.init(text) }
  package var text: String { "\(self)" }
}
