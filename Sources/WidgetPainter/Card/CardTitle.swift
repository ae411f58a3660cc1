import WidgetModel
import WidgetPainting
import WidgetRendering

/// The bar above a view: the widget's icon and name, and its age when that is worth knowing.
struct CardTitle {
  static let iconSide = 20.0
  private static let top = 14.0
  private static let gap = 8.0

  var frame: Frame
  var icon: String?
  var name: String
  var nameFont: ResolvedFont
  var age: String?
  var ageColor: ColorName
  var ageFont: ResolvedFont
  private(set) var iconFrame: Frame
  private(set) var nameFrame: Frame
  private(set) var ageFrame: Frame

  init(_ request: RenderingRequest, book: TextBook, clock: CalendarClock) {
    let snapshot = request.snapshot
    nameFont = ResolvedFont(size: TextStyle.footnote.size(at: request.textSize), weight: .semibold)
    ageFont = ResolvedFont(size: TextStyle.caption.size(at: request.textSize))
    name = terminalSafe(snapshot.widget.name, limit: 200)
    icon = snapshot.widget.icon.flatMap { $0.isEmpty ? nil : $0 }
    ageColor = snapshot.failure.map { FailureText.color($0.kind) } ?? (request.isStale ? .orange : .secondary)
    let showsAge =
      snapshot.view != nil && snapshot.updatedAt > 0 && (snapshot.failure != nil || request.isStale || request.showsAge)
    age = showsAge ? DateText.age(of: snapshot.updatedAt, clock: clock) : nil

    let margin = min(Card.margin, request.width / 8)
    let side = Self.iconSide
    let height = max(side, book.lineMetrics(nameFont).height)
    frame = Frame(x: 0, y: 0, width: request.width, height: Self.top + height + Self.gap)
    iconFrame = Frame(x: margin, y: Self.top + (height - side) / 2, width: side, height: side)
    let start = icon == nil ? margin : margin + side + 7
    var ageWidth = 0.0
    if let age { ageWidth = book.width(age, font: ageFont) }
    let room = max(0, request.width - margin - start)
    // A name of some length is worth more than an age.
    let nameWidth = book.width(name, font: nameFont)
    if age != nil, room - ageWidth - 8 < min(80, nameWidth) { age = nil }
    nameFrame = Frame(x: start, y: Self.top, width: room - (age == nil ? 0 : ageWidth + 8), height: height)
    ageFrame = Frame(x: request.width - margin - ageWidth, y: Self.top, width: ageWidth + 1, height: height)
  }
}
