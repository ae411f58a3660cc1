import WidgetModel
import WidgetSystem

/// Rows that mean nothing in part: a value without its label, or some of the buttons beside each other.
extension LayoutElement {
  func computeIsWholeRow() -> Bool {
    guard axis == .horizontal, context.metrics.quantum == nil, context.measurer.scalesText, node.style.effects?.fit == nil,
      node.style.minScale == nil
    else { return false }
    return hasControlsOnly || hasValue
  }

  /// Whether there are only buttons and switches inside.
  var hasControlsOnly: Bool {
    let views = views
    return views.count > 1 && views.allSatisfy { $0.axis == nil && $0.traits.contains(.control) }
  }

  /// The size of its largest text that doesn't only name what can be done, as that of a button or a field does; 0 without any.
  var textSizeOutsideControls: Double {
    if case .field = node.content { return 0 }
    guard axis != nil else { return traits.contains(.control) ? 0 : textSize }
    return style.isHidden ? 0 : children.reduce(0) { max($0, $1.textSizeOutsideControls) }
  }

  /// Whether it's a label and its value, perhaps with an icon.
  private var hasValue: Bool {
    let views = views
    guard views.count > 1, views.count <= Self.mostParts, views.allSatisfy({ $0.axis == nil }),
      views.allSatisfy({ $0.text != nil && !$0.traits.contains(.control) }),
      views.count(where: { $0.text?.text?.isEmpty == false }) > 1
    else { return false }
    return node.endsWithValue || views.contains(where: \.isFigure)
  }

  private var views: [LayoutElement] { present.filter { !$0.isSpacer && !$0.isDivider } }

  private static let mostParts = 4
  /// The least height of such a row, relative to that of its letters.
  static let lowestRow = 0.6

  /// Whether some of its views are left out, or titles of buttons are cut.
  func lacksViews(_ measurement: Measurement) -> Bool {
    let shown = measurement.children.filter { !$0.element.isSpacer && !$0.element.isDivider && !$0.measurement.showsNothing }
    if shown.count < views.count { return true }
    return hasControlsOnly
      && shown.contains { $0.measurement.lines.first.map { $0.text.contains(context.ellipsis) } ?? false }
  }

  /// The row with all its views, smaller; nil if that's too small.
  func wholeRow(_ proposal: Proposal) -> Measurement? {
    // The row itself is measured without being remembered, and nothing inside depends on it.
    staysRow = true
    defer { staysRow = false }
    for isGood in [{ !$0.isCut }, { !self.lacksViews($0) }] as [(Measurement) -> Bool] {
      let best = largest(from: Self.smallestPart, proposal, isGood)
      if isGood(best.inner) { return Measurement(best.inner, scale: best.scale, isCut: true) }
    }
    return nil
  }

  /// Its height beside each other, in a space too low for a column.
  func heightOfRow(in column: Measurement) -> Double {
    measure(Proposal(width: column.size.width, height: max(1, column.size.height - 1))).size.height
  }
}
