extension ArgumentGroup {
  /// Reads the arguments of a command as ArgumentParser does.
  ///
  /// - Parameter arguments: Without the program and the name of the command.
  /// - Returns: nil for a usage error, or a request for help. `luawidget-commands` then writes what ArgumentParser has to say.
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
  /// Of each declaration; empty for a positional argument.
  private let names = Arguments.declarations.map { $0.isPositional ? "" : $0.name }
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
    let required = declarations.filter { $0.kind == .positional }
    let repeated = declarations.first { $0.kind == .repeatedPositional }
    guard positionals.count == required.count || (repeated != nil && positionals.count > required.count) else { return false }
    for (declaration, text) in zip(required, positionals) { _ = declaration.set(&values, text) }
    for text in positionals.dropFirst(required.count) { _ = repeated?.set(&values, text) }
    return values.problem(given: given) == nil
  }

  private mutating func read(_ option: Option) -> Bool {
    if option.isLong { return !option.name.isEmpty && read(names.firstIndex(of: option.name), option.value) }
    // Without a value, `-qv` is `-q -v`.
    guard option.value == nil || option.name.count == 1 else { return false }
    for letter in option.name {
      guard read(declarations.firstIndex { $0.short == letter }, option.value) else { return false }
    }
    return true
  }

  private mutating func read(_ index: Int?, _ attached: Substring?) -> Bool {
    guard let index else { return false }
    let declaration = declarations[index]
    given.append(declaration.name)
    if declaration.kind == .flag { return attached == nil && declaration.set(&values, "") }
    guard let text = attached.map(String.init) ?? nextValue() else { return false }
    return declaration.set(&values, text)
  }

  /// The next argument, if it is a value.
  private mutating func nextValue() -> String? {
    guard let next = rest.first, !isOption(next) else { return nil }
    return rest.removeFirst()
  }
}

/// Whether an argument is not a value: `--name`, `-n`, `--`. A lone hyphen is a value.
private func isOption(_ argument: String) -> Bool { argument.first == "-" && argument != "-" }

/// `--name`, `--name=value`, `-n`, `-n=value` or `-nm`.
private struct Option {
  let isLong: Bool
  let name: String
  /// After the equals sign. An empty one counts only after a single hyphen.
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
