import WidgetGraphics
import WidgetModel

/// The texts of dates as a request has them.
struct RequestedDates: LocalDates {
  private struct Key: Hashable {
    var date: Double
    var style: DateStyle
  }

  private let texts: [Key: String]

  init(_ texts: [PaintClock.Text]) {
    self.texts = Dictionary(texts.map { (Key(date: $0.date, style: $0.style), $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  func text(_ moment: Double, style: DateStyle, now: Double) -> String? { texts[Key(date: moment, style: style)] }
}
