import WidgetModel

/// The bar above a view: icon, name and age.
package struct CardTitle: Sendable {
  static let iconSide = 20.0
  private static let top = 14.0
  private static let gap = 8.0
  private static let smallestScale = 0.7

  package var frame: Frame
  package var icon: String?
  package var name: String
  package var nameFont: ResolvedFont
  package var age: CardContent.Age?
  package var ageFont: ResolvedFont
  package private(set) var iconFrame: Frame
  package private(set) var nameFrame: Frame
  package private(set) var ageFrame: Frame

  init(_ content: CardContent, width: Double, textSize: TextSize, measurer: any TextMeasurer) {
    nameFont = ResolvedFont(size: TextStyle.footnote.size(at: textSize), weight: .semibold)
    ageFont = ResolvedFont(size: TextStyle.caption.size(at: textSize))
    name = content.name
    icon = content.icon
    age = content.age

    let margin = min(CardLayout.margin, width / 8)
    let side = Self.iconSide
    let height = max(side, measurer.measure("x", font: nameFont).height)
    frame = Frame(x: 0, y: 0, width: width, height: Self.top + height + Self.gap)
    iconFrame = Frame(x: margin, y: Self.top + (height - side) / 2, width: side, height: side)
    let start = icon == nil ? margin : margin + side + 7
    var ageWidth = 0.0
    if let age { ageWidth = measurer.measure(age.text, font: ageFont).width }
    let space = max(0, width - margin - start)
    // The name matters more than the age.
    let nameWidth = measurer.measure(name, font: nameFont).width
    if age != nil, space - ageWidth - 8 < min(80, nameWidth) { age = nil }
    nameFrame = Frame(x: start, y: Self.top, width: space - (age == nil ? 0 : ageWidth + 8), height: height)
    // A title that's a little too long gets smaller instead of being cut.
    let scale = nameFrame.width / max(1, nameWidth) * 0.99
    if nameWidth > nameFrame.width, scale >= Self.smallestScale { nameFont.size *= scale }
    ageFrame = Frame(x: width - margin - ageWidth, y: Self.top, width: ageWidth + 1, height: height)
    if content.isRightToLeft {
      nameFrame.width = min(nameFrame.width, nameWidth + 1)
      iconFrame = iconFrame.mirrored(around: width)
      nameFrame = nameFrame.mirrored(around: width)
      ageFrame = ageFrame.mirrored(around: width)
    }
  }
}
