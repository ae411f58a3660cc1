package import WidgetHost
package import WidgetModel
package import WidgetRendering
package import WidgetSurfaces

/// The arguments of `luawidget run`.
package struct RunArguments: CommandArguments {
  package var widget = WidgetArguments()
  package var isWatching = false
  package var isFollowing = false
  package var isBoard = false
  package var format: OutputFormat?
  package var output: String?
  package var width: Int?
  /// See ``SizeArgument``.
  package var size: String?
  package var rendering = RenderingArguments()
  package var graphics = GraphicsPreference.auto
  package var appearance: ColorScheme?
  package var icons: IconStyle?
  package var textSize: TextSize?
  package var family: WidgetFamily?
  package var displayMode = DisplayMode.expanded
  package var skipsSnapshots = false
  package var isStrict = false
  package var isVerbose = false

  package init() {}

  package static let name = "run"
  package static let abstract = "Show a widget."
  package static let discussion = """
    In a terminal you see the last snapshot first, then the new view. A pipe or a file gets the new view.

    Exit status: \(Exit.sentence)
    """

  package static let declarations: [ArgumentDeclaration<Self>] =
    WidgetArguments.declarations.map { $0.part(of: \.widget) } + viewDeclarations
    + RenderingArguments.declarations.map { $0.part(of: \.rendering) } + surfaceDeclarations + updateDeclarations

  private static let viewDeclarations: [ArgumentDeclaration<Self>] = [
    .flag(
      "watch", \.isWatching,
      """
      Keep running: reload when you save the file, update on schedule. Keys: r refreshes, Tab and the arrow keys select a control, \
      Enter presses it, Page Up, Page Down, Home and End scroll, m expands or collapses a compact widget, q quits. The mouse works too.
      """),
    .option(
      "format", \.format, "The format. (default: from the extension of --output, else a live view in a terminal, else text)",
      note: """
        json is the whole snapshot, for other programs. The formats of status bars (waybar, i3bar, swaybar, i3blocks, polybar, \
        lemonbar, genmon, xbar, swiftbar, argos, tmux; plain and plain-json, without markup, for any other) print the stored view if \
        no update is due, and succeed even if the update fails.
        """),
    .flag(
      "follow", \.isFollowing,
      "With a status bar's format: keep running, update on schedule, and print a line whenever the widget changes."),
    .flag(
      "board", \.isBoard,
      """
      Treat the argument as the name of a board, and show all its widgets in one line. Needs --follow and --format i3bar, \
      swaybar, lemonbar, tmux or plain.
      """),
    .option(
      "output", \.output, completion: .file, "Write to a file instead of standard output.",
      note: """
        The extension is .png, .svg, .pdf, .html, .md, .json, .txt or .ans. A failed run with no view to draw doesn't replace the file.
        """),
    .option("width", \.width, "Columns, at most: a family's card may be narrower. (default: your terminal's width)"),
    .option(
      "size", \.size, valueName: "WxH",
      "Points instead of columns: 320 or 320x200. PNG, SVG and PDF get exactly that height. (their default: 360)"),
  ]

  private static let surfaceDeclarations: [ArgumentDeclaration<Self>] = [
    .option(
      "graphics", \.graphics,
      """
      Images in a terminal: auto (the best protocol it supports), none (alternative text), kitty, iterm2, sixel, or blocks \
      (coloured characters; with --format ansi too).
      """),
    .option(
      "appearance", \.appearance,
      "light or dark. (default: dark in a terminal; a page follows its reader; PNG, SVG and PDF are light)"),
    .option("icons", \.icons, "Icons in a terminal: unicode, or nerd (for a font patched by Nerd Fonts). (default: unicode)"),
    .option(
      "text-size", \.textSize,
      "The reader's text size: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1 to accessibility5."),
    .option(
      "family", \.family, "Widget family: small, medium, large, extra_large, inline, circular or rectangular."),
    .option("display-mode", \.displayMode, "compact (110 points high) or expanded."),
  ]

  private static let updateDeclarations: [ArgumentDeclaration<Self>] = [
    .flag("no-snapshot", \.skipsSnapshots, "Don't show or store snapshots, as with --at and --replay."),
    .flag("strict", \.isStrict, "Exit with status 10 if there's no new data."),
    .flag(
      "verbose", short: "v", \.isVerbose, conflicts: ["quiet"], "Report what the update cost, and show debug lines."),
  ]

  package var problem: String? { widget.problem ?? barProblem }

  private static let boardProblem = "--board needs --follow and --format i3bar, swaybar, lemonbar, tmux or plain"

  private var barProblem: String? {
    guard let format, let writer = format.barWriter else {
      if isBoard { return Self.boardProblem }
      let bars = OutputFormat.allCases.filter(\.isForBar).map(\.rawValue)
      return isFollowing ? "--follow needs the --format of a status bar: \(bars.joined(separator: ", "))" : nil
    }
    if isBoard, !isFollowing || !writer.showsBoards { return Self.boardProblem }
    if isFollowing, !storesSnapshots { return "--follow excludes --no-snapshot, --at and --replay" }
    if isWatching { return "--format \(format.text) is for a status bar; use --follow instead of --watch" }
    let isSized = width != nil || size != nil || family != nil || displayMode != .expanded
    return output != nil || isSized
      ? "--format \(format.text) is for a status bar; it excludes --output, --width, --size, --family and --display-mode" : nil
  }

  /// - Throws: ``CommandFailure``.
  package func serviceOptions() throws -> ServiceOptions { try widget.serviceOptions(storesResponses: !skipsSnapshots) }

  /// Whether to show and store snapshots. A fixed time and recordings produce views that mustn't replace the real snapshot.
  package var storesSnapshots: Bool { !skipsSnapshots && widget.at == nil && widget.replay == nil }
}

/// The options shared by all commands that draw images.
package struct RenderingArguments: ArgumentGroup {
  /// nil is ``pixelsPerPoint``'s default.
  package var scale: Double?
  package var fonts = FontsArgument.user
  package var isRedacted = false

  package init() {}

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .option("scale", \.scale, "Pixels per point of a PNG, 0.25 to 8. (default: 2.0)"),
    .option(
      "fonts", \.fonts,
      "Fonts for PNG, SVG, PDF and the HTML of a family: own (only the packaged fonts, the same on every machine) or user (yours too)."
    ),
    .flag("redact", \.isRedacted, "Hide private content."),
  ]

  /// - Throws: ``CommandFailure``.
  package func checkScale() throws {
    guard (0.25...8).contains(pixelsPerPoint) else { throw CommandFailure("--scale takes 0.25 to 8, got \(pixelsPerPoint)") }
  }

  package var pixelsPerPoint: Double { scale ?? 2 }
}
