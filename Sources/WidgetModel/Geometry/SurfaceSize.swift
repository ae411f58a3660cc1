/// A widget's size on a surface, in points.
public enum SurfaceSize {
  /// The height of a compact widget, whatever height it prefers.
  public static let compactHeight = 110.0

  /// The outer size of a family; nil for `inline`, which is one line of any width.
  public static func size(of family: WidgetFamily) -> Size? {
    switch family {
    case .small: Size(width: 158, height: 158)
    case .medium: Size(width: 338, height: 158)
    case .large: Size(width: 338, height: 354)
    // Two large ones side by side.
    case .extraLarge: Size(width: 698, height: 354)
    case .inline: nil
    case .circular: Size(width: 76, height: 76)
    case .rectangular: Size(width: 172, height: 76)
    }
  }

  /// The space a widget may fill: the card of a family, the view in a panel.
  ///
  /// - Parameters:
  ///   - host: The width is exact. The height is a limit if it's positive and finite.
  ///   - family: nil means a panel: the host's width, and a height depending on the display mode.
  public static func available(in host: Size, mode: DisplayMode, family: WidgetFamily? = nil) -> Size {
    let limit = host.height.isFinite && host.height > 0 ? host.height : .infinity
    let width = host.width.isFinite ? max(0, host.width) : 0
    if let family, let size = size(of: family) { return Size(width: min(size.width, width), height: min(size.height, limit)) }
    if family == .inline { return Size(width: width, height: min(inlineHeight, limit)) }
    return Size(width: width, height: mode == .compact ? min(compactHeight, limit) : limit)
  }

  /// The height a card adds to its view, with the insets proposed by the host: title bar and insets, or the two border rows in a
  /// terminal. Accessory cards have no title bar.
  public static func cardHeight(on surface: Surface, of family: WidgetFamily? = nil) -> Double {
    switch surface {
    case .terminal: 32
    case .page, .image: family?.isAccessory == true ? 2 * accessoryInset : 58
    case .bar: 0
    }
  }

  /// The least distance between the view and the edges of an accessory's card.
  public static let accessoryInset = 8.0

  /// The space for a widget's view, as in `context.size`. The compact height is the view's. On a family's card it's the space
  /// inside the proposed insets, below a title bar; the worker adds what a script's own insets or a hidden header leave.
  public static func view(in host: Size, mode: DisplayMode, family: WidgetFamily? = nil, on surface: Surface) -> Size {
    var size = available(in: host, mode: mode, family: family)
    guard let family, self.size(of: family) != nil else { return size }
    if surface == .terminal {
      // Whole cells.
      size = Size(width: (size.width / 8).rounded() * 8, height: (size.height / 16).rounded() * 16)
    }
    size.height = max(0, size.height - cardHeight(on: surface, of: family))
    if surface != .bar { size.width = max(0, size.width - (family == .circular ? 2 * accessoryInset : sides)) }
    return size
  }

  /// The proposed insets on both sides; in a terminal with its border.
  private static let sides = EdgeInsets.single.left + EdgeInsets.single.right

  /// One line of body text.
  public static let inlineHeight = 20.0

  /// The height of an `inline` widget's card: one line of body text with padding.
  ///
  /// - Parameter bodySize: The size of body text in points.
  public static func inlineCardHeight(bodySize: Double) -> Double { (bodySize * 1.25 * 1.25 + 3).rounded(.up) }
}
