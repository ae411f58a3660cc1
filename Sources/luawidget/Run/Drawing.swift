import WidgetFormats
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// How `run` draws a snapshot: the format, the terminal's abilities, the clock.
struct Drawing {
  var options: RunOptions
  var clock: any WidgetClock

  /// The snapshot in the chosen format.
  func bytes(_ snapshot: Snapshot, counters: Counters) throws -> [UInt8] {
    let format = (options.format ?? .text).renderer(appearance: options.appearance)
    counters.add(\.layouts)
    counters.add(\.draws)
    let columns = options.columns
    var rendering = rendering(columns: columns)
    // Asked for by name: colours even to a pipe, unless the user wants none anywhere.
    if options.format == .ansi, !Console.standardOutput.isTerminal || options.output != nil {
      rendering.colorDepth = options.environment["NO_COLOR"].map { !$0.isEmpty } == true ? .none : .trueColor
    }
    return try format.render(snapshot, in: options.surfaceSize, options: rendering)
  }

  /// Links that can be clicked: on a live terminal that is known to take them for what they are.
  private var hyperlinks: Bool {
    guard options.isLive, options.capabilities.movesCursor else { return false }
    let environment = options.environment
    if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }), vte >= 5000 { return true }
    if ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].contains(environment["TERM_PROGRAM"] ?? "") { return true }
    return ["KITTY_WINDOW_ID", "WT_SESSION", "DOMTERM", "KONSOLE_VERSION"].contains { environment[$0] != nil }
  }

  func rendering(columns: Int) -> RenderingOptions {
    let zone = TimeZoneData.named(options.configuration.timeZone)
    return RenderingOptions(
      colorDepth: ColorDepth(options.capabilities.color),
      encoding: options.capabilities.isUTF8 ? .utf8 : .ascii, colorScheme: options.appearance ?? .dark,
      textSize: options.textSize,
      clock: CalendarClock(now: clock.now(), utcOffset: { zone.utcOffset(at: $0) }),
      columns: columns, isRedacted: options.redact, hyperlinks: hyperlinks, displayMode: options.displayMode,
      family: options.family)
  }
}

extension ColorDepth {
  init(_ capability: ColorCapability) {
    self =
      switch capability {
      case .none: .none
      case .ansi16: .ansi16
      case .ansi256: .ansi256
      case .trueColor: .trueColor
      }
  }
}
