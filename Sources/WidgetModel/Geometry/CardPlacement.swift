/// Where a widget's card is on the desktop.
public struct CardPlacement: Sendable, Equatable, Hashable {
  /// The edges or corner of the monitor the position is measured from.
  public enum Anchor: String, Sendable, CaseIterable {
    case topLeft = "top_left"
    case top
    case topRight = "top_right"
    case left, center, right
    case bottomLeft = "bottom_left"
    case bottom
    case bottomRight = "bottom_right"
  }

  /// Distances from the anchored edges, in points. At any other edge they push the card away from the middle.
  public struct Margin: Sendable, Equatable, Hashable {
    public static let limits = -10_000...10_000
    public var horizontal: Int
    public var vertical: Int

    public init(horizontal: Int, vertical: Int) {
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// A monitor by its number, from 1, or by its name, such as `HDMI-1`.
  public enum Monitor: Sendable, Equatable, Hashable {
    /// The longest name, in bytes.
    public static let maximumName = 128
    case number(Int)
    case name(String)
  }

  /// nil is the top right corner.
  public var anchor: Anchor?
  /// nil places the card after the others at its anchor.
  public var margin: Margin?
  /// nil is the primary monitor.
  public var monitor: Monitor?

  public init(anchor: Anchor? = nil, margin: Margin? = nil, monitor: Monitor? = nil) {
    self.anchor = anchor
    self.margin = margin
    self.monitor = monitor
  }
}
