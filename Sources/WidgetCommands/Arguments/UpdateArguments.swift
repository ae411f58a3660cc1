import WidgetHost

/// The arguments of `luawidget update`.
package struct UpdateArguments: CommandArguments {
  package var board = BoardLocation.defaultName
  package var isQuiet = false
  package var isVerbose = false
  package var widgets: [String] = []

  package init() {}

  package static let name = "update"
  package static let abstract = "Update the widgets of a board once, for cron or a systemd timer."
  package static let discussion = """
    Updates the widgets you name, or all but the hidden ones, stores their views for every host showing them, and exits. If \
    another luawidget has just updated a widget, it isn't updated again.

    You get the exit status of the first widget whose update failed, as for run.
    """

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .positionals("widget", \.widgets, completion: .entry, "The ids of widgets on the board."),
    .option("board", \.board, valueName: "name", completion: .board, "The board."),
    .flag("quiet", short: "q", \.isQuiet, "Print no console lines and no error messages."),
    .flag("verbose", \.isVerbose, conflicts: ["quiet"], "Show debug lines, and the result of each widget."),
  ]
}
