package import WidgetModel

/// The arguments of `luawidget tap`.
package struct TapArguments: CommandArguments {
  package var widget = WidgetArguments()
  package var target = ""
  package var appearance: ColorScheme?

  package init() {}

  package static let name = "tap"
  package static let abstract = "Press a control of a widget in a status bar."
  package static let discussion = """
    Name the control by an id written by run --format, by a gesture, or by the id set in the script. A gesture (click, \
    middle_click, right_click, scroll_up, scroll_down) presses the control with that id. If there's none, click presses the first \
    control, and middle_click and refresh update the widget.

    Exit status: as for run; 1 if the control isn't in the view.
    """

  package static let declarations: [ArgumentDeclaration<Self>] =
    WidgetArguments.declarations.map { $0.part(of: \.widget) } + [
      .positional("id", \.target, "An id from run --format, a gesture, or the id of a control."),
      .option("appearance", \.appearance, "The appearance given to run: light or dark. (default: dark)"),
    ]

  package static var inheritedOptions: InheritedOptions {
    InheritedOptions(
      names: WidgetArguments.declarations.map(\.name), introduction: "Those of \\fBrun\\fR about the widget, and:\n")
  }

  package var problem: String? { widget.problem }
}
