/// A width and a height in points. In a preferred size, 0 means "the host decides".
public struct Size: Sendable, Equatable, Hashable, Codable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}
