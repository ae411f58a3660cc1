/// The fields of any view. nil is the surface's default.
public struct ViewStyle: Sendable, Equatable, Codable {
  public var id: String?
  public var font: Font?
  public var weight: FontWeight?
  public var italic: Bool?
  public var monospaced: Bool?
  public var color: Color?
  public var background: Color?
  public var padding: EdgeInsets?
  public var width: Double?
  public var height: Double?
  public var minWidth: Double?
  public var maxWidth: Double?
  public var minHeight: Double?
  public var maxHeight: Double?
  /// Width divided by height.
  public var aspectRatio: Double?
  public var align: Alignment?
  public var spacing: Double?
  public var priority: Double?
  public var lineLimit: Int?
  public var truncation: Truncation?
  public var minScale: Double?
  public var opacity: Double?
  public var border: Color?
  public var cornerRadius: Double?
  /// Takes space but is not drawn.
  public var hidden: Bool?
  public var transition: Transition?
  /// Alternative text for screen readers and for formats without images.
  public var accessibility: String?

  public init() {}

  private enum CodingKeys: String, CodingKey {
    case id, font, weight, italic, monospaced, color, background, padding, width, height
    case minWidth = "min_width"
    case maxWidth = "max_width"
    case minHeight = "min_height"
    case maxHeight = "max_height"
    case aspectRatio = "aspect_ratio"
    case align, spacing, priority
    case lineLimit = "line_limit"
    case truncation
    case minScale = "min_scale"
    case opacity, border
    case cornerRadius = "corner_radius"
    case hidden, transition, accessibility
  }
}
