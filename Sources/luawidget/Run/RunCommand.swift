import ArgumentParser
import WidgetEngine
import WidgetHost
import WidgetModel
import WidgetPainting
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// `luawidget run FILE`
struct RunCommand: RootedCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Show a widget.",
    discussion: """
      In a terminal: first the last snapshot, then the new view. To a pipe or a file: the new view.

      Exit status: 0 (new or no data), 1 (the update failed), 2 (usage error), 3 (the script did not load or raised an error), \
      4 (permission denied), 5 (stopped by a limit), 6 (internal error); with --strict, 10 (no data); 129, 130 and 143 after SIGHUP, \
      SIGINT and SIGTERM.
      """)

  @OptionGroup var widget: WidgetArguments

  @Flag(
    help: """
      Keep running: reload when the file is saved, update on schedule. Keys: r refreshes, Tab and the arrow keys select \
      a control, Enter presses it, Page Up, Page Down, Home and End scroll, m expands or collapses a compact widget, q quits. The mouse \
      works too.
      """)
  var watch = false

  @Option(
    help: "The format. (default: from the extension of --output, else a live view in a terminal, else text)")
  var format: OutputFormat?

  @Option(help: "Write to a file instead of standard output.", completion: .file())
  var output: String?

  @Option(help: "Columns. (default: the width of the terminal)")
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "Points instead of columns: 320 or 320x200. PNG, SVG and PDF get exactly that height. (their default: 360)",
      valueName: "WxH")
  )
  var size: String?

  @Option(help: "Pixels per point of a PNG, 0.25 to 8.")
  var scale: Double = 2

  @Option(
    help: """
      Images in a terminal: auto (the best protocol that it supports), none (alternative text), kitty, iterm2, sixel, or blocks \
      (coloured characters; with --format ansi too).
      """)
  var graphics: GraphicsPreference = .auto

  @Option(
    help: "Fonts for PNG, SVG and PDF: own (only the packaged fonts, the same on every machine) or user (yours too).")
  var fonts: FontsArgument = .user

  @Option(help: "light or dark. (default: dark in a terminal; a page follows its reader; PNG, SVG and PDF are light)")
  var appearance: AppearanceArgument?

  @Option(help: "Icons in a terminal: unicode, or nerd (for a font patched by Nerd Fonts). (default: unicode)")
  var icons: IconStyle?

  @Option(
    help: "The reader's text size: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1 to accessibility5.")
  var textSize: TextSizeArgument?

  @Option(help: "Widget family: small, medium, large, extra_large, inline, circular or rectangular.")
  var family: WidgetFamily?

  @Option(name: .customLong("display-mode"), help: "compact (110 points high) or expanded.")
  var displayMode: DisplayMode = .expanded

  @Flag(help: "Hide private content.")
  var redact = false

  @Flag(name: .customLong("no-snapshot"), help: "Neither show nor store snapshots, as with --at and --replay.")
  var noSnapshot = false

  @Flag(help: "Exit with status 10 if there is no new data.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Report the cost of the update, and show debug lines.")
  var verbose = false

  func validate() throws {
    if verbose, widget.quiet { throw ValidationError("--verbose and --quiet cannot be combined") }
  }

  var serviceOptions: ServiceOptions { get throws { try widget.serviceOptions(storesResponses: !noSnapshot) } }
  var isQuiet: Bool { widget.quiet }

  /// A fixed time and recordings produce views that must not replace the real snapshot.
  private var storesSnapshots: Bool { !noSnapshot && widget.at == nil && widget.replay == nil }

  func run(in root: CompositionRoot) async throws { try await run(in: root, opening: nil) }

  /// - Parameter url: A link that is passed to the script instead of an update.
  func run(in root: CompositionRoot, opening url: String?) async throws {
    let options = try RunOptions(self, root)
    let script = try widget.script()
    let session = WidgetSession(
      script: script, services: root.services, configuration: options.configuration, storesSnapshots: storesSnapshots)
    if options.isLive, url == nil {
      // The user decides about permissions before the view takes the terminal.
      if PermissionPrompter.isPossible, Self.mayRequestPermissions(script) { await session.settlePermissions() }
      throw try await LiveRun(
        session: session, script: script, path: WidgetFile.path(widget.file), options: options, clock: root.clock
      ).run()
    }
    let exit = try await OneShotRun(session: session, script: script, options: options, clock: root.clock, url: url).run()
    await root.services.fetcher.settle()
    // All changes are committed. Closing the stores and the worker would take as long as drawing the widget.
    withExtendedLifetime((root, session)) { Exit.now(exit) }
  }

  /// Whether a script may contain a permission request. For any other script, reading the manifest first would waste time.
  private static func mayRequestPermissions(_ script: WidgetScript) -> Bool {
    String(decoding: script.source, as: UTF8.self).contains("permissions")
  }
}
