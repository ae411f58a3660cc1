/// How large a widget is on a surface, in points.
public enum SurfaceSize {
  /// The height of a compact widget. Its own wishes do not count.
  public static let compactHeight = 110.0

  /// The outer size of a family; nil for `inline`, which is one line of whatever width there is.
  public static func size(of family: WidgetFamily) -> Size? {
    switch family {
    case .small: Size(width: 158, height: 158)
    case .medium: Size(width: 338, height: 158)
    case .large: Size(width: 338, height: 354)
    case .inline: nil
    }
  }

  /// The room that a widget may fill: the card of a family, the view of a panel.
  ///
  /// - Parameters:
  ///   - host: Width is exact; height is the most the host gives, and one that is not positive and finite is no limit.
  ///   - family: nil stands for a panel, where the width is the host's and the display mode decides the height.
  public static func available(in host: Size, mode: DisplayMode, family: WidgetFamily? = nil) -> Size {
    let most = host.height.isFinite && host.height > 0 ? host.height : .infinity
    let width = host.width.isFinite ? max(0, host.width) : 0
    if let family, let size = size(of: family) { return Size(width: min(size.width, width), height: min(size.height, most)) }
    if family == .inline { return Size(width: width, height: min(inlineHeight, most)) }
    return Size(width: width, height: mode == .compact ? min(compactHeight, most) : most)
  }

  /// What a card has above and below its view on a surface, with the insets that a host proposes: title bar and insets of a panel,
  /// the two rows of a terminal's border.
  public static func cardHeight(on surface: Surface) -> Double {
    switch surface {
    case .terminal: 32
    case .page, .picture: 58
    case .bar: 0
    }
  }

  /// The room for the view of a widget: what `context.size` says. Compact is a height of the view; a family's height is its card's.
  public static func view(in host: Size, mode: DisplayMode, family: WidgetFamily? = nil, on surface: Surface) -> Size {
    var room = available(in: host, mode: mode, family: family)
    if let family, size(of: family) != nil { room.height = max(0, room.height - cardHeight(on: surface)) }
    return room
  }

  /// One line of body text.
  public static let inlineHeight = 20.0

  /// The height of the card of an `inline` widget in a picture: one line of body text in the reader's size, with a little room.
  ///
  /// - Parameter bodySize: Points of body text.
  public static func inlineCardHeight(bodySize: Double) -> Double { (bodySize * 1.25 * 1.25 + 3).rounded(.up) }

  /// The size that a widget gets.
  ///
  /// - Parameters:
  ///   - preferred: As `preferred_size` asked; 0, or what is no length, lets the host decide.
  ///   - needed: The height that the layout of the view needs.
  public static func chosen(
    preferred: Size, needed: Double, in host: Size, mode: DisplayMode, family: WidgetFamily? = nil
  ) -> Size {
    let room = available(in: host, mode: mode, family: family)
    // A family and a compact widget have the size they have.
    if family != nil || mode == .compact { return room }
    func wanted(_ length: Double) -> Double? { length.isFinite && length > 0 ? length : nil }
    let width = min(room.width, wanted(preferred.width) ?? room.width)
    let height = wanted(preferred.height) ?? wanted(needed) ?? 0
    return Size(width: width, height: min(room.height, height))
  }
}
