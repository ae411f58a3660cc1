import WidgetHost
package import WidgetModel
package import WidgetRendering
package import WidgetSurfaces

/// The arguments of `luawidget today`.
package struct TodayArguments: CommandArguments {
  package var board = BoardLocation.defaultName
  package var graphics = GraphicsPreference.auto
  package var appearance: ColorScheme?
  package var icons: IconStyle?
  package var textSize: TextSize?
  package var upgradeAction = UpgradeAction.restart

  package init() {}

  package static let name = "today"
  package static let abstract = "Show a board of widgets in the terminal."
  package static let discussion = """
    A board is a list of widgets in a file: add one with luawidget board add WIDGET. You see the last snapshots at once, then \
    the widgets update on schedule. Press ? for the keys.

    Exit status: 0 (quit), 2 (usage error, or no usable terminal), 6 (internal error); 129, 130 and 143 after SIGHUP, SIGINT and SIGTERM.
    """

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .option("board", \.board, valueName: "name", completion: .board, "The board."),
    .option(
      "graphics", \.graphics,
      "Images: auto (the best protocol your terminal supports), none (alternative text), kitty, iterm2, sixel, or blocks."),
    .option("appearance", \.appearance, "light or dark. (default: to match the terminal's background)"),
    .option("icons", \.icons, "unicode, or nerd (for a font patched by Nerd Fonts). (default: unicode)"),
    .option(
      "text-size", \.textSize, "The reader's text size, for the scripts: xSmall to xxxLarge, accessibility1 to accessibility5."),
    .onUpgrade(\.upgradeAction, waiting: " while nobody is typing"),
  ]
}
