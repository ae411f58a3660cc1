/// Why a format could not draw. Odd content is not an error: an unknown icon is a square, too long a text is cut.
public enum RenderingError: Error, Sendable, Equatable {
  /// A picture of this many pixels is more than a picture may have.
  case imageTooLarge(width: Int, height: Int)
}
