/// How the outline of a shape is drawn. Fields that are nil are those of a plain line.
public struct StrokeStyle: Sendable, Equatable {
  /// Replaces the stroke's colour, which then is the nearest solid one.
  public var gradient: Gradient?
  /// Whether the gradient runs along the outline, clockwise from the top, instead of across the frame.
  public var isAngular: Bool?
  public var cap: LineCap?
  /// The lengths of the dashes and of the gaps between them, in points.
  public var dash: [Double]
  /// The part of the outline to draw, as fractions of its length.
  public var trim: Trim?

  public init() { dash = [] }

  /// Two fractions, 0 to 1.
  public struct Trim: Sendable, Equatable {
    public var from: Double
    public var to: Double

    public init(from: Double, to: Double) {
      self.from = from
      self.to = to
    }
  }

  /// The most dashes and gaps in a pattern.
  public static let longestDash = 8
}

/// The ends of a line.
public enum LineCap: String, Sendable, Equatable, CaseIterable, FieldValue { case butt, round, square }

extension StrokeStyle: FieldCoded {
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("gradient", &gradient)
    coder.code("angular", &isAngular)
    coder.code("cap", &cap)
    coder.code("dash", &dash.ifAny)
    coder.code("trim", &trim)
  }
}

extension StrokeStyle.Trim: FieldCoded {
  public init() { self.init(from: 0, to: 1) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("from", &from)
    coder.code("to", &to)
  }
}
