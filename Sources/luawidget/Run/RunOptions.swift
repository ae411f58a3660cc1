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
  var offline: Bool
  /// Not with `--no-snapshot`: then the network's answers stay in memory too.
  var keepsResponses: Bool
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

  init(_ command: RunCommand) throws {
    environment = ProcessEnvironment.current
    capabilities = TerminalCapabilities(environment: environment)
    watch = command.watch
    format = command.format
    output = command.output
    strict = command.strict
    quiet = command.quiet
    verbose = command.verbose
    offline = command.offline
    keepsResponses = !command.noSnapshot
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
    var locale = UserLocale(environment: environment)
    if let at = command.at {
      guard let time = TimeArgument.seconds(at) else {
        throw CommandFailure("--at takes a time such as 2026-11-21T12:00:00Z or seconds since 1970, got \"\(terminalSafe(at))\"")
      }
      fixedTime = time
    }
    let assignments = try command.settings.map { argument in
      guard let assignment = Assignment(argument: argument) else {
        throw CommandFailure("--set takes name=value, got \"\(terminalSafe(argument))\"")
      }
      return assignment
    }
    let given = try command.allow.map(PermissionArgument.permission)
    if fixedTime != nil, environment["TZ"] == nil { locale.timeZone = "UTC" }
    configuration = WidgetConfiguration(
      assignments: assignments, given: given, locale: locale.identifier, timeZone: locale.timeZone,
      seed: fixedTime == nil ? Int64.random(in: .min ... .max) : 1, fixedTime: fixedTime)
    var limits = try UserConfiguration(environment: environment).limits
    for argument in command.limits {
      do { try limits.apply(argument: argument) } catch { throw CommandFailure("--limit: \(terminalSafe(error.message))") }
    }
    configuration.budgets = configuration.budgets.set(to: limits)
    configuration.fetchLimit = limits.fetches ?? configuration.fetchLimit
    if PermissionQuestion.isPossible { configuration.askForPermissions = PermissionQuestion.ask }
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

  var columns: Int { width ?? (Console.standardOutput.isTerminal ? TerminalSize(of: 1, environment: environment).columns : 80) }

  func makeServices(_ onNotice: @escaping @Sendable (StoreNotice) -> Void) -> Services {
    let clock: any WidgetClock = fixedTime.map { FixedClock($0) } ?? SystemClock()
    return Services(
      environment: environment, network: offline ? OfflineFetcher() : NetworkFetcher(version: LuaWidget.version),
      keepsResponses: keepsResponses, clock: clock, onNotice)
  }

  /// What is drawn on: points.
  var surfaceSize: Size {
    let host = Size(width: size?.width ?? Double(columns) * 8, height: size?.height ?? .infinity)
    return SurfaceSize.available(in: host, mode: displayMode, family: family)
  }

  func context(_ reason: UpdateReason, lastUpdate: Double?) -> WidgetContext {
    // A terminal's border stands beside the view.
    let isPage = format == .html
    let host = Size(width: isPage ? surfaceSize.width : Double(max(1, columns - 2) * 8), height: size?.height ?? 640)
    return WidgetContext(
      reason: reason, size: SurfaceSize.available(in: host, mode: displayMode, family: family), displayMode: displayMode,
      family: family ?? .medium, colorScheme: appearance ?? .dark, textSize: textSize, locale: configuration.locale,
      timeZone: configuration.timeZone, surface: isPage ? .page : .terminal, lastUpdate: lastUpdate)
  }
}
