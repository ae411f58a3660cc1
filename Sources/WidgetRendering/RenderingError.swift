/// Why a format could not draw. Unusual content is not an error: an unknown icon is a square, a long text is truncated.
public enum RenderingError: Error, Sendable, Equatable {
  /// More pixels than a rendering may have.
  case imageTooLarge(width: Int, height: Int)
}
