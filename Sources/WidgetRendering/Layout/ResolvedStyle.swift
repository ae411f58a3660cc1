public import WidgetModel

/// A view's style after inheritance: font, weight, italics, colour and opacity come from containers unless the view has its own.
public struct ResolvedStyle: Sendable, Equatable {
  public var font: ResolvedFont
  /// nil uses the surface's own: `label` for text, `accent` for controls.
  public var color: Color?
  /// 0...1, multiplied with all containers' opacities.
  public var opacity: Double
  /// Whether it takes space but isn't drawn: the view or one of its containers is `hidden`.
  public var isHidden: Bool
  public var isRightToLeft: Bool

  /// Fields few views set; nil if no container has set any.
  private var rare: Indirect<RareStyle>?

  /// The colour of controls, links and indicators; nil is the accent colour.
  public var tint: Color? { rare?.value.tint }
  /// How a text's lines align with each other; nil is the text's own alignment.
  public var textAlign: TextAlignment? { rare?.value.textAlign }
  /// The space between a text's lines, in points.
  public var lineSpacing: Double { rare?.value.lineSpacing ?? 0 }
  /// The fonts of a text's spans; nil if they have none of their own.
  public var spanFonts: SpanFonts? { rare?.value.spanFonts }
  /// The colour of a control or an indicator whose view names none.
  public var accent: Color { rare?.value.tint ?? .named(.accent) }

  // The parts of the font, so a child can replace one of them.
  var fontName: Font?
  var weight: FontWeight?
  var italic: Bool
  var monospaced: Bool

  init(textSize: TextSize) {
    font = ResolvedFont(nil, weight: nil, italic: false, monospaced: false, textSize: textSize)
    opacity = 1
    isHidden = false
    isRightToLeft = false
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
    if let effects = style.effects { own.take(effects) }
    if let rare = own.rare { own.font.isTabular = rare.value.isTabular }
    own.color = style.color ?? own.color
    if let opacity = style.opacity, !opacity.isNaN { own.opacity *= min(1, max(0, opacity)) }
    if let direction = style.layoutDirection { own.isRightToLeft = direction == .rightToLeft }
    own.isHidden = own.isHidden || style.hidden == true
    return own
  }

  private mutating func take(_ effects: ViewEffects) {
    var style = rare?.value ?? RareStyle()
    style.isTabular = effects.isTabular ?? style.isTabular
    style.tint = effects.tint ?? style.tint
    style.textAlign = effects.textAlign ?? style.textAlign
    style.lineSpacing = effects.lineSpacing.map { SurfaceMetrics.sane($0) } ?? style.lineSpacing
    rare = style == RareStyle() ? nil : .value(style)
  }

  mutating func setSpanFonts(_ fonts: SpanFonts) {
    var style = rare?.value ?? RareStyle()
    style.spanFonts = fonts
    rare = .value(style)
  }

  /// The size of the font at the usual text size.
  var usualFontSize: Double {
    ResolvedFont(fontName, weight: nil, italic: false, monospaced: false, textSize: .large).size
  }

  /// The font of axes and gauge ends: small, in the same design.
  func captionFont(textSize: TextSize) -> ResolvedFont {
    var caption = ResolvedFont(.style(.caption), weight: nil, italic: false, monospaced: false, textSize: textSize)
    caption.design = font.design
    return caption
  }

  /// Whether it's a title without an explicit weight. Terminals, with letters of only one size, draw it bold.
  var isTitle: Bool {
    guard weight == nil else { return false }
    return switch fontName {
    case .style(let style): style.isTitle
    case .custom(let size, nil, _, _): size >= 20
    case .custom, nil: false
    }
  }
}

/// Inherited fields few views have.
private struct RareStyle: Sendable, Equatable {
  var isTabular = false
  var tint: Color?
  var textAlign: TextAlignment?
  var lineSpacing = 0.0
  var spanFonts: SpanFonts?
}

extension TextAlignment {
  /// The fraction of the free space before a line.
  var factor: Double {
    switch self {
    case .leading: 0
    case .center: 0.5
    case .trailing: 1
    }
  }
}
