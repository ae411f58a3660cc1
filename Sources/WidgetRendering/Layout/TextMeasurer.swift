public import WidgetModel

/// Measures a run of text. Terminals count cells, renderings ask the font.
public protocol TextMeasurer: Sendable {
  /// - Parameter text: One line, safe to draw.
  func measure(_ text: String, font: ResolvedFont) -> TextExtent

  /// The size of an icon or a spinner: of its shape where icons are shapes, otherwise of its character.
  func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent

  /// Whether a smaller font takes less space. Otherwise `min_scale` has no effect.
  var scalesText: Bool { get }
}

extension TextMeasurer {
  /// Measures a symbol as text.
  public func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent { measure(symbol, font: font) }
  public var scalesText: Bool { true }
}

/// The size of a line of text in points.
public struct TextExtent: Sendable, Equatable {
  public var width: Double
  public var height: Double
  /// From the top to the baseline.
  public var ascent: Double

  public init(width: Double, height: Double, ascent: Double) {
    self.width = width
    self.height = height
    self.ascent = ascent
  }
}

/// A font after inheritance and text size.
public struct ResolvedFont: Sendable, Equatable, Hashable {
  /// Points.
  public var size: Double
  public var weight: FontWeight
  public var italic: Bool
  public var design: FontDesign
  /// Digits of equal width.
  public var isTabular = false

  public init(size: Double = 17, weight: FontWeight = .regular, italic: Bool = false, design: FontDesign = .standard) {
    self.size = size
    self.weight = weight
    self.italic = italic
    self.design = design
  }
}

extension ResolvedFont {
  /// A text style or custom font at the user's text size. The sizes of the styles at `large` are those of Apple's Dynamic Type;
  /// other text sizes scale them as they scale `body`.
  init(_ font: Font?, weight: FontWeight?, italic: Bool, monospaced: Bool, textSize: TextSize) {
    var own = ResolvedFont()
    switch font {
    case .style(let style):
      own.size = style.size(at: textSize)
      own.weight = style == .headline ? .semibold : .regular
    case .custom(let size, let weight, let design, let style):
      let points = size.isFinite ? min(500, max(1, size)) : 17
      own.size = points * (style ?? TextStyle.nearest(to: points)).scale(at: textSize)
      own.weight = weight ?? .regular
      own.design = design ?? .standard
    case nil:
      own.size = TextStyle.body.size(at: textSize)
    }
    self = own
    self.weight = weight ?? own.weight
    self.italic = italic
    if monospaced { design = .monospaced }
  }
}
