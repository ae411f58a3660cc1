import WidgetHost
package import WidgetModel

/// The arguments of `luawidget desktop`.
package struct DesktopArguments: CommandArguments {
  package var board = BoardLocation.defaultName
  package var appearance: ColorScheme?
  package var textSize: TextSize?
  package var upgradeAction = UpgradeAction.restart

  package init() {}

  package static let name = "desktop"
  package static let abstract = "Show a board of widgets as cards on the desktop."
  package static let discussion = """
    The cards are below all windows. Place one with luawidget board set ID --anchor top_left --margin 24. Click controls, turn the \
    wheel, and right-click for a card's menu. You need an X server, or a Wayland compositor with a layer shell. Linux only.

    Exit status: 0 (its windows were closed), 2 (usage error, or no usable display), 6 (internal error); 129, 130 and 143 after SIGHUP, \
    SIGINT and SIGTERM.
    """

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .option("board", \.board, valueName: "name", completion: .board, "The board."),
    .option("appearance", \.appearance, "light or dark. (default: the desktop's setting)"),
    .option(
      "text-size", \.textSize, "The reader's text size: xSmall to xxxLarge, accessibility1 to accessibility5. (default: large)"),
    .onUpgrade(\.upgradeAction, waiting: " once nobody uses the cards"),
  ]
}
