/// What the host tells a script about the moment and the surface: the `context` argument.
public struct WidgetContext: Sendable, Equatable {
  public var reason: UpdateReason
  /// Width is exact, height a maximum; points.
  public var size: Size
  public var displayMode: DisplayMode
  public var family: WidgetFamily
  public var colorScheme: ColorScheme
  public var textSize: TextSize
  /// As in BCP 47: `en-GB`.
  public var locale: String
  /// As in the tz database: `Europe/Berlin`.
  public var timeZone: String
  public var surface: Surface
  public var isVisible: Bool
  public var isPreview: Bool
  /// Seconds since 1970; nil before the first.
  public var lastUpdate: Double?

  public init(
    reason: UpdateReason, size: Size, displayMode: DisplayMode = .expanded, family: WidgetFamily = .medium,
    colorScheme: ColorScheme = .dark, textSize: TextSize = .large, locale: String = "en-US", timeZone: String = "UTC",
    surface: Surface = .terminal, isVisible: Bool = true, isPreview: Bool = false, lastUpdate: Double? = nil
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
    self.isVisible = isVisible
    self.isPreview = isPreview
    self.lastUpdate = lastUpdate
  }

  /// The table that the script sees, field names as in the Lua API.
  ///
  /// A field without a value is left out, because a nil cannot stand in a table.
  public var luaValue: LuaValue {
    var fields: [String: LuaValue] = [
      "reason": .string(reason.rawValue),
      "size": ["width": .number(size.width), "max_height": .number(size.height)],
      "display_mode": .string(displayMode.rawValue),
      "family": .string(family.rawValue),
      "color_scheme": .string(colorScheme.rawValue),
      "text_size": .string(textSize.rawValue),
      "locale": .string(locale),
      "time_zone": .string(timeZone),
      "surface": .string(surface.rawValue),
      "visible": .boolean(isVisible),
      "preview": .boolean(isPreview),
    ]
    if let lastUpdate { fields["last_update"] = .number(lastUpdate) }
    return .table(fields)
  }
}

/// iOS 10's two heights: compact is fixed (110 points), expanded is the widget's own up to the host's maximum.
public enum DisplayMode: String, Sendable, Codable, CaseIterable { case compact, expanded }

/// WidgetKit's shapes.
public enum WidgetFamily: String, Sendable, Codable, CaseIterable { case small, medium, large, inline }

/// What kind of screen the widget is on.
public enum Surface: String, Sendable, Codable, CaseIterable { case terminal, page, picture, bar }
