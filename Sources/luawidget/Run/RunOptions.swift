import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetSurfaces

/// The checked arguments of `run`.
struct RunOptions {
  var configuration: WidgetConfiguration
  var view: TerminalViewOptions
  var isWatching: Bool
  /// nil means a live view in a terminal and text elsewhere.
  var format: OutputFormat?
  var output: String?
  var isStrict: Bool
  var isQuiet: Bool
  var console: ConsoleFormat
  /// nil uses the terminal's width, or 80.
  var width: Int?
  /// Points; nil follows the columns.
  var size: SizeArgument?
  /// Whether the view starts out compact, with Show More.
  var startsCompact: Bool
  var scale: Double
  var fonts: FontsArgument
  var graphics: GraphicsPreference

  /// - Parameter entry: The widget's board entry; the arguments win.
  /// - Throws: ``CommandFailure``.
  init(_ arguments: RunArguments, _ root: CompositionRoot, entry: BoardEntry? = nil) throws {
    let configuration = try arguments.widget.configuration(root, for: entry)
    self.configuration = configuration
    let family = arguments.family ?? entry?.family
    view = TerminalViewOptions(
      environment: root.environment, capabilities: TerminalCapabilities(environment: root.environment),
      timeZone: configuration.timeZone(now: root), locale: configuration.locale,
      icons: arguments.icons ?? root.configuration.icons,
      appearance: arguments.appearance, textSize: arguments.textSize ?? .large, family: family,
      displayMode: arguments.displayMode, isRedacted: arguments.rendering.isRedacted)
    isWatching = arguments.isWatching
    output = arguments.output == "-" ? nil : arguments.output
    if output?.isEmpty == true { throw CommandFailure("--output needs a file name") }
    format = try arguments.format ?? arguments.output.flatMap(OutputFormat.init(file:))
    isStrict = arguments.isStrict
    isQuiet = arguments.widget.isQuiet
    console = ConsoleFormat(isQuiet: arguments.widget.isQuiet, isVerbose: arguments.isVerbose)
    startsCompact = arguments.displayMode == .compact && family == nil
    scale = arguments.rendering.pixelsPerPoint
    fonts = arguments.rendering.fonts
    graphics = arguments.graphics
    width = arguments.width
    size = try arguments.size.map { text in
      guard let size = SizeArgument(text) else {
        throw CommandFailure("--size takes points such as 320 or 320x200, up to 10000, got \"\(terminalSafe(text))\"")
      }
      return size
    }
    if size != nil, let named = arguments.family, SurfaceSize.size(of: named) != nil {
      throw CommandFailure("--family \(named.rawValue) has its own size: give either --family or --size")
    }
    view.maximumHeight = size?.height
    try arguments.rendering.checkScale()
    if arguments.rendering.scale != nil, format?.needsPainter != true {
      throw CommandFailure("--scale is for images: give --format png, or leave it out")
    }
    try check()
    warnOfExtension(arguments.format)
    if let size { width = min(1000, max(1, Int(saturating: size.width / 8))) }
  }

  private func check() throws {
    try CommandFailure.check(width: width)
    guard width == nil || size == nil else { throw CommandFailure("give either --width or --size") }
    if format == .ansi, !isWatching, [.kitty, .iterm2, .sixel].contains(graphics) {
      throw CommandFailure("--graphics \(graphics.rawValue) is for a live view; --format ansi supports --graphics blocks")
    }
    if let format, format.isBinary, output == nil, Console.standardOutput.isTerminal {
      throw CommandFailure("--format \(format.rawValue) is not for a terminal: give --output FILE, or pipe it to another program")
    }
    if let format, format.needsPainter, width != nil {
      throw CommandFailure("--format \(format.rawValue) has no columns: give --size in points instead of --width")
    }
    guard isWatching else { return }
    if output != nil || (format != nil && format != .ansi) {
      throw CommandFailure("--watch shows a live view in a terminal; it excludes --output and every --format but ansi")
    }
    if !Console.standardOutput.isTerminal {
      throw CommandFailure("--watch needs a terminal, but standard output isn't one")
    }
  }

  /// Warns if the file's name promises another format than the one asked for.
  private func warnOfExtension(_ wanted: OutputFormat?) {
    guard !isQuiet, let wanted, let output, let suffix = OutputFormat.fileExtension(of: output),
      let named = OutputFormat(fileExtension: suffix), named != wanted
    else { return }
    Console.standardError.write(
      "warning: \(terminalSafe(output)) gets --format \(wanted.rawValue), although its name ends in .\(terminalSafe(String(suffix)))\n"
    )
  }

  /// Whether the view is drawn and updated in a terminal.
  ///
  /// A terminal that can't move its cursor would show the old view, the news that it's updating and the new view below each other.
  var isLive: Bool {
    output == nil && Console.standardOutput.isTerminal && (isWatching || view.capabilities.movesCursor)
      && (format == nil || (isWatching && format == .ansi))
  }

  /// Whether the output has no colours, not even those of an image.
  var hasNoColors: Bool {
    switch format {
    case nil: !isLive
    case .text, .markdown, .spoken: true
    default: false
    }
  }

  var live: LiveOptions {
    let words = view.words
    let ask: PermissionPrompt = { PermissionPrompter.ask($0, words) }
    return LiveOptions(
      view: view, isWatching: isWatching, width: width, startsCompact: startsCompact, graphics: graphics, console: console,
      askForPermissions: PermissionPrompter.isPossible ? ask : nil)
  }

  /// Whether the output contains the view's images.
  var needsImages: Bool { format?.needsPainter == true || format == .html || (format == .ansi && graphics == .blocks) }

  var columns: Int {
    width ?? (Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: view.environment).columns : unlimitedColumns)
  }

  /// The columns of a pipe or a file: 80, or those of a wider family.
  private var unlimitedColumns: Int { max(80, Int(saturating: (familyWidth / 8).rounded(.up))) }

  private var familyWidth: Double { view.family.flatMap(SurfaceSize.size(of:))?.width ?? 0 }

  /// The available size in points.
  var surfaceSize: Size {
    let width = format?.needsPainter == true ? max(PainterOutput.width, familyWidth) : Double(columns) * 8
    let host = Size(width: size?.width ?? width, height: size?.height ?? .infinity)
    // The compact height is that of the view inside the card.
    return SurfaceSize.available(in: host, mode: .expanded, family: view.family)
  }

  func context(_ reason: UpdateReason, lastUpdate: Double?) -> WidgetContext {
    let surface = format?.surface ?? .terminal
    var context = view.context(reason, columns: columns, lastUpdate: lastUpdate)
    guard surface != .terminal else { return context }
    let host = Size(width: surfaceSize.width, height: size?.height ?? 640)
    context.surface = surface
    context.size = SurfaceSize.view(in: host, mode: view.displayMode, family: view.family, on: surface)
    context.colorScheme = view.appearance ?? .light
    return context
  }
}

/// `--size`: a width in points and an optional maximum height.
struct SizeArgument: Equatable {
  var width: Double
  var height: Double?

  /// Parses `320` and `320x200`.
  ///
  /// - Returns: nil for anything else, and for sides outside 1...10,000.
  init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(sides.count) else { return nil }
    let numbers = sides.compactMap { side in side.utf8.allSatisfy { (48...57).contains($0) } ? Int(side) : nil }
    guard numbers.count == sides.count, numbers.allSatisfy((1...10_000).contains) else { return nil }
    width = Double(numbers[0])
    height = numbers.count > 1 ? Double(numbers[1]) : nil
  }
}
