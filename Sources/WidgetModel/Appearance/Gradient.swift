/// Colours changing into each other behind a view.
public struct Gradient: Sendable, Equatable {
  /// Where the last colour is.
  public enum Direction: String, Sendable, Equatable, CaseIterable, FieldValue {
    case down, right
    /// Towards the lower right corner.
    case diagonal
    /// From the centre outwards.
    case radial
  }

  /// The colours, evenly spaced; two or more.
  public var colors: [Color]
  public var direction: Direction

  public init(_ colors: [Color], direction: Direction = .down) {
    self.colors = colors
    self.direction = direction
  }

  /// The light and dark colour at a fraction of the way.
  public func color(at fraction: Double) -> Color {
    let shades = colors.compactMap { SystemPalette.fill($0) }
    guard let first = shades.first, let last = shades.last else { return .named(.clear) }
    let place = min(1, max(0, fraction)) * Double(shades.count - 1)
    let index = min(shades.count - 1, Int(saturating: place))
    let (one, other) = (shades[index], index + 1 < shades.count ? shades[index + 1] : last)
    guard shades.count > 1 else { return .pair(light: .rgb(first.light), dark: .rgb(first.dark)) }
    let share = 1 - (place - Double(index))
    return .pair(light: .rgb(Contrast.mix(one.light, other.light, share)), dark: .rgb(Contrast.mix(one.dark, other.dark, share)))
  }

  /// How far along the colours a place is.
  ///
  /// - Parameters:
  ///   - x, y: Fractions of the gradient's frame.
  ///   - aspect: The frame's width divided by its height.
  public func fraction(x: Double, y: Double, aspect: Double = 1) -> Double {
    switch direction {
    case .down: return y
    case .right: return x
    case .diagonal: return (x + y) / 2
    case .radial:
      // A circle as wide as the longer side.
      let (dx, dy) = ((x - 0.5) * min(1, aspect), (y - 0.5) / max(1, aspect))
      return 2 * (dx * dx + dy * dy).squareRoot()
    }
  }

  /// A single colour to use instead: the middle one.
  public var likeness: Color { color(at: 0.5) }
}

/// The background of a view.
public struct Background: Sendable, Equatable {
  /// The colour; for a gradient, the nearest solid one.
  public var color: Color
  public var gradient: Gradient?

  /// Whether the gradient of an outline runs along it.
  public var isAngular = false

  /// Shown over the colour, which replaces it where images can't be shown.
  public var image: ImageSource?
  /// How far the image is blurred, in points.
  public var blur: Double?

  public init(color: Color, gradient: Gradient?, image: ImageSource? = nil, blur: Double? = nil) {
    self.color = color
    self.gradient = gradient
    self.image = image
    self.blur = blur
  }

  /// Behind an image whose script gives no colour.
  public static let colorOfImage = Color.rgb(0x2C2C2E)

  /// The largest blur, in points.
  public static let largestBlur = 100.0
}

extension Gradient: FieldCoded {
  public init() { self.init([]) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("colors", &colors)
    coder.code("direction", &direction)
  }
}
