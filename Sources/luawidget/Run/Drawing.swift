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

  func rendering(columns: Int) -> RenderingOptions {
    let zone = TimeZoneData.named(options.configuration.timeZone)
    return RenderingOptions(
      colorDepth: ColorDepth(options.capabilities.color),
      encoding: options.capabilities.isUTF8 ? .utf8 : .ascii, colorScheme: options.appearance ?? .dark, textSize: options.textSize,
      clock: CalendarClock(now: clock.now(), utcOffset: { zone.utcOffset(at: $0) }),
      columns: columns, isRedacted: options.redact)
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
