/// A rectangle in points, with the origin at the top left.
public struct Frame: Sendable, Equatable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
}

/// The size a parent proposes to a view, in points. nil asks for the ideal size.
struct Proposal: Hashable {
  var width: Double?
  var height: Double?

  /// Asks for the ideal size.
  static let ideal = Proposal(width: nil, height: nil)

  /// The space of a view that's drawn smaller.
  func divided(by scale: Double) -> Proposal {
    Proposal(width: width.map { $0 / scale }, height: height.map { $0 / scale })
  }
}
