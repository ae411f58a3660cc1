import WidgetEngine
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetTerminal

/// What the arguments and the environment of `run` come to.
struct RunOptions {
  var configuration: WidgetConfiguration
  var watch: Bool
  /// nil: live on a terminal, text elsewhere.
  var format: OutputFormat?
  var output: String?
  var strict: Bool
  var quiet: Bool
  var verbose: Bool
  var fixedTime: Double?
  var environment: [String: String]
  var capabilities: TerminalCapabilities
  /// nil: the terminal's, or 80.
  var width: Int?
  /// Points; nil follows the columns.
  var size: SizeArgument?
  var appearance: ColorScheme?
  var textSize: TextSize
  var redact: Bool
  var family: WidgetFamily?
  var displayMode: DisplayMode
  var icons: IconStyle
  /// The host is one of those that begin compact and show more when asked.
  var startsCompact: Bool
  var scale: Double
  var fonts: FontsArgument
  var graphics: GraphicsPreference

  init(_ command: RunCommand) throws {
    environment = ProcessEnvironment.current
    capabilities = TerminalCapabilities(environment: environment)
    watch = command.watch
    format = command.format
    output = command.output
    strict = command.strict
    quiet = command.widget.quiet
    verbose = command.verbose
    if let width = command.width {
      guard (1...1000).contains(width) else { throw CommandFailure("--width takes 1 to 1000 columns, got \(width)") }
      self.width = width
    }
    if let size = command.size {
      guard let size = SizeArgument(size) else {
        throw CommandFailure("--size takes points such as 320 or 320x200, up to 10000, got \"\(terminalSafe(size))\"")
      }
      guard width == nil else { throw CommandFailure("give either --width or --size") }
      self.size = size
      width = min(1000, max(1, Int(size.width / 8)))
    }
    appearance = command.appearance?.scheme
    textSize = command.textSize?.size ?? .large
    redact = command.redact
    family = command.family
    displayMode = command.displayMode
    icons = try command.icons ?? UserConfiguration(environment: environment).icons
    startsCompact = displayMode == .compact && family == nil
    guard (0.25...8).contains(command.scale) else { throw CommandFailure("--scale takes 0.25 to 8, got \(command.scale)") }
    scale = command.scale
    fonts = command.fonts
    graphics = command.graphics
    if format == .ansi, !watch, [.kitty, .iterm2, .sixel].contains(graphics) {
      throw CommandFailure("--graphics \(graphics.rawValue) is for a live view; --format ansi has --graphics blocks")
    }
    if let format, format.isBinary, output == nil, Console.standardOutput.isTerminal {
      throw CommandFailure("--format \(format.rawValue) is not for a terminal: give --output FILE, or send it to another program")
    }
    if format?.picture != nil, command.width != nil {
      throw CommandFailure("a picture has no columns: give --size in points in place of --width")
    }
    fixedTime = try command.widget.fixedTime()
    configuration = try command.widget.configuration(environment)
    if watch, output != nil || (format != nil && format != .ansi) {
      throw CommandFailure(
        "--watch shows a live view on a terminal; it goes with neither --output nor another --format than ansi")
    }
    if watch, !Console.standardOutput.isTerminal {
      throw CommandFailure("--watch needs a terminal; standard output is not one")
    }
  }

  /// Whether the view is drawn on a terminal and kept up to date there.
  var isLive: Bool {
    output == nil && Console.standardOutput.isTerminal && (format == nil || (watch && format == .ansi))
  }

  var consolePrinter: ConsolePrinter { ConsolePrinter(quiet: quiet, verbose: verbose) }

  /// Whether the images of the view are drawn once.
  var needsPictures: Bool { format?.picture != nil || format == .html || (format == .ansi && graphics == .blocks) }

  var columns: Int { width ?? (Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: environment).columns : 80) }

  /// What is drawn on: points.
  var surfaceSize: Size {
    let width = format?.picture == nil ? Double(columns) * 8 : PictureDrawing.width
    let host = Size(width: size?.width ?? width, height: size?.height ?? .infinity)
    // Compact is a height of the view, whatever stands around it.
    return SurfaceSize.available(in: host, mode: .expanded, family: family)
  }

  func context(_ reason: UpdateReason, lastUpdate: Double?) -> WidgetContext {
    // A terminal's border stands beside the view.
    let surface: Surface = format == .html ? .page : format?.picture != nil ? .picture : .terminal
    let host = Size(
      width: surface != .terminal ? surfaceSize.width : Double(max(1, columns - 2) * 8), height: size?.height ?? 640)
    return WidgetContext(
      reason: reason, size: SurfaceSize.view(in: host, mode: displayMode, family: family, on: surface), displayMode: displayMode,
      family: family, colorScheme: appearance ?? (surface == .terminal ? .dark : .light), textSize: textSize,
      locale: configuration.locale,
      timeZone: configuration.timeZone, surface: surface, lastUpdate: lastUpdate)
  }
}
