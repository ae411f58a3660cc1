import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetServices
import WidgetSystem

/// `luawidget cache list|show|clear`
struct CacheCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache", abstract: "Show and clear widgets' caches. Cached data may disappear at any time.",
    subcommands: [List.self, Show.self, Clear.self])

  /// Without a subcommand: everything.
  func run(in root: CompositionRoot) async throws { try await List.parse([]).run(in: root) }

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List values by key and responses by URL, with size, age and expiry.")

    @Argument(help: .anyWidgetOrEvery, completion: BoardCompletion.widgets) var widget: String?

    func run(in root: CompositionRoot) async throws {
      let caches = try Caches(root.stores)
      let now = root.clock.now()
      var isEmpty = true
      if let widget, caches.instances(widget).isEmpty { throw caches.unknown(widget) }
      for instance in widget.map(caches.instances) ?? caches.known {
        let entries = try root.stores.cache.list(of: instance)
        let responses = try root.stores.responses.list(instance)
        let rows = entries.map { CacheRow($0, now: now) } + responses.map { CacheRow($0, now: now) }
        guard !rows.isEmpty else { continue }
        isEmpty = false
        try Console.standardOutput.print(CacheRow.table(rows, title: caches.directory.label(instance, among: caches.known)))
      }
      if isEmpty { Console.standardError.write("the cache is empty\n") }
    }
  }

  struct Show: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show a value as JSON, even if it has expired.")

    @Argument(help: .anyWidget, completion: BoardCompletion.widgets) var widget: String
    @Argument(help: "A key.") var key: String

    func run(in root: CompositionRoot) async throws {
      let caches = try Caches(root.stores)
      for instance in caches.instances(widget) {
        if let entry = try root.stores.cache.entry(key, of: instance, at: -.infinity) {
          return try Console.standardOutput.print(JSONText.write(entry.value, indented: false) + "\n")
        }
      }
      throw try caches.missing(key, widget)
    }
  }

  struct Clear: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "clear", abstract: "Clear one widget's cache, or all of them.")

    @Argument(help: .anyWidgetOrAll, completion: BoardCompletion.widgets) var widget: String?
    @Argument(help: "A key or a URL; without one, everything of the widget.") var key: String?
    @Flag(help: "Clear the caches of all widgets.") var all = false

    func run(in root: CompositionRoot) async throws {
      let caches = try Caches(root.stores)
      switch (widget, key, all) {
      case (nil, _, true):
        for instance in try root.stores.cache.instances() { try root.stores.cache.clear(of: instance) }
        try root.stores.responses.clear(nil)
        try report(caches.known.count, "cache")
      case (let widget?, let key?, false): try clear(key, widget, caches)
      case (let widget?, nil, false):
        let instances = caches.instances(widget)
        guard !instances.isEmpty else { throw caches.unknown(widget) }
        for instance in instances {
          try root.stores.cache.clear(of: instance)
          try root.stores.responses.clear(instance)
        }
        try report(instances.count, "cache")
      default: throw CommandFailure.needsWidgetOrAll
      }
    }

    private func clear(_ key: String, _ widget: String, _ caches: Caches) throws {
      var count = 0
      for instance in caches.instances(widget) {
        if try caches.stores.responses.list(instance).contains(where: { $0.url == key }) {
          try caches.stores.responses.remove(key, of: instance)
          count += 1
        } else if try caches.stores.cache.entry(key, of: instance, at: -.infinity) != nil {
          try caches.stores.cache.apply([.remove(key: key)], of: instance, at: 0)
          count += 1
        }
      }
      if count == 0 { throw try caches.missing(key, widget) }
      try report(count, key.contains("://") ? "response" : "value")
    }

    private func report(_ count: Int, _ noun: String) throws {
      try Console.standardOutput.print("\(count) \(noun)\(count == 1 ? "" : "s") removed\n")
    }
  }
}

/// All instances' caches.
private struct Caches {
  let stores: Stores
  let directory: WidgetDirectory
  /// The instances with cached values or responses, sorted.
  let known: [String]

  init(_ stores: Stores) throws(StoreError) {
    self.stores = stores
    directory = WidgetDirectory(stores)
    let partitions = try stores.responses.list(nil).map(\.partition)
    known = Set(try stores.cache.instances() + partitions).sorted()
  }

  func instances(_ widget: String) -> [String] { directory.instances(widget, among: known) }

  func unknown(_ widget: String) -> CommandFailure {
    Absence.failure("nothing is cached for \"\(widget)\"", widget, among: known.map { directory.label($0, among: known) })
  }

  func missing(_ key: String, _ widget: String) throws(StoreError) -> CommandFailure {
    let instances = instances(widget)
    guard !instances.isEmpty else { return unknown(widget) }
    var keys: Set<String> = []
    for instance in instances {
      keys.formUnion(try stores.cache.list(of: instance).map(\.key))
      keys.formUnion(try stores.responses.list(instance).map(\.url))
    }
    return Absence.failure("nothing is cached for \"\(widget)\" under \"\(key)\"", key, among: Array(keys))
  }
}
