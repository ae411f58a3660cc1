/// A width and a height in points. In a preferred size, 0 means "the host decides".
public struct Size: Sendable, Equatable, Hashable {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  public static let zero = Size(width: 0, height: 0)
}

/// Distances from the four edges in points, in the order of `UIEdgeInsets`: top, left, bottom, right.
public struct EdgeInsets: Sendable, Equatable, Hashable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  public init(top: Double, left: Double, bottom: Double, right: Double) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  public init(all value: Double) { self.init(top: value, left: value, bottom: value, right: value) }

  public static let zero = EdgeInsets(all: 0)

  /// Proposed by a panel with many widgets: Apple's margins, with the widget's icon in the left column.
  public static let panel = EdgeInsets(top: 0, left: 47, bottom: 39, right: 0)

  /// Proposed by `run` and renderings: a single widget in its own frame.
  public static let single = EdgeInsets(top: 0, left: 16, bottom: 16, right: 16)
}

extension Size: FieldCoded {
  public init() { self = .zero }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("width", &width)
    coder.code("height", &height)
  }
}

extension EdgeInsets: FieldCoded {
  public init() { self = .zero }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("top", &top)
    coder.code("left", &left)
    coder.code("bottom", &bottom)
    coder.code("right", &right)
  }
}
