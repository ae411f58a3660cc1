public import WidgetModel

/// Says how much room a run of text takes. Terminals count cells, pictures ask the font.
public protocol TextMeasurer: Sendable {
  /// - Parameter text: One line: no line feeds, already safe to draw.
  func measure(_ text: String, font: ResolvedFont) -> TextExtent
}

/// The room of a line of text, in points.
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

/// A font after inheritance and text size: what a measurer and a painter need to choose a face.
public struct ResolvedFont: Sendable, Equatable, Hashable {
  /// Points.
  public var size: Double
  public var weight: FontWeight
  public var italic: Bool
  public var design: FontDesign

  public init(size: Double = 17, weight: FontWeight = .regular, italic: Bool = false, design: FontDesign = .standard) {
    self.size = size
    self.weight = weight
    self.italic = italic
    self.design = design
  }
}

extension ResolvedFont {
  /// A text style or custom font at the reader's text size. The sizes of the styles at `large` are those of Apple's Dynamic Type;
  /// other text sizes scale them as they scale `body`.
  init(_ font: Font?, weight: FontWeight?, italic: Bool, monospaced: Bool, textSize: TextSize) {
    var own = ResolvedFont()
    switch font {
    case .style(let style):
      own.size = max(11, style.size * textSize.scale)
      own.weight = style == .headline ? .semibold : .regular
    case .custom(let size, let weight, let design):
      own.size = size.isFinite ? min(500, max(1, size)) : 17
      own.weight = weight ?? .regular
      own.design = design ?? .standard
    case nil:
      own.size = 17 * textSize.scale
    }
    self = own
    self.weight = weight ?? own.weight
    self.italic = italic
    if monospaced { design = .monospaced }
  }
}

extension TextStyle {
  fileprivate var size: Double {
    switch self {
    case .largeTitle: 34
    case .title: 28
    case .title2: 22
    case .title3: 20
    case .headline, .body: 17
    case .callout: 16
    case .subheadline: 15
    case .footnote: 13
    case .caption: 12
    case .caption2: 11
    }
  }
}

extension TextSize {
  fileprivate var scale: Double {
    let body: Double =
      switch self {
      case .xSmall: 14
      case .small: 15
      case .medium: 16
      case .large: 17
      case .xLarge: 19
      case .xxLarge: 21
      case .xxxLarge: 23
      case .accessibility1: 28
      case .accessibility2: 33
      case .accessibility3: 40
      case .accessibility4: 47
      case .accessibility5: 53
      }
    return body / 17
  }
}
