import WidgetModel

/// A container's decision for a row, so that equal rows look alike.
struct RowForm: Hashable {
  /// Whether its views are below each other; nil leaves that to the row.
  var isColumn: Bool?
  /// Its scale; nil leaves that to the row.
  var scale: Double?
}

/// Rows and grids that are too wide get smaller as one: a label and its value have one scale, and so have the rows of a list.
extension LayoutElement {
  /// Whether it's a row or a grid that isn't beside anything else.
  func computeIsUnit() -> Bool {
    guard axis == .horizontal || axis == .grid, !isInRow, !isInScaled, !isInLayer, node.style.effects?.fit == nil,
      node.style.minScale == nil, node.style.width == nil, !(scalesGroups && groupScale != nil)
    else { return false }
    // A chart gives way to what's beside it.
    if scalesParts, hasChart { return false }
    return context.metrics.quantum == nil && context.measurer.scalesText
  }

  private var hasChart: Bool { legibleChartWidth != nil || children.contains(where: \.hasChart) }

  /// Its smallest scale; 1 if it keeps its size.
  private var leastUnitScale: Double { isUnit ? rowScale : 1 }

  /// The scale in a width; 1 if it's whole there, or if getting smaller doesn't help.
  func unitScale(_ width: Double?) -> Double {
    guard let width, case let least = leastUnitScale, least < 1 else { return 1 }
    if let scale = rowForm.scale { return scale }
    let scale = wholeScale(width) ?? scaleInPart
    return axis == .grid ? min(scale, largestRowScale) : scale
  }

  /// The largest scale at which it's whole in a width; nil if there's none.
  private func wholeScale(_ width: Double) -> Double? {
    if let known = knownScale, known.width == width { return known.scale }
    let proposal = Proposal(width: width, height: nil)
    var scale: Double? = 1
    let whole = computeMeasurement(proposal)
    if whole.isCut || isLastChance && wrapsShortTexts(whole) {
      var best = largest(from: leastUnitScale, proposal) { !$0.isCut && !(self.isLastChance && self.wrapsShortTexts($0)) }
      if best.inner.isCut || isLastChance && wrapsShortTexts(best.inner) {
        best = whole.isCut ? largest(from: leastUnitScale, proposal) { !$0.isCut } : (whole, 1)
      }
      scale = best.inner.isCut ? nil : best.scale
    }
    knownScale = (width, scale)
    return scale
  }

  /// Whether something would be left out or cut next.
  private var isLastChance: Bool { scalesGroups || scalesParts }

  /// The scale of what isn't whole at any scale. What's cut even with all the width it asks for doesn't get smaller.
  private var scaleInPart: Double { isLastChance && !computeMeasurement(.ideal).isCut ? rowScale : 1 }

  /// Whether a row or a grid has a few words on several lines, which make it higher.
  private func wrapsShortTexts(_ measurement: Measurement) -> Bool {
    guard axis == .horizontal || axis == .grid else { return false }
    return measurement.children.contains { child in
      child.element.axis == nil && child.measurement.lines.count > 1
        && child.element.text?.text.map { $0.utf8.count <= TextPlan.shortText && !$0.contains(where: \.isLineFeed) } ?? false
    }
  }

  /// Gives equal rows below each other one form and one scale.
  func arrangeEqualRows(_ views: [LayoutElement], _ proposal: Proposal) {
    guard axis == .vertical, !isInRow, let width = proposal.width else { return }
    let canStack = context.textSize.isAccessibility
    // What's decided depends only on the width.
    guard rowScale < 1 || canStack, arrangedWidth != width else { return }
    arrangedWidth = width
    let rows = views.filter { $0.axis == .horizontal && $0.isUnit }
    // Before anything is left out, the views of any row stay beside each other if they can.
    let isLast = scalesGroups && canStack
    guard rows.count > 1 || isLast && !rows.isEmpty else { return }
    for alike in Dictionary(grouping: rows, by: \.likeness).values where alike.count > 1 || isLast {
      var form = RowForm()
      func set(_ form: RowForm) { for row in alike { row.rowForm = form } }
      if canStack {
        form.isColumn = alike.contains { $0.wantsColumn(width) }
        // Smaller beside each other is more than some of them below each other.
        if form.isColumn == true, isLastChance {
          set(RowForm(isColumn: false))
          let isWhole = alike.allSatisfy { $0.wholeScale(width) != nil }
          // A row without others like it is a column only if there's the height.
          form.isColumn = isWhole ? false : alike.count > 1 && !scalesParts ? true : nil
        }
        set(form)
      }
      guard rowScale < 1 else { continue }
      let scales = alike.map { $0.wholeScale(width) }
      let scale = zip(alike, scales).map { $1 ?? $0.scaleInPart }.min() ?? 1
      form.scale = alike.count > 1 ? min(scale, largestRowScale) : scale
      set(form)
    }
  }

  /// The smallest scale of equal rows and of grids inside, as they were measured last.
  var leastUnitScaleInside: Double {
    guard isUnit else { return children.reduce(1) { min($0, $1.leastUnitScaleInside) } }
    return rowForm.scale ?? (axis == .grid ? knownScale?.scale ?? 1 : 1)
  }
}
