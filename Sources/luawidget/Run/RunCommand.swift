import ArgumentParser
import WidgetEngine
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// `luawidget run FILE`
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Show a widget.",
    discussion: """
      On a terminal: the last snapshot at once, then the new view. To a pipe or a file: the new view, once.

      Ends with 0 (new or no data), 1 (the update failed), 2 (wrong usage), 3 (the script did not load or raised), 4 (permission \
      denied), 5 (stopped by a limit), 6 (internal error); with --strict, 10 for no data.
      """)

  @OptionGroup var widget: WidgetArguments

  @Flag(
    help: "Keep running: reload when the file is saved, refresh when it is time. Keys: r refresh, Tab and Enter press, q quit.")
  var watch = false

  @Option(help: "text, ansi, html, markdown, spoken, json, png, svg or pdf. (default: a live view on a terminal, text elsewhere)")
  var format: OutputFormat?

  @Option(help: "Write to a file instead of standard output.", completion: .file())
  var output: String?

  @Option(help: "Columns, instead of the terminal's.")
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "Points, in place of columns: 320 or 320x200. A picture is exactly that high. (default of pictures: 360)", valueName: "WxH")
  )
  var size: String?

  @Option(help: "Pixels of a PNG for each point, 0.25 to 8.")
  var scale: Double = 2

  @Option(
    help: """
      Pictures in a terminal: auto (the best way that it answers to), none (their words), kitty, iterm2, sixel, or blocks (coloured \
      characters; with --format ansi too).
      """)
  var graphics: GraphicsPreference = .auto

  @Option(
    help: "Fonts of a picture: own (the program's, the same on every machine), or user (what those lack, from yours).")
  var fonts: FontsArgument = .user

  @Option(help: "light or dark. (default: the terminal's own; a page follows its reader; pictures are light)")
  var appearance: AppearanceArgument?

  @Option(help: "Icons in a terminal: unicode, or nerd (for a font patched by Nerd Fonts). (default: unicode)")
  var icons: IconStyle?

  @Option(
    help: "The reader's text size: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1 to accessibility5.")
  var textSize: TextSizeArgument?

  @Option(help: "A shape of its own: small, medium, large or inline.")
  var family: WidgetFamily?

  @Option(name: .customLong("display-mode"), help: "compact (110 points high) or expanded.")
  var displayMode: DisplayMode = .expanded

  @Flag(help: "Hide what the widget marked as private.")
  var redact = false

  @Flag(name: .customLong("no-snapshot"), help: "Neither show nor store snapshots.")
  var noSnapshot = false

  @Flag(help: "Exit with 10 when there was no new data.")
  var strict = false

  @Flag(name: .shortAndLong, help: "Also say what the widget cost, and show debug lines.")
  var verbose = false

  func run() async throws {
    let options = try RunOptions(self)
    let script = try widget.script()
    let services = try widget.services(options.environment, keepsResponses: !noSnapshot)
    let session = WidgetSession(
      script: script, services: services, configuration: options.configuration, storesSnapshots: !noSnapshot)
    if options.isLive {
      // Questions come before the terminal is the widget's, and only a script with permissions can raise any.
      if PermissionQuestion.isPossible, Self.mayAsk(script) { await session.settlePermissions() }
      var live = try LiveRun(session: session, script: script, options: options, clock: services.clock)
      throw try await live.run()
    }
    let exit = try await OneShotRun(session: session, script: script, options: options, clock: services.clock).run()
    await services.fetcher.settle()
    // Every commit is on the disk. Taking the stores and the worker apart first would cost as much as drawing the widget.
    withExtendedLifetime((services, session)) { Exit.now(exit) }
  }
}

extension RunCommand {
  /// Whether a script can ask for anything: reading its manifest first would cost every other one time.
  private static func mayAsk(_ script: WidgetScript) -> Bool {
    String(decoding: script.source, as: UTF8.self).contains("permissions")
  }
}
