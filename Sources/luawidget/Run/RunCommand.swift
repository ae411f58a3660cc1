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

  @Argument(help: "A .lua file, or a folder with main.lua.", completion: .file(extensions: ["lua"]))
  var file: String

  @Flag(
    help: "Keep running: reload when the file is saved, refresh when it is time. Keys: r refresh, Tab and Enter press, q quit.")
  var watch = false

  @Option(help: "text, ansi, html, markdown, spoken or json. (default: a live view on a terminal, text elsewhere)")
  var format: OutputFormat?

  @Option(help: "Write to a file instead of standard output.", completion: .file())
  var output: String?

  @Option(help: "Columns, instead of the terminal's.")
  var width: Int?

  @Option(help: ArgumentHelp("Points, in place of columns: 320 or 320x200.", valueName: "WxH"))
  var size: String?

  @Option(help: "light or dark. (default: the terminal's own; a page follows its reader)")
  var appearance: AppearanceArgument?

  @Option(
    help: "The reader's text size: xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1 to accessibility5.")
  var textSize: TextSizeArgument?

  @Option(help: "A shape of its own: small, medium, large or inline.")
  var family: WidgetFamily?

  @Option(name: .customLong("display-mode"), help: "compact (110 points high) or expanded.")
  var displayMode: DisplayMode = .expanded

  @Flag(help: "Hide what the widget marked as private.")
  var redact = false

  @Option(name: .customLong("set"), help: ArgumentHelp("Give a setting a value; may be repeated.", valueName: "name=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Allow something, now and later: net=HOST[:PORT], device=disk, env=NAME, run=PROGRAM, group=NAME, open_url=SCHEME, notify, \
      private_net=ADDRESS:PORT; may be repeated.
      """, valueName: "permission"))
  var allow: [String] = []

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "Raise or lower a limit: memory=64MB (128MB at most), cpu=2s, time=60s, fetches=40; may be repeated.",
      valueName: "name=value")
  )
  var limits: [String] = []

  @Flag(name: .customLong("no-snapshot"), help: "Neither show nor store snapshots.")
  var noSnapshot = false

  @Option(
    help: ArgumentHelp("Fix the clock and the random seed: 2026-11-21T12:00:00Z, or seconds since 1970.", valueName: "time"))
  var at: String?

  @Flag(help: "No network: fetch answers with an error of kind \"offline\".")
  var offline = false

  @Flag(help: "Exit with 10 when there was no new data.")
  var strict = false

  @Flag(name: .shortAndLong, help: "No console lines and no error report; the exit status tells.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also say what the widget cost, and show debug lines.")
  var verbose = false

  func run() async throws {
    let options = try RunOptions(self)
    let script: WidgetScript
    do {
      script = try WidgetScript(path: file)
    } catch {
      if !quiet { Console.standardError.write("luawidget: " + FailureReport(failure: error).text) }
      throw Exit(error)
    }
    let services = options.makeServices { notice in
      if !options.quiet { Console.standardError.write("luawidget: \(terminalSafe(notice.description))\n") }
    }
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
