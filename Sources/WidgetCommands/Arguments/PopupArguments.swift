package import WidgetGraphics
package import WidgetModel

/// The arguments of `luawidget popup`.
package struct PopupArguments: CommandArguments {
  package var widget = WidgetArguments()
  package var place: PopupPlace?
  package var appearance: ColorScheme?
  package var textSize: TextSize?

  package init() {}

  package static let name = "popup"
  package static let abstract = "Show one widget as a card in front of all windows, beside the pointer."
  package static let discussion = """
    The card is in a frame with the widget's name. Escape and a click elsewhere close it. There's one popup at a time: a second one \
    replaces the first, or closes it if it's of the same widget. bar-config binds it to the click on a bar's item. You need an X server, \
    or a Wayland compositor with a layer shell. Linux only.

    Exit status: 0 (it was closed), 2 (usage error, or no usable display), 6 (internal error), and as for run.
    """

  /// A popup has no fixed time, so its `--at` is a place.
  private static let shared = WidgetArguments.declarations.filter { $0.name != "at" }

  package static let declarations: [ArgumentDeclaration<Self>] =
    shared.map { $0.part(of: \.widget) } + [
      .option(
        "at", \.place,
        """
        Where: pointer, top-left, top, top-right, left, center, right, bottom-left, bottom or bottom-right. On Wayland, where the pointer \
        can't be known, pointer is top-right. (default: pointer)
        """),
      .option("appearance", \.appearance, "light or dark. (default: the desktop's setting)"),
      .option(
        "text-size", \.textSize, "The reader's text size: xSmall to xxxLarge, accessibility1 to accessibility5. (default: large)"),
    ]

  package static var inheritedOptions: InheritedOptions {
    InheritedOptions(
      names: shared.map(\.name), introduction: "Those of \\fBrun\\fR about the widget, and:\n")
  }

  package var problem: String? { widget.problem }
}
