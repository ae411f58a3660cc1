import ArgumentParser
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// `luawidget cache list|show|clear`
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "What widgets keep to be quicker; any of it may vanish at any time.",
    subcommands: [List.self, Show.self, Clear.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List what is kept: values by key, and the network's answers by URL; bytes, age, and when it expires.")

    @Argument(help: "The widget's file, or an instance from the list; without one, all.") var widget: String?

    func run() throws {
      let store = StoredThings().cache
      let answers = StoredThings().responses
      let instances: [String]
      if let widget {
        instances = [StoredThings.id(widget)]
      } else {
        instances = try CacheCommand.instances(store, answers)
      }
      let now = SystemClock().now()
      var isEmpty = true
      for instance in instances {
        let entries = try StoredThings.run { () throws(StoreError) in try store.list(of: instance) }
        let responses = try StoredThings.run { () throws(StoreError) in try answers.list(instance) }
        let rows = entries.map { CacheRow($0, now: now) } + responses.map { CacheRow($0, now: now) }
        guard !rows.isEmpty else { continue }
        isEmpty = false
        Console.standardOutput.write(CacheRow.table(rows, of: instance))
      }
      if isEmpty { Console.standardError.write("nothing is kept\n") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a value as JSON, expired or not.")

    @Argument(help: "The widget's file, or an instance from the list.") var widget: String
    @Argument(help: "A key of it.") var key: String

    func run() throws {
      let store = StoredThings().cache
      let instance = StoredThings.id(widget)
      // Whatever the time is: a person may want to see what has expired.
      let entry = try StoredThings.run { () throws(StoreError) in try store.entry(key, of: instance, at: -.infinity) }
      guard let entry else { throw try CacheCommand.missing(key, widget) }
      Console.standardOutput.write(JSONText.write(entry.value, indented: false) + "\n")
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Forget what a widget, or every widget, keeps.")

    @Argument(help: "The widget's file, or an instance from the list; without one, --all.") var widget: String?
    @Argument(help: "A key or a URL; without one, everything of the widget goes.") var key: String?
    @Flag(help: "Forget everything of all widgets.") var all = false

    func run() throws {
      let store = StoredThings().cache
      let answers = StoredThings().responses
      switch (widget, key, all) {
      case (nil, _, true):
        for instance in try StoredThings.run({ () throws(StoreError) in try store.instances() }) {
          try StoredThings.run { () throws(StoreError) in try store.clear(of: instance) }
        }
        try StoredThings.run { () throws(StoreError) in try answers.clear(nil) }
      case (let widget?, let key?, false):
        let instance = StoredThings.id(widget)
        if try StoredThings.run({ () throws(StoreError) in try answers.list(instance) }).contains(where: { $0.url == key }) {
          return try StoredThings.run { () throws(StoreError) in try answers.remove(key, of: instance) }
        }
        guard try StoredThings.run({ () throws(StoreError) in try store.entry(key, of: instance, at: -.infinity) }) != nil else {
          throw try CacheCommand.missing(key, widget)
        }
        try StoredThings.run { () throws(StoreError) in try store.apply([.remove(key: key)], of: instance, at: 0) }
      case (let widget?, nil, false):
        let instance = StoredThings.id(widget)
        let known = try CacheCommand.instances(store, answers)
        guard known.contains(instance) else { throw Absence.failure("nothing of \"\(widget)\" is kept", widget, among: known) }
        try StoredThings.run { () throws(StoreError) in try store.clear(of: instance) }
        try StoredThings.run { () throws(StoreError) in try answers.clear(instance) }
      default: throw CommandFailure("name a widget, or give --all")
      }
    }
  }

  /// Whose values or answers are kept, sorted.
  private static func instances(_ store: any CacheStore, _ answers: any HTTPCacheStore) throws -> [String] {
    let values = try StoredThings.run { () throws(StoreError) in try store.instances() }
    let partitions = try StoredThings.run { () throws(StoreError) in try answers.list(nil) }.map(\.partition)
    return Set(values + partitions).sorted()
  }

  private static func missing(_ key: String, _ widget: String) throws -> CommandFailure {
    let (store, answers) = (StoredThings().cache, StoredThings().responses)
    let known = try instances(store, answers)
    let instance = StoredThings.id(widget)
    guard known.contains(instance) else { return Absence.failure("nothing of \"\(widget)\" is kept", widget, among: known) }
    let keys = try StoredThings.run { () throws(StoreError) in try store.list(of: instance) }.map(\.key)
    return Absence.failure("nothing is kept of \"\(widget)\" under \"\(key)\"", key, among: keys)
  }
}
