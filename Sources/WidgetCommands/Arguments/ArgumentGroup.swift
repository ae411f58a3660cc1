/// Arguments that are declared in a table.
///
/// `luawidget` reads the arguments of `run` and `open` with ``init(arguments:)``. ArgumentParser in `luawidget-commands` reads those of
/// the other commands, and describes all, from the same table (`TableArguments`).
package protocol ArgumentGroup: Sendable {
  /// The arguments with their defaults.
  init()

  static var declarations: [ArgumentDeclaration<Self>] { get }

  /// What is wrong with the values although each is valid.
  var problem: String? { get }
}

/// The arguments of a whole command.
package protocol CommandArguments: ArgumentGroup {
  static var name: String { get }
  /// One sentence.
  static var abstract: String { get }
  static var discussion: String { get }
}

extension ArgumentGroup {
  package var problem: String? { nil }

  /// What is wrong with the arguments although each value is valid.
  ///
  /// - Parameter given: The names of the options that were given.
  package func problem(given: [String]) -> String? {
    for declaration in Self.declarations where given.contains(declaration.name) {
      guard let other = declaration.conflicts.first(where: given.contains) else { continue }
      return "--\(declaration.name) and --\(other) cannot be combined"
    }
    return problem
  }

  /// Reads the arguments of a command as ArgumentParser does.
  ///
  /// - Parameter arguments: Without the program and the name of the command.
  /// - Returns: nil for a usage error, or a request for help. `luawidget-commands` then answers in the words of ArgumentParser.
  package init?(arguments: [String]) {
    self.init()
    let declarations = Self.declarations
    var positionals: [String] = []
    var given: [String] = []
    var rest = arguments[...]

    /// The value of an option: attached with `=`, or the next argument if it does not begin with a hyphen.
    func value(_ attached: Substring?) -> String? {
      if let attached { return String(attached) }
      guard let next = rest.first, !isOption(next) else { return nil }
      return rest.removeFirst()
    }

    func read(_ declaration: ArgumentDeclaration<Self>, _ attached: Substring?) -> Bool {
      given.append(declaration.name)
      guard declaration.kind == .flag else { return value(attached).map { declaration.set(&self, $0) } ?? false }
      return attached == nil && declaration.set(&self, "")
    }

    while let argument = rest.popFirst() {
      if argument == "--" {
        positionals += rest
        break
      }
      guard isOption(argument) else {
        positionals.append(argument)
        continue
      }
      let option = Option(argument)
      if option.isLong {
        guard let declaration = declarations.first(where: { $0.kind != .positional && $0.name == option.name }),
          read(declaration, option.value)
        else { return nil }
        continue
      }
      // Without a value, `-qv` is `-q -v`.
      guard option.value == nil || option.name.count == 1 else { return nil }
      for letter in option.name {
        guard let declaration = declarations.first(where: { $0.short == letter }), read(declaration, option.value) else {
          return nil
        }
      }
    }
    let required = declarations.filter { $0.kind == .positional }
    guard positionals.count == required.count,
      zip(required, positionals).allSatisfy({ $0.set(&self, $1) }), problem(given: given) == nil
    else { return nil }
  }
}

/// Whether an argument is not a value: `--name`, `-n`, `--`. A lone hyphen is a value.
private func isOption(_ argument: String) -> Bool { argument.first == "-" && argument != "-" }

/// `--name`, `--name=value`, `-n`, `-n=value` or `-nm`.
private struct Option {
  let isLong: Bool
  let name: Substring
  /// After the equals sign. An empty one counts only after a single hyphen.
  let value: Substring?

  init(_ argument: String) {
    isLong = argument.hasPrefix("--")
    let text = argument.dropFirst(isLong ? 2 : 1)
    let equals = text.firstIndex(of: "=")
    name = text[..<(equals ?? text.endIndex)]
    let value = equals.map { text[text.index(after: $0)...] }
    self.value = isLong && value?.isEmpty == true ? nil : value
  }
}
