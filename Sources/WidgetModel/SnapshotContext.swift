/// Everything in a ``WidgetContext`` that affects a script's view. Together with the instance it's the key of a stored snapshot.
///
/// The host program, the reason, the visibility and the preview flag don't count: programs showing a widget alike share its
/// snapshots.
public struct SnapshotContext: Sendable, Hashable {
  public var surface: Surface
  /// nil if the host asked for none.
  public var family: WidgetFamily?
  public var displayMode: DisplayMode
  public var colorScheme: ColorScheme
  public var textSize: TextSize
  /// BCP 47.
  public var locale: String
  /// A tz database name.
  public var timeZone: String
  /// The requested size in points.
  public var size: Size

  public init(
    surface: Surface = .terminal, family: WidgetFamily? = nil, displayMode: DisplayMode = .expanded,
    colorScheme: ColorScheme = .dark, textSize: TextSize = .large, locale: String = "en-US", timeZone: String = "UTC",
    size: Size = Size(width: 624, height: 640)
  ) {
    self.surface = surface
    self.family = family
    self.displayMode = displayMode
    self.colorScheme = colorScheme
    self.textSize = textSize
    self.locale = locale
    self.timeZone = timeZone
    self.size = size
  }

  public init(_ context: WidgetContext) {
    self.init(
      surface: context.surface, family: context.family, displayMode: context.displayMode, colorScheme: context.colorScheme,
      textSize: context.textSize, locale: context.locale, timeZone: context.timeZone, size: context.size)
  }
}

// MARK: Keys

extension SnapshotContext {
  /// Equal for contexts differing only in size. Lists the fields in the order of their declaration, separated by spaces.
  public var appearanceKey: String {
    var key = surface.rawValue
    for field in [family?.rawValue ?? "none", displayMode.rawValue, colorScheme.rawValue, textSize.rawValue, locale, timeZone] {
      key += " "
      key += Self.withoutSpaces(field)
    }
    return key
  }

  /// The context as text.
  public var key: String { "\(appearanceKey) \(size.width) \(size.height)" }

  /// Reads ``key``.
  ///
  /// - Returns: nil for any other text.
  public init?(key: String) {
    let fields = key.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 9, let surface = Surface(rawValue: fields[0]), let mode = DisplayMode(rawValue: fields[2]),
      let scheme = ColorScheme(rawValue: fields[3]), let textSize = TextSize(rawValue: fields[4]),
      let width = Double(fields[7]), let height = Double(fields[8])
    else { return nil }
    var family: WidgetFamily?
    if fields[1] != "none" {
      guard let named = WidgetFamily(rawValue: fields[1]) else { return nil }
      family = named
    }
    self.init(
      surface: surface, family: family, displayMode: mode, colorScheme: scheme, textSize: textSize, locale: fields[5],
      timeZone: fields[6], size: Size(width: width, height: height))
  }

  /// Locales and time zones come from the environment.
  private static func withoutSpaces(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: " ")) ? String(text.map { $0 == " " ? "_" : $0 }) : text
  }
}
