public import WidgetModel
public import WidgetRendering

/// Everything a bar's text depends on besides the snapshots. Equal values give equal bytes.
public struct BarOptions: Sendable {
  public var clock: CalendarClock
  /// The bar's background.
  public var colorScheme: ColorScheme
  public var icons: IconStyle
  public var isRedacted: Bool
  /// Whether the data is older than twice the widget's interval.
  public var isStale: Bool
  /// The words of a command such as `luawidget tap disk`, followed by a ``TapTarget``; nil disables clicks.
  public var tapCommand: [String]?

  public init(
    clock: CalendarClock, colorScheme: ColorScheme = .dark, icons: IconStyle = .unicode, isRedacted: Bool = false,
    isStale: Bool = false, tapCommand: [String]? = nil
  ) {
    self.clock = clock
    self.colorScheme = colorScheme
    self.icons = icons
    self.isRedacted = isRedacted
    self.isStale = isStale
    self.tapCommand = tapCommand
  }

  var rendering: RenderingOptions {
    RenderingOptions(icons: icons, colorScheme: colorScheme, clock: clock, isStale: isStale, isRedacted: isRedacted)
  }

  /// nil is the bar's own colour.
  func rgb(_ color: Color?) -> UInt32? {
    guard let color, color != .named(.label), let shades = SystemPalette.fill(color) else { return nil }
    return colorScheme == .dark ? shades.dark : shades.light
  }

  func rgb(_ name: ColorName) -> UInt32? { rgb(.named(name)) }

  /// nil for an unknown icon.
  func symbol(_ icon: String) -> String? {
    let found = IconSet.icon(icon, style: icons)
    return found.symbol == IconSet.unknown.symbol ? nil : found.symbol
  }
}
