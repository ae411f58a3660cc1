public import WidgetModel

extension ViewNode {
  /// Seconds until a date in the view gets another text; nil if that never happens.
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

extension ViewEffects.Interval {
  /// Seconds until the next of several equal steps, at least one; nil at the end.
  func nextStep(at now: Double, steps: Double) -> Double? {
    guard now < to, to > from, (to - from).isFinite else { return nil }
    if now < from { return max(1, from - now) }
    return max(1, (to - from) / max(1, steps))
  }
}

extension ViewNode {
  /// The view with progress between two times at this moment's value.
  package func advanced(to now: Double) -> ViewNode {
    guard let interval = style.effects?.interval, case .progress(_, let shape) = content else { return self }
    var node = self
    node.content = .progress(interval.fraction(at: now), shape: shape)
    return node
  }
}
