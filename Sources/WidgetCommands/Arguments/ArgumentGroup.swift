/// Arguments declared in a table.
///
/// ``ArgumentReader`` reads the arguments of the commands `luawidget` runs itself. ArgumentParser in `luawidget-commands` reads
/// the others', and describes all of them, from the same table (`TableArguments`).
package protocol ArgumentGroup: Sendable {
  /// The arguments with their defaults.
  init()

  static var declarations: [ArgumentDeclaration<Self>] { get }

  /// The problem with the values together, although each is valid.
  var problem: String? { get }
}

/// A whole command's arguments.
package protocol CommandArguments: ArgumentGroup {
  static var name: String { get }
  /// One sentence.
  static var abstract: String { get }
  static var discussion: String { get }
  /// Options the manual page describes with another command.
  static var inheritedOptions: InheritedOptions { get }
}

/// Options a command shares with another one.
package struct InheritedOptions: Sendable {
  package var names: [String] = []
  /// A line of the manual page (man(7)) replacing the options.
  package var introduction = ""
}

extension CommandArguments {
  package static var inheritedOptions: InheritedOptions { InheritedOptions() }
}

extension ArgumentGroup {
  package var problem: String? { nil }

  /// The problem with the arguments together, although each value is valid.
  ///
  /// - Parameter given: The names of the given options.
  package func problem(given: [String]) -> String? {
    for declaration in Self.declarations where given.contains(declaration.name) {
      guard let other = declaration.conflicts.first(where: given.contains) else { continue }
      return "--\(declaration.name) and --\(other) cannot be combined"
    }
    return problem
  }
}
