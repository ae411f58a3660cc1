import ArgumentParser
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget defaults read|write|delete`
struct DefaultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults", abstract: "What widgets remember, and what the members of a group share.",
    discussion: "A suite is a widget's file, its id, or the name of a group such as group.github.",
    subcommands: [Read.self, Write.self, Delete.self])

  struct Read: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "read", abstract: "Show all suites, a suite, or one value, as JSON.")

    @Argument(help: "A suite.") var suite: String?
    @Argument(help: "A key of it.") var key: String?

    func run() throws {
      let store = StoredThings().defaults
      guard let suite else {
        for name in try StoredThings.run({ () throws(StoreError) in try store.suites() }) {
          Console.standardOutput.write(terminalSafe(name) + "\n")
        }
        return
      }
      let id = StoredThings.id(suite)
      try DefaultsCommand.check(suite, key, in: store)
      guard let key else {
        let values = try StoredThings.run { () throws(StoreError) in try store.all(in: id) }
        Console.standardOutput.write(JSONText.write(.table(values), indented: true) + "\n")
        return
      }
      guard let value = try StoredThings.run({ () throws(StoreError) in try store.value(key, in: id) }) else {
        // Gone since it was looked at, or damaged.
        throw Absence.failure("\(suite) has no \"\(key)\"", key, among: [])
      }
      Console.standardOutput.write(JSONText.write(value, indented: false) + "\n")
    }
  }

  struct Write: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "write", abstract: "Set a value.")

    @Argument(help: "A suite.") var suite: String
    @Argument(help: "A key.") var key: String
    @Argument(help: "JSON; anything that is not JSON is text.") var value: String

    func run() throws {
      let store = StoredThings().defaults
      let id = StoredThings.id(suite)
      let parsed = JSONText.read(value) ?? .string(value)
      guard !parsed.isNull else { throw CommandFailure("null cannot be stored; `luawidget defaults delete` removes a key") }
      let key = key
      try StoredThings.run { () throws(StoreError) in try store.apply([.set(suite: id, key: key, value: parsed)]) }
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Remove a value, or everything of a suite.")

    @Argument(help: "A suite.") var suite: String
    @Argument(help: "A key; without one, the whole suite goes.") var key: String?

    func run() throws {
      let store = StoredThings().defaults
      let id = StoredThings.id(suite)
      try DefaultsCommand.check(suite, key, in: store)
      let change: DefaultsChange = key.map { .remove(suite: id, key: $0) } ?? .removeAll(suite: id)
      try StoredThings.run { () throws(StoreError) in try store.apply([change]) }
    }
  }

  /// What is not remembered cannot be shown or removed.
  private static func check(_ suite: String, _ key: String?, in store: any DefaultsStore) throws {
    let id = StoredThings.id(suite)
    let suites = try StoredThings.run { () throws(StoreError) in try store.suites() }
    guard suites.contains(id) else {
      throw Absence.failure("nothing is remembered of \"\(suite)\"", suite, among: suites)
    }
    guard let key else { return }
    let keys = try StoredThings.run { () throws(StoreError) in try store.sizes(in: id) }.keys
    guard keys.contains(key) else { throw Absence.failure("\(suite) has no \"\(key)\"", key, among: Array(keys)) }
  }
}
