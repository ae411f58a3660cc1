import WidgetHost
public import WidgetModel
public import WidgetRendering

/// How to draw a snapshot in a terminal.
public struct TerminalViewOptions: Sendable {
  public var environment: [String: String]
  public var capabilities: TerminalCapabilities
  /// A tz database name. The system's can change.
  public var timeZone: String { zone() }
  private let zone: @Sendable () -> String
  /// BCP 47.
  public var locale: String
  public var icons: IconStyle
  /// The user's choice; nil follows the background.
  public var appearance: ColorScheme?
  /// The terminal's background; nil if unknown, which is taken to be dark.
  public var background: ColorScheme?
  public var textSize: TextSize
  public var family: WidgetFamily?
  public var displayMode: DisplayMode
  public var isRedacted: Bool
  /// The view's greatest height in points; nil leaves it to the view.
  public var maximumHeight: Double?

  public init(
    environment: [String: String], capabilities: TerminalCapabilities,
    timeZone: @autoclosure @escaping @Sendable () -> String = "UTC", locale: String = "en-US",
    icons: IconStyle = .unicode, appearance: ColorScheme? = nil, textSize: TextSize = .large, family: WidgetFamily? = nil,
    displayMode: DisplayMode = .expanded, isRedacted: Bool = false, maximumHeight: Double? = nil
  ) {
    self.environment = environment
    self.capabilities = capabilities
    zone = timeZone
    self.locale = locale
    self.icons = icons
    self.appearance = appearance
    background = capabilities.background
    self.textSize = textSize
    self.family = family
    self.displayMode = displayMode
    self.isRedacted = isRedacted
    self.maximumHeight = maximumHeight
  }

  /// luawidget's words, in English on a terminal without the letters of another language.
  public var words: HostWords { capabilities.isUTF8 ? HostWords(locale: locale) : .english }

  public var colorScheme: ColorScheme { appearance ?? background ?? .dark }

  /// The options for a drawing at a moment.
  ///
  /// - Parameter isLive: Whether the terminal itself receives the drawing, so hyperlinks work.
  public func rendering(columns: Int, now: Double, isLive: Bool) -> RenderingOptions {
    RenderingOptions(
      colorDepth: ColorDepth(capabilities.color), encoding: capabilities.isUTF8 ? .utf8 : .ascii, icons: icons,
      colorScheme: colorScheme, textSize: textSize,
      clock: CalendarClock(now: now, locale: locale, timeZone: timeZone), columns: columns, isRedacted: isRedacted,
      hyperlinks: isLive && supportsHyperlinks, displayMode: displayMode, family: family)
  }

  /// The context for the script. The card's border takes two columns.
  public func context(_ reason: UpdateReason, columns: Int, lastUpdate: Double?) -> WidgetContext {
    let host = Size(width: Double(max(1, columns - 2) * 8), height: maximumHeight ?? 640)
    return WidgetContext(
      reason: reason, size: SurfaceSize.view(in: host, mode: displayMode, family: family, on: .terminal),
      displayMode: displayMode, family: family, colorScheme: colorScheme, textSize: textSize,
      locale: locale, timeZone: timeZone, surface: .terminal, lastUpdate: lastUpdate)
  }

  /// Whether the terminal is known to handle OSC 8. Others print it or ignore it.
  private var supportsHyperlinks: Bool {
    guard capabilities.movesCursor else { return false }
    if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }), vte >= 5000 { return true }
    if ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"].contains(environment["TERM_PROGRAM"] ?? "") { return true }
    return ["KITTY_WINDOW_ID", "WT_SESSION", "DOMTERM", "KONSOLE_VERSION"].contains { environment[$0] != nil }
  }
}

extension ColorDepth {
  public init(_ capability: ColorCapability) {
    self =
      switch capability {
      case .none: .none
      case .ansi16: .ansi16
      case .ansi256: .ansi256
      case .trueColor: .trueColor
      }
  }
}
