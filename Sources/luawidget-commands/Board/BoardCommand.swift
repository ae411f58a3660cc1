import ArgumentParser
import WidgetCommands
import WidgetHost
import WidgetRendering

/// `luawidget board show|list|add|remove|move|set|hide|unhide`
struct BoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Show and change your boards.",
    discussion: """
      A board is a file, $XDG_CONFIG_HOME/luawidget/boards/NAME.toml. These commands keep its comments and its layout, and running \
      hosts pick up your changes immediately.
      """,
    subcommands: [Show.self, List.self, Add.self, Remove.self, Move.self, Set.self, Hide.self, Unhide.self],
    defaultSubcommand: Show.self)

  struct List: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the boards.")

    func run(in root: CompositionRoot) async throws {
      let locations = BoardLocation.all(environment: root.environment)
      let names = TableColumn(locations.map(\.name))
      var areFine = true
      for location in locations {
        let state: String
        do throws(BoardFileError) {
          let count = try BoardFile(reading: location.path).entries.count
          state = "\(count) widget\(count == 1 ? "" : "s")  \(location.path)"
        } catch {
          areFine = false
          state = "cannot be used: \(error)"
        }
        try Console.standardOutput.print("\(names.padded(location.name))  \(terminalSafe(state))\n")
      }
      if locations.isEmpty { Console.standardError.write("no boards\n  try: luawidget board add WIDGET\n") }
      if !areFine { throw Exit.usage }
    }
  }

  struct Remove: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a widget from a board, keeping its file and its data.")

    @Argument(help: .boardWidget, completion: BoardCompletion.ids) var id: String
    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      try board.apply([.remove(id: try board.id(id, root))], root)
      try Console.standardOutput.print("\(terminalSafe(id)): removed from the board \"\(board.name)\"\n")
    }
  }

  struct Move: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: "Move a widget to another position.")

    @Argument(help: .boardWidget, completion: BoardCompletion.ids) var id: String
    @Argument(help: "A position: 1 is the first; or first or last.") var position: String
    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      let count = try board.file(root).entries.count
      let target = try BoardOption.position(position, count: count)
      try board.apply([.move(id: try board.id(id, root), to: target)], root)
      try Console.standardOutput.print("\(terminalSafe(id)): moved to position \(target + 1)\n")
    }
  }

  struct Hide: RootedCommand {
    static let configuration = CommandConfiguration(
      commandName: "hide", abstract: "Keep a widget on the board without showing or updating it.")

    @Argument(help: .boardWidget, completion: BoardCompletion.ids) var id: String
    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      try board.apply([.setHidden(id: try board.id(id, root), true)], root)
      try Console.standardOutput.print(
        "\(terminalSafe(id)): hidden; to show it again: " + CommandText.text(["board", "unhide", id] + board.arguments) + "\n")
    }
  }

  struct Unhide: RootedCommand {
    static let configuration = CommandConfiguration(commandName: "unhide", abstract: "Show a hidden widget again.")

    @Argument(help: .boardWidget, completion: BoardCompletion.ids) var id: String
    @OptionGroup var board: BoardOption

    func run(in root: CompositionRoot) async throws {
      try board.apply([.setHidden(id: try board.id(id, root), false)], root)
      try Console.standardOutput.print("\(terminalSafe(id)): shown\n")
    }
  }
}
