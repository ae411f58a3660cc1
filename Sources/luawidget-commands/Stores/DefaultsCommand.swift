import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget defaults read|write|delete`
struct DefaultsCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults", abstract: "Show and change the defaults of widgets and groups.",
    discussion:
      """
      A suite is the file, name or id of a widget, or the name of a group such as group.github (also written \
      group:group.github).
      """,
    subcommands: [Read.self, Write.self, Delete.self])

  /// Without a subcommand: all suites.
  func run(in root: CompositionRoot) async throws { try await Read.parse([]).run(in: root) }

  struct Read: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "read", abstract: "List all suites, or show one suite or one value as JSON.")

    @Argument(help: "A suite.") var suite: String?
    @Argument(help: "A key.") var key: String?

    func run(in root: CompositionRoot) async throws {
      let suites = try Suites(root.stores)
      guard let suite else {
        return try Console.standardOutput.print(suites.known.map { terminalSafe(suites.label($0)) + "\n" }.joined())
      }
      let id = try suites.id(suite, containing: key)
      guard let key else {
        let values = try root.stores.defaults.all(in: id)
        return try Console.standardOutput.print(JSONText.write(.table(values), indented: true) + "\n")
      }
      guard let value = try root.stores.defaults.value(key, in: id) else {
        // Removed by another process, or damaged.
        throw Absence.failure("\(suite) has no \"\(key)\"", key, among: [], none: nil)
      }
      try Console.standardOutput.print(JSONText.write(value, indented: false) + "\n")
    }
  }

  struct Write: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "write", abstract: "Set a value.")

    @Argument(help: "A suite.") var suite: String
    @Argument(help: "A key.") var key: String
    @Argument(help: "JSON, or else plain text.") var value: String

    func run(in root: CompositionRoot) async throws {
      let suites = try Suites(root.stores)
      let id = suites.name(suite)
      // A missing file isn't a group's name.
      guard suites.isReadable(id), !suite.hasSuffix(".lua") || WidgetDirectory.fileID(suite) != nil else {
        throw Absence.failure("no widget or group is named \"\(suite)\"", suite, among: suites.known.map(suites.label), none: nil)
      }
      let parsed = JSONText.read(value) ?? .string(value)
      guard !parsed.isNull else { throw CommandFailure("null can't be stored; to remove a key, use `luawidget defaults delete`") }
      if JSONText.read(value) == nil, let first = value.first(where: { !$0.isWhitespace }), "{[\"".contains(first) {
        Console.standardError.write("warning: the value isn't valid JSON; it was stored as plain text\n")
      }
      try root.stores.defaults.apply([.set(suite: id, key: key, value: parsed)])
      let groups = suites.known.filter { $0.hasPrefix(DefaultsSuite.groupPrefix) }.map(suites.label)
      if id.hasPrefix(DefaultsSuite.groupPrefix) { Absence.noteNew("the group", suites.label(id), besides: groups) }
    }
  }

  struct Delete: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Remove a value, or a whole suite.")

    @Argument(help: "A suite.") var suite: String
    @Argument(help: "A key; without one, the whole suite.") var key: String?

    func run(in root: CompositionRoot) async throws {
      let id = try Suites(root.stores).id(suite, containing: key)
      let count = try key == nil ? root.stores.defaults.sizes(in: id).count : 1
      try root.stores.defaults.apply([key.map { .remove(suite: id, key: $0) } ?? .removeAll(suite: id)])
      try Console.standardOutput.print("\(count) value\(count == 1 ? "" : "s") removed\n")
    }
  }
}

/// The suites with values.
private struct Suites {
  private let stores: Stores
  private let directory: WidgetDirectory
  let known: [String]

  init(_ stores: Stores) throws(StoreError) {
    self.stores = stores
    directory = WidgetDirectory(stores)
    known = try stores.defaults.suites()
  }

  /// A suite's name for the user.
  func label(_ suite: String) -> String {
    let prefix = DefaultsSuite.groupPrefix
    return suite.hasPrefix(prefix) ? String(suite.dropFirst(prefix.count)) : directory.label(suite, among: known)
  }

  /// The name a suite is stored under.
  ///
  /// Files and ids come first, then groups with values: a widget can give itself a group's name, so widget names come last. A
  /// widget's id has no dot, so an unknown name with one is a group.
  func name(_ argument: String) -> String {
    if let id = WidgetDirectory.fileID(argument) { return id }
    if known.contains(argument) { return argument }
    let group = DefaultsSuite.group(argument).name
    if known.contains(group) { return group }
    let id = directory.id(argument, among: known)
    return id == argument && argument.contains(".") && !argument.hasPrefix(DefaultsSuite.groupPrefix) ? group : id
  }

  /// Whether any widget or group can read a suite.
  func isReadable(_ suite: String) -> Bool {
    if suite.hasPrefix(DefaultsSuite.groupPrefix) {
      return ContainerName.isValid(String(suite.dropFirst(DefaultsSuite.groupPrefix.count)))
    }
    return WidgetIdentity.id(in: suite) == suite
  }

  /// The id of a suite that exists and contains the key, if given.
  func id(_ suite: String, containing key: String?) throws -> String {
    let id = name(suite)
    guard known.contains(id) else {
      throw Absence.failure("no defaults of \"\(suite)\" are stored", suite, among: known.map(label))
    }
    guard let key else { return id }
    let keys = try stores.defaults.sizes(in: id).keys
    guard keys.contains(key) else { throw Absence.failure("\(suite) has no \"\(key)\"", key, among: Array(keys)) }
    return id
  }
}
