public import WidgetModel

/// Measures a run of text. Terminals count cells, renderings ask the font.
public protocol TextMeasurer: Sendable {
  /// - Parameter text: One line, safe to draw.
  func measure(_ text: String, font: ResolvedFont) -> TextExtent

  /// The size of an icon or a spinner: its shape's where icons are shapes, otherwise its character's.
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
  /// The height of a line, in points. Apple's line spacing: 22 points for a font of 17, 16 for 12.
  package var lineHeight: Double { max(1, EstimatedMeasurer.lineHeight(size)) }

  /// A text style or custom font at the user's text size. The styles' sizes at `large` are Apple's Dynamic Type; other text sizes
  /// scale them along with `body`.
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

/// Measures in terminal cells of 8 by 16 points, whatever the font.
public struct CellMeasurer: TextMeasurer {
  public static let cell = Size(width: 8, height: 16)

  public var rule: WidthRule

  public var scalesText: Bool { false }

  public init(rule: WidthRule = .graphemeClusters) { self.rule = rule }

  public func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    TextExtent(width: Double(GraphemeWidth.cells(text, rule: rule)) * Self.cell.width, height: Self.cell.height, ascent: 12)
  }
}

/// Estimates the width of text a browser will draw, from average letter widths in a sans-serif font.
struct EstimatedMeasurer: TextMeasurer {
  /// Points, for a font of this size: as in the style sheet, and as images have it.
  static func lineHeight(_ size: Double) -> Double { (1.2 * size + 1.6).rounded() }

  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    let width = text.unicodeScalars.reduce(0) { $0 + Self.width($1) }
    return TextExtent(width: width * font.size, height: Self.lineHeight(font.size), ascent: font.size)
  }

  /// A fraction of the font size.
  private static func width(_ scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "\u{AD}": 0
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ": 0.28
    case "f", "r", "t", "(", ")", "[", "]", "/", "-", "1": 0.42
    case "m", "w", "M", "W", "@", "%": 0.9
    case "A"..."Z": 0.69
    default:
      scalar.value < 0x300 ? 0.57 : scalar.properties.generalCategory == .nonspacingMark ? 0 : scalar.value < 0x1100 ? 0.65 : 1
    }
  }
}
