public import WidgetModel

/// A view with its place on the surface: all a painter needs.
public struct LaidOutView: Sendable, Equatable {
  /// As the script wrote it; inside what is redacted, without anything that says something. What it says is in ``lines``,
  /// ``symbol`` and ``chart``, made safe; never draw a string of the node itself.
  public var node: ViewNode
  /// Absolute, in points.
  public var frame: Frame
  /// The frame without its padding, and without its border where that takes room.
  public var contentFrame: Frame
  /// The font is the one to draw with: `min_scale` may have made it smaller.
  public var style: ResolvedStyle
  /// The text's lines with their absolute frames, from the top. A gauge's words and ends.
  public var lines: [LaidOutText]
  /// An icon or a spinner.
  public var symbol: LaidOutText?
  /// A toggle's box, a progress's or gauge's bar or ring, a picture.
  public var indicator: Frame?
  public var indicatorShape = IndicatorShape.bar
  public var chart: ChartLayout?
  /// Draw bars in place of what it shows: in the frames of its lines, its symbol and its indicator. It has no text.
  public var isRedacted = false
  /// A divider between the views of a row: it stands, however low the row is.
  public var isInRow = false
  public var children: [LaidOutView]
}

/// How a progress or a gauge is drawn in its ``LaidOutView/indicator``.
public enum IndicatorShape: Sendable, Equatable {
  case bar
  /// Filled clockwise from the top.
  case ring
  /// A ring of three quarters, open at the bottom, filled clockwise from the lower left.
  case arc
}

/// A line of text in its place.
public struct LaidOutText: Sendable, Equatable {
  public var text: String
  public var frame: Frame
  /// nil is the view's own.
  public var font: ResolvedFont?
  /// Drawn in the secondary colour: axes and ends.
  public var isSecondary: Bool

  public init(_ text: String, frame: Frame, font: ResolvedFont? = nil, isSecondary: Bool = false) {
    self.text = text
    self.frame = frame
    self.font = font
    self.isSecondary = isSecondary
  }

  func moved(_ x: Double, _ y: Double) -> LaidOutText {
    LaidOutText(text, frame: frame.moved(x, y), font: font, isSecondary: isSecondary)
  }
}
