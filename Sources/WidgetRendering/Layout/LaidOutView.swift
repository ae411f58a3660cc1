public import WidgetModel

/// A view with its place on the surface: all a painter needs.
public struct LaidOutView: Sendable, Equatable {
  /// As the script wrote it. What it says is in ``lines`` and ``symbol``, made safe; never draw a string of the node itself.
  public var node: ViewNode
  /// Absolute, in points.
  public var frame: Frame
  /// The frame without its padding.
  public var contentFrame: Frame
  public var style: ResolvedStyle
  /// The text's lines with their absolute frames, from the top.
  public var lines: [LaidOutText]
  /// An icon or a spinner.
  public var symbol: LaidOutText?
  /// A toggle's box, a progress's bar or circle, a picture.
  public var indicator: Frame?
  public var children: [LaidOutView]
}

/// A line of text in its place.
public struct LaidOutText: Sendable, Equatable {
  public var text: String
  public var frame: Frame

  public init(_ text: String, frame: Frame) {
    self.text = text
    self.frame = frame
  }
}
