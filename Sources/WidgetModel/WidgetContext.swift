/// Describes an update and its surface to a script: the `context` argument.
public struct WidgetContext: Sendable, Equatable {
  public var reason: UpdateReason
  /// Width is exact, height a maximum; points.
  public var size: Size
  public var displayMode: DisplayMode
  /// nil if the host asked for none.
  public var family: WidgetFamily?
  public var colorScheme: ColorScheme
  public var textSize: TextSize
  /// A BCP 47 tag: `en-GB`.
  public var locale: String
  /// A name from the tz database: `Europe/Berlin`.
  public var timeZone: String
  public var surface: Surface
  public var host: HostProgram
  public var isVisible: Bool
  public var isPreview: Bool
  /// Seconds since 1970; nil before the first update.
  public var lastUpdate: Double?

  public init(
    reason: UpdateReason, size: Size, displayMode: DisplayMode = .expanded, family: WidgetFamily? = nil,
    colorScheme: ColorScheme = .dark, textSize: TextSize = .large, locale: String = "en-US", timeZone: String = "UTC",
    surface: Surface = .terminal, host: HostProgram = .run, isVisible: Bool = true, isPreview: Bool = false,
    lastUpdate: Double? = nil
  ) {
    self.reason = reason
    self.size = size
    self.displayMode = displayMode
    self.family = family
    self.colorScheme = colorScheme
    self.textSize = textSize
    self.locale = locale
    self.timeZone = timeZone
    self.surface = surface
    self.host = host
    self.isVisible = isVisible
    self.isPreview = isPreview
    self.lastUpdate = lastUpdate
  }
}

/// iOS 10's two heights: compact is fixed (110 points), expanded is the widget's own up to the host's maximum.
public enum DisplayMode: String, Sendable, FieldValue, CaseIterable { case compact, expanded }

/// WidgetKit's shapes.
public enum WidgetFamily: String, Sendable, FieldValue, CaseIterable {
  case small, medium, large
  case extraLarge = "extra_large"
  /// One line of any width, as in a status bar.
  case inline
  /// Shapes known from lock screens and watches.
  case circular, rectangular

  /// Whether the card has room for only one thing: no title, and a failure replaces the view.
  public var isAccessory: Bool {
    switch self {
    case .small, .medium, .large, .extraLarge: false
    case .inline, .circular, .rectangular: true
    }
  }
}

/// Where the view is shown.
public enum Surface: String, Sendable, FieldValue, CaseIterable { case terminal, page, image = "picture", bar }

/// The program keeping the widget on a surface.
public enum HostProgram: String, Sendable, FieldValue, CaseIterable { case run, today, serve, desktop, bar, update, test }
