/// The output of a painter.
public struct Rendering: Sendable, Equatable {
  public var bytes: [UInt8]
  /// Points, or terminal cells for a ``TerminalImageRequest``.
  public var width: Double
  public var height: Double
  /// The images that were replaced by a placeholder, and why.
  public var notes: [Note]

  /// An image that is not shown, and why.
  public struct Note: Sendable, Equatable, Codable {
    public var src: String
    public var problem: ImageProblem

    public init(src: String, problem: ImageProblem) {
      self.src = src
      self.problem = problem
    }
  }

  public init(bytes: [UInt8], width: Double, height: Double, notes: [Note] = []) {
    self.bytes = bytes
    self.width = width
    self.height = height
    self.notes = notes
  }
}
