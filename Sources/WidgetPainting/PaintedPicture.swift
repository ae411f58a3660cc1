/// What a painter drew.
public struct PaintedPicture: Sendable, Equatable {
  public var bytes: [UInt8]
  /// Points, or cells of a terminal's picture.
  public var width: Double
  public var height: Double
  /// Images of the view that are not shown, and why.
  public var notes: [Note]

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
