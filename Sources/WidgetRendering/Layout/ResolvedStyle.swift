public import WidgetModel

/// What a view looks like after inheritance: font, weight, italics, colour and opacity pass down from containers; a field of the
/// view itself wins.
public struct ResolvedStyle: Sendable, Equatable {
  public var font: ResolvedFont
  /// nil is the surface's own: `label` for text, `accent` for controls.
  public var color: Color?
  /// 0...1, multiplied down.
  public var opacity: Double
  /// Keeps its room, draws nothing: its own or a container's `hidden`.
  public var isHidden: Bool

  // What the font is made from, so that a child can change one part of it.
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
      // A font says its weight; an inherited one is of the font before.
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

  /// What axes and ends are written in: small, in the design of the rest.
  func captionFont(textSize: TextSize) -> ResolvedFont {
    var caption = ResolvedFont(.style(.caption), weight: nil, italic: false, monospaced: false, textSize: textSize)
    caption.design = font.design
    return caption
  }

  /// A title that does not say its weight: where there is one size of letters only, it stands out by being bold.
  var isTitle: Bool {
    guard weight == nil else { return false }
    return switch fontName {
    case .style(let style): style.isTitle
    case .custom(let size, nil, _): size >= 20
    case .custom, nil: false
    }
  }
}
