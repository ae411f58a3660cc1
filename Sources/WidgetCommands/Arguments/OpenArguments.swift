import WidgetRendering

/// The arguments of `luawidget open`: those of `run`, with a link replacing the file.
package struct OpenArguments: CommandArguments {
  package var url = ""
  /// A file or a widget's name.
  package var widget: String?
  package var run = RunArguments()

  package init() {}

  package static let name = "open"
  package static let abstract = "Open a link to a widget: myflight://LY315."
  package static let discussion = """
    Finds the widget declaring the scheme in url_schemes, calls its on_open(url), and shows its view. It searches every widget \
    you've run and those on your boards. The options and the exit status are those of run, without --watch.
    """

  package static let declarations: [ArgumentDeclaration<Self>] =
    [
      .positional("url", \.url, "A link with a scheme declared by a widget."),
      .option(
        "widget", \.widget, completion: .widget, "The widget, if you haven't run it yet or several declare the scheme."),
    ]
    + RunArguments.declarations.filter { $0.kind != .positional }.map { declaration in
      // `problem` explains why it's refused.
      (["watch", "follow", "board"].contains(declaration.name) ? declaration.hidden() : declaration).part(of: \.run)
    }

  package static var inheritedOptions: InheritedOptions {
    InheritedOptions(
      names: RunArguments.declarations.map(\.name),
      introduction: "Those of \\fBrun\\fR without \\fB\\-\\-watch\\fR and \\fB\\-\\-follow\\fR, and:\n")
  }

  package var problem: String? {
    if run.isWatching || run.isFollowing {
      return "open shows the widget once; it excludes \(run.isWatching ? "--watch" : "--follow")"
    }
    if run.format?.isForBar == true { return "open can't show the widget in a status bar; give another --format" }
    return run.problem
  }
}
