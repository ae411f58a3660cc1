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

  package init() {}

  package static let name = "today"
  package static let abstract = "Show a board of widgets in the terminal."
  package static let discussion = """
    The board is a list of widgets in a file: luawidget board add FILE.lua adds one. The last snapshots appear at once, then the widgets \
    are updated on schedule. Press ? for the keys.

    Exit status: 0 (quit), 2 (usage error, or no usable terminal), 6 (internal error); 129, 130 and 143 after SIGHUP, SIGINT and SIGTERM.
    """

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .option("board", \.board, valueName: "name", completion: .board, "The board."),
    .option(
      "graphics", \.graphics,
      "Images: auto (the best protocol that the terminal supports), none (alternative text), kitty, iterm2, sixel, or blocks."),
    .option("appearance", \.appearance, "light or dark. (default: that of the terminal's background)"),
    .option("icons", \.icons, "unicode, or nerd (for a font patched by Nerd Fonts). (default: unicode)"),
    .option(
      "text-size", \.textSize, "The reader's text size, for the scripts: xSmall to xxxLarge, accessibility1 to accessibility5."),
  ]
}
