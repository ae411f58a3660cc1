import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// `luawidget key`
struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key", abstract: "Manage the keys of programs that load from luawidget serve.",
    discussion: """
      A program sends its key in every request: Authorization: Bearer KEY. The key opens the widgets of one board as images, text and \
      data, or /metrics; it presses and changes nothing. A key made with --push only sends events to one widget: POST /push/ID. \
      One made with --show only puts a widget's card in front: POST /show/ID.
      """,
    subcommands: [Add.self, List.self, Revoke.self], defaultSubcommand: List.self)

  /// The options that all subcommands share.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The board.", valueName: "name"), completion: BoardCompletion.boards)
    var board = BoardLocation.defaultName

    /// - Parameter isKept: Whether the keys of a board whose file is gone are meant too.
    func file(in root: CompositionRoot, isKept: Bool = true) throws -> ProgramKeyFile {
      _ = try BoardArgument.location(board, environment: root.environment)
      let file = try keyFile(in: root)
      if try !isKept || file.read().keys.isEmpty { _ = try BoardArgument.existing(board, environment: root.environment) }
      return file
    }

    private func keyFile(in root: CompositionRoot) throws -> ProgramKeyFile {
      guard let file = ProgramKeyFile(board: board, environment: root.environment) else {
        throw CommandFailure(UserFolders.unknown("XDG_STATE_HOME"))
      }
      return file
    }
  }

  struct Add: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Make a key and print it. It's never shown again.")

    @Argument(help: "A name to revoke it by: letters, digits, dots, hyphens and underscores.") var name: String
    @Flag(help: "Open /metrics instead of widgets.") var metrics = false
    @Option(
      help: ArgumentHelp("Send events to this widget with POST /push/ID, and nothing else.", valueName: "id"),
      completion: BoardCompletion.ids)
    var push: String?
    @Option(
      help: ArgumentHelp("Put this widget's card in front with POST /show/ID, and nothing else.", valueName: "id"),
      completion: BoardCompletion.ids)
    var show: String?
    @OptionGroup var options: Options

    func run(in root: CompositionRoot) async throws {
      guard ProgramKeys.isName(name) else {
        throw CommandFailure(
          "\"\(terminalSafe(name, limit: 80))\" is not a name: use letters, digits, dots, hyphens and underscores")
      }
      let given = [metrics ? "--metrics" : nil, push.map { _ in "--push" }, show.map { _ in "--show" }].compactMap { $0 }
      guard given.count < 2 else { throw CommandFailure("\(given[0]) and \(given[1]) exclude each other", .usage) }
      let widget = try (push ?? show).map { try identity(of: $0, in: root) }
      let scope = push.map { .push(id: $0) } ?? show.map { .show(id: $0) } ?? (metrics ? ProgramKeys.Scope.metrics : .widgets)
      let outcome = try options.file(in: root, isKept: false).edit { keys in
        (
          isTaken: keys.keys.contains { $0.name == name },
          key: keys.add(name, scope, of: widget, now: root.clock.now())
        )
      }
      guard let key = outcome.key else {
        throw CommandFailure(
          outcome.isTaken
            ? "there is a key \(name); revoke it first" : "a board has at most \(ProgramKeys.limit) keys; revoke one first",
          .failed)
      }
      try Console.standardOutput.print(key + "\n")
    }

    /// The identity of the widget with an id on the board.
    private func identity(of id: String, in root: CompositionRoot) throws -> String {
      let location = try BoardArgument.existing(options.board, environment: root.environment)
      let board = try BoardFile(reading: location.path)
      guard let entry = board.entry(id) else {
        let sentence = "\(BoardFileError.noWidget(id)) on the board \(location.name); add it with: \(location.addCommand)"
        throw Absence.failure(sentence, id, among: board.entries.map(\.id))
      }
      let path = board.path(of: entry, in: WidgetLibrary(environment: root.environment))
      let found = FoundWidget(path: path, entry: entry)
      return found.identity(try found.script()).id
    }
  }

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the names of the keys, and what they open.")

    @Flag(help: "As JSON.") var json = false
    @OptionGroup var options: Options

    func run(in root: CompositionRoot) async throws {
      let keys = try options.file(in: root).read().keys
      let hasPictureKey = try AccessFile(board: options.board, environment: root.environment)?.hasPictureKey() ?? false
      if json {
        // The key of the page has no name, and nobody knows when it was made.
        let values =
          keys.map { key -> LuaValue in
            ["name": .string(key.name), "scope": .string(key.scope.text), "made_at": .number(key.madeAt)]
          } + (hasPictureKey ? [["scope": .string(ProgramKeys.Scope.widgets.text)]] : [])
        return try Console.standardOutput.print(JSONText.write(.array(values), indented: true) + "\n")
      }
      let names = TableColumn(keys.map(\.name))
      let clock = CalendarClock(now: root.clock.now())
      for key in keys {
        let age = DateText.age(of: key.madeAt, clock: clock)
        try Console.standardOutput.print("\(names.padded(key.name))  \(key.scope.text)  made \(age)\n")
      }
      if hasPictureKey { try Console.standardOutput.print("The page's own key opens widgets; revoke it on the page Access.\n") }
      if keys.isEmpty, !hasPictureKey { Console.standardError.write("no keys\n") }
    }
  }

  struct Revoke: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "revoke", abstract: "Make a key invalid, at once.")

    @Argument(help: "Its name.") var name: String
    @OptionGroup var options: Options

    func run(in root: CompositionRoot) async throws {
      let outcome = try options.file(in: root).edit { keys in
        (isRevoked: keys.revoke(name), names: keys.keys.map(\.name))
      }
      guard outcome.isRevoked else {
        throw Absence.failure("there is no key \"\(terminalSafe(name, limit: 80))\"", name, among: outcome.names)
      }
      try Console.standardOutput.print("key revoked\n")
    }
  }
}
