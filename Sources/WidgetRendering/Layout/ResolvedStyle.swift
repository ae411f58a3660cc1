public import WidgetModel

/// The style of a view after inheritance: font, weight, italics, colour and opacity come from containers unless the
/// view has its own.
public struct ResolvedStyle: Sendable, Equatable {
  public var font: ResolvedFont
  /// nil uses the surface's own: `label` for text, `accent` for controls.
  public var color: Color?
  /// 0...1, multiplied with that of all containers.
  public var opacity: Double
  /// Takes space but is not drawn: the view or a container of it is `hidden`.
  public var isHidden: Bool

  // The parts of the font, so that a child can replace one of them.
  var fontName: Font?
  var weight: FontWeight?
  var italic: Bool
  var monospaced: Bool

  init(textSize: TextSize) {
    font = ResolvedFont(nil, weight: nil, italic: false, monospaced: false, textSize: textSize)
    opacity = 1
    isHidden = false
    italic = false
    monospaced = false
  }

  func inherited(by style: ViewStyle, textSize: TextSize) -> ResolvedStyle {
    var own = self
    if let font = style.font {
      own.fontName = font
      // A font has its own weight, which replaces an inherited one.
      own.weight = nil
    }
    own.weight = style.weight ?? own.weight
    own.italic = style.italic ?? own.italic
    own.monospaced = style.monospaced ?? own.monospaced
    own.font = ResolvedFont(
      own.fontName, weight: own.weight, italic: own.italic, monospaced: own.monospaced, textSize: textSize)
    own.color = style.color ?? own.color
    if let opacity = style.opacity, !opacity.isNaN { own.opacity *= min(1, max(0, opacity)) }
    own.isHidden = own.isHidden || style.hidden == true
    return own
  }

  /// The font of axes and of the ends of gauges: small, in the same design.
  func captionFont(textSize: TextSize) -> ResolvedFont {
    var caption = ResolvedFont(.style(.caption), weight: nil, italic: false, monospaced: false, textSize: textSize)
    caption.design = font.design
    return caption
  }

  /// A title without an explicit weight. Terminals, which have one size of letters, draw it bold.
  var isTitle: Bool {
    guard weight == nil else { return false }
    return switch fontName {
    case .style(let style): style.isTitle
    case .custom(let size, nil, _): size >= 20
    case .custom, nil: false
    }
  }
}
