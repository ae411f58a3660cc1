public import WidgetModel

extension ViewNode {
  /// Seconds until a date in the view has another text; nil if none ever has.
  public func nextTextChange(_ clock: CalendarClock) -> Double? {
    var next: Double?
    if case .date(let moment, let style) = content { next = DateText.nextChange(moment, style: style, clock: clock) }
    for child in children { if let other = child.nextTextChange(clock) { next = min(next ?? other, other) } }
    return next
  }

  /// The texts of all dates in the view.
  public func dateTexts(_ clock: CalendarClock) -> [String] {
    var texts: [String] = []
    if case .date(let moment, let style) = content { texts.append(DateText.text(moment, style: style, clock: clock)) }
    for child in children { texts += child.dateTexts(clock) }
    return texts
  }
}
