import WidgetModel
import WidgetRendering

/// The bar above a view: icon, name and age.
struct CardTitle {
  static let iconSide = 20.0
  private static let top = 14.0
  private static let gap = 8.0

  var frame: Frame
  var icon: String?
  var name: String
  var nameFont: ResolvedFont
  var age: CardContent.Age?
  var ageFont: ResolvedFont
  private(set) var iconFrame: Frame
  private(set) var nameFrame: Frame
  private(set) var ageFrame: Frame

  init(_ content: CardContent, width: Double, textSize: TextSize, shaper: TextShaper) {
    nameFont = ResolvedFont(size: TextStyle.footnote.size(at: textSize), weight: .semibold)
    ageFont = ResolvedFont(size: TextStyle.caption.size(at: textSize))
    name = content.name
    icon = content.icon
    age = content.age

    let margin = min(Card.margin, width / 8)
    let side = Self.iconSide
    let height = max(side, shaper.lineMetrics(nameFont).height)
    frame = Frame(x: 0, y: 0, width: width, height: Self.top + height + Self.gap)
    iconFrame = Frame(x: margin, y: Self.top + (height - side) / 2, width: side, height: side)
    let start = icon == nil ? margin : margin + side + 7
    var ageWidth = 0.0
    if let age { ageWidth = shaper.width(age.text, font: ageFont) }
    let space = max(0, width - margin - start)
    // The name matters more than the age.
    let nameWidth = shaper.width(name, font: nameFont)
    if age != nil, space - ageWidth - 8 < min(80, nameWidth) { age = nil }
    nameFrame = Frame(x: start, y: Self.top, width: space - (age == nil ? 0 : ageWidth + 8), height: height)
    ageFrame = Frame(x: width - margin - ageWidth, y: Self.top, width: ageWidth + 1, height: height)
    if content.isRightToLeft {
      nameFrame.width = min(nameFrame.width, nameWidth + 1)
      iconFrame = iconFrame.mirrored(around: width)
      nameFrame = nameFrame.mirrored(around: width)
      ageFrame = ageFrame.mirrored(around: width)
    }
  }
}
