/// The content of a shape view, which fills its frame.
public enum Shape: Sendable, Equatable {
  /// In the middle of the frame, as large as fits.
  case circle
  case rectangle
  /// The ends of the longer side are half circles.
  case capsule
  /// SVG path data in a unit square, which is stretched to the frame.
  case path(String)

  /// The longest path, in elements.
  public static let maximumElements = 2000
  /// The side of a shape that nothing else gives a size, in points.
  public static let idealSide = 10.0
}
