import WidgetModel

/// The views a stack shows when there isn't enough space for all, and their spacing.
struct StackPlan {
  var views: [LayoutElement]
  var gaps: [Double]
  /// The proposal for each view, if already decided; nil leaves it to ``SpaceDistribution``.
  var offers: [Double]?
  /// The height at which each view is still whole, if there's the space for all of them.
  var wholeHeights: [Double]?
}

extension LayoutElement {
  /// The spacing left under compression.
  func minimumGap(_ gap: Double, _ axis: Axis) -> Double {
    let metrics = context.metrics
    return axis == .horizontal
      ? metrics.floorWidth(min(gap, max(min(gap / 2, metrics.horizontalSpacing), metrics.leastSpacing)))
      : isTight ? gap : metrics.floorHeight(min(gap / 2, 2 * metrics.verticalSpacing))
  }

  func minimumGaps(_ axis: Axis) -> [Double] { gaps.map { minimumGap($0, axis) } }

  /// Compresses spacers and flexible views first, then spacing. After that, views are omitted together with their spacing, from
  /// the end and by priority. The last remaining view may be clipped.
  func columnPlan(of present: [LayoutElement], in proposal: Proposal) -> StackPlan {
    let wanted = gaps(between: present, .vertical)
    guard let space = proposal.height else { return StackPlan(views: present, gaps: wanted) }
    if wanted.contains(where: { $0 > 0 }) {
      let held = present.reduce(0) { $0 + ($1.isSpacer ? 0 : $1.heldHeight(width: proposal.width)) }
      if let gaps = yielding(wanted, .vertical, to: held, in: space) { return StackPlan(views: present, gaps: gaps) }
    }
    let minimum = present.reduce(0) { $0 + ($1.isSpacer ? 0 : $1.minimum.height) }
    let least = wanted.map { minimumGap($0, .vertical) }
    if minimum + least.reduce(0, +) <= space + 0.001 {
      let heights = present.map { $0.isSpacer ? 0 : $0.leastWholeHeight(width: proposal.width) }
      let areWhole = heights.reduce(least.reduce(0, +), +) <= space + 0.001
      return StackPlan(views: present, gaps: least, wholeHeights: areWhole ? heights : nil)
    }

    let gap = minimumGap(wanted.max() ?? 0, .vertical)
    var offers = [Double?](repeating: nil, count: present.count)
    var remaining = space
    // Spacing separates views between the same spacers.
    var segment = 0
    let segments = present.map { child in
      if child.isSpacer { segment += 1 }
      return segment
    }
    var begun: Set<Int> = []
    for index in byRank(present) {
      let child = present[index]
      let isFirst = begun.isEmpty
      let distance = begun.contains(segments[index]) ? gap : 0
      let minimum = child.minimum.height
      guard isFirst || remaining - distance >= minimum - 0.001 else { break }
      let ideal =
        child.expandsVertically ? minimum : child.measure(Proposal(width: proposal.width, height: nil)).size.height
      let height = min(max(minimum, ideal), max(0, remaining - distance))
      offers[index] = height
      begun.insert(segments[index])
      remaining -= distance + height
      if height < ideal { break }
    }
    let kept = present.indices.filter { offers[$0] != nil || present[$0].isSpacer }
    let views = kept.map { present[$0] }
    let heights = kept.map { offers[$0] ?? 0 }
    let gaps = yielding(self.gaps(between: views, .vertical), .vertical, to: heights.reduce(0, +), in: space)
    return spread(
      StackPlan(
        views: views, gaps: gaps ?? self.gaps(between: views, .vertical).map { minimumGap($0, .vertical) }, offers: heights),
      in: space)
  }

  /// Gives the remaining space, too little for the next view, to expanding views, or else to spacers.
  private func spread(_ plan: StackPlan, in space: Double) -> StackPlan {
    var plan = plan
    guard var offers = plan.offers else { return plan }
    var remaining = max(0, space - plan.gaps.reduce(0, +) - offers.reduce(0, +))
    let expanding = plan.views.indices.filter { plan.views[$0].expandsVertically && !plan.views[$0].isSpacer }
    for (served, index) in expanding.enumerated() {
      let extra = context.metrics.floorHeight(remaining / Double(expanding.count - served))
      offers[index] += extra
      remaining -= extra
    }
    let spacers = plan.views.indices.filter { plan.views[$0].isSpacer }
    for (served, index) in spacers.enumerated() {
      offers[index] = context.metrics.floorHeight(remaining / Double(spacers.count - served))
      remaining -= offers[index]
    }
    plan.offers = offers
    return plan
  }

  /// The spacing, as wide as the space allows; nil if not even the minimums fit.
  func yielding(_ gaps: [Double], _ axis: Axis, to minimum: Double, in space: Double) -> [Double]? {
    let free = space - minimum + 0.001
    let total = gaps.reduce(0, +)
    if total <= free { return gaps }
    let minimums = gaps.map { minimumGap($0, axis) }
    let smallest = minimums.reduce(0, +)
    guard smallest <= free else { return nil }
    let part = max(0, free - 0.001 - smallest) / (total - smallest)
    let metrics = context.metrics
    return zip(gaps, minimums).map { gap, minimum in
      let extra = (gap - minimum) * part
      return minimum + (axis == .horizontal ? metrics.floorWidth(extra) : metrics.floorHeight(extra))
    }
  }

  /// The height it keeps while the spacing around it shrinks.
  func heldHeight(width: Double?) -> Double {
    expandsVertically ? minimum.height : measure(Proposal(width: width, height: nil)).size.height
  }

  /// The height with everything in it, and as little space between that as there may be.
  private func leastWholeHeight(width: Double?) -> Double {
    guard axis == .vertical || axis == .horizontal || axis == .grid else {
      return isShrinkingIcon ? minimum.height : heldHeight(width: width)
    }
    let whole = fitNode(measure(Proposal(width: width, height: nil)))
    return max(minimum.height, whole.height(showing: .max) ?? whole.height)
  }

  /// The views that aren't spacers; those that stay longest come first.
  private func byRank(_ views: [LayoutElement]) -> [Int] {
    let ranks = views.indices.map { views[$0].rank(at: $0) }
    return views.indices.filter { !views[$0].isSpacer }.sorted { ranks[$0] < ranks[$1] }
  }

  /// The views a row shows, and their minimum widths.
  ///
  /// Words stay whole if possible: fixed widths are compressed before words are broken, and no more than necessary. If not every
  /// view has space for something readable, views are omitted by rank.
  func rowPlan(in proposal: Proposal) -> (plan: StackPlan, minimums: [Double], clamped: [Double?]) {
    let wanted = gaps
    let space = proposal.width
    if context.reusesMeasurements, let space, fitsIdealWidths(space, height: proposal.height) {
      // The minimums, which take longer to find, wouldn't change anything.
      return (
        StackPlan(views: present, gaps: wanted), present.map { $0.isSpacer ? $0.minimum.width : 0 },
        [Double?](repeating: nil, count: present.count)
      )
    }
    func widths(_ width: (LayoutElement) -> Double) -> [Double] { present.map { $0.isSpacer ? $0.minimum.width : width($0) } }
    // Texts on both sides of a spacer don't touch.
    let leastSpacers = present.indices.dropFirst().dropLast().reduce(0) {
      $0 + (present[$1].isSpacer ? min(present[$1].minimum.width, context.metrics.leastSpacing) : 0)
    }
    func needed(_ widths: [Double]) -> Double {
      zip(present, widths).reduce(leastSpacers) { $0 + ($1.0.isSpacer ? 0 : $1.1) }
    }
    let nothing = [Double?](repeating: nil, count: present.count)
    let comfortable = widths(\.preferredMinimumWidth)
    guard let space else { return (StackPlan(views: present, gaps: wanted), widths(\.minimum.width), nothing) }
    let legible = widths { max($0.minimum.width, $0.legibleWidth) }
    if needed(comfortable) + wanted.reduce(0, +) > space, let titles = plannedTitles(wanted, leastSpacers, space) {
      return (StackPlan(views: present, gaps: titles.gaps), titles.widths.minimums, titles.widths.clamped)
    }
    for minimums in [comfortable, legible] where needed(minimums) + wanted.reduce(0, +) <= space {
      // A fixed width doesn't break the words next to it.
      if minimums == comfortable || !present.contains(where: \.hasFixedWidth) {
        return (StackPlan(views: present, gaps: wanted), minimums, nothing)
      }
    }
    let full = widths(\.minimum.width)
    var minimums = widths(\.compressedPreferredMinimumWidth)
    if let gaps = yielding(wanted, .horizontal, to: needed(minimums), in: space) {
      // Views with a fixed width get what the others leave of it.
      let spare = max(0, space - gaps.reduce(0, +) - needed(minimums))
      let asked = present.indices.filter { present[$0].hasFixedWidth && full[$0] > minimums[$0] }
      let wish = asked.reduce(0) { $0 + full[$1] - minimums[$1] }
      let part = wish > 0 ? min(1, spare / wish) : 0
      var clamped = nothing
      for index in asked {
        minimums[index] += context.metrics.floorWidth((full[index] - minimums[index]) * part)
        clamped[index] = minimums[index]
      }
      return (StackPlan(views: present, gaps: gaps), minimums, clamped)
    }
    // A chart leaves before the numbers next to it get much smaller.
    let hasChart = present.contains { $0.legibleChartWidth != nil }
    minimums = widths {
      hasChart && $0.hasFigure
        ? max($0.legibleWidth, Self.scaleBesideChart * $0.compressedPreferredMinimumWidth) : $0.legibleWidth
    }
    if let gaps = yielding(wanted, .horizontal, to: needed(minimums), in: space) {
      return (StackPlan(views: present, gaps: gaps), minimums, nothing)
    }
    if context.measurer.scalesText, let chosen = present.firstIndex(where: \.isChosenSegment) {
      if present.contains(where: \.isFieldName) {
        // Without the field's name, all of them may have the space for their titles.
        let segments = present.indices.filter { present[$0].traits.contains(.control) }
        let between = self.gaps(between: segments.map { present[$0] }, .horizontal)
        if let gaps = yielding(between, .horizontal, to: segments.reduce(0) { $0 + minimums[$1] }, in: space) {
          return (
            StackPlan(views: segments.map { present[$0] }, gaps: gaps), segments.map { minimums[$0] },
            [Double?](repeating: nil, count: segments.count)
          )
        }
      }
      // Its mark is enough if the others have the space then.
      var narrow = minimums
      narrow[chosen] = min(narrow[chosen], 2 * Self.leastButtonInset + (present[chosen].symbolExtent?.width ?? 0))
      if let gaps = yielding(wanted, .horizontal, to: needed(narrow), in: space) {
        return (StackPlan(views: present, gaps: gaps), narrow, nothing)
      }
      minimums = narrow
    }

    let gap = minimumGap(gap(.horizontal), .horizontal)
    var remaining = space
    var kept: Set<Int> = []
    if let parts = fieldParts {
      // The value, its name, and then the buttons on both sides of it.
      for part in parts {
        let width = part.reduce(0) { $0 + minimums[$1] } + gap * Double(part.count - (kept.isEmpty ? 1 : 0))
        guard kept.isEmpty || remaining >= width else { continue }
        kept.formUnion(part)
        remaining -= width
      }
    }
    for index in fieldParts == nil ? byRank(present) : [] {
      let distance = kept.isEmpty ? 0 : gap
      guard kept.isEmpty || (minimums[index] > 0 && remaining - distance >= minimums[index]) else { continue }
      kept.insert(index)
      remaining -= distance + minimums[index]
    }
    let order = kept.sorted()
    let views = order.map { present[$0] }
    return (
      StackPlan(views: views, gaps: self.gaps(between: views, .horizontal).map { minimumGap($0, .horizontal) }),
      order.map { minimums[$0] },
      order.map { present[$0].hasFixedWidth ? minimums[$0] : nil }
    )
  }

  private static let scaleBesideChart = 0.8

  /// The views of an input field by how long they stay; nil for anything else, and for buttons that are the value.
  private var fieldParts: [[Int]]? {
    guard case .field(let field) = node.content else { return nil }
    let views = present.indices.filter { !present[$0].isSpacer }
    let controls = views.filter { present[$0].traits.contains(.control) }
    if field.kind == .picker, field.style == .segments, let chosen = controls.first(where: { present[$0].isChosenSegment }) {
      // The chosen one is the value, and the others are all there is to choose.
      return ([chosen] + controls.filter { $0 != chosen } + views.filter { !controls.contains($0) }).map { [$0] }
    }
    let texts = views.filter { present[$0].text != nil && !controls.contains($0) }
    let values = texts.count > 1 && texts[0] == 0 ? Array(texts.dropFirst()) : texts
    guard !values.isEmpty, values.count < texts.count || texts.first != 0 || controls.isEmpty else { return nil }
    let names = texts.filter { !values.contains($0) }
    let pairs = stride(from: 0, to: controls.count, by: 2).map { Array(controls[$0..<min($0 + 2, controls.count)]) }
    let others = views.filter { !texts.contains($0) && !controls.contains($0) }
    return values.map { [$0] } + names.map { [$0] } + pairs + others.map { [$0] }
  }

  /// The widths of a row whose buttons have titles of one scale, next to whole words if possible; nil if that's not enough.
  private func plannedTitles(
    _ wanted: [Double], _ spacers: Double, _ space: Double
  ) -> (widths: (minimums: [Double], clamped: [Double?]), gaps: [Double])? {
    guard context.metrics.quantum == nil, context.measurer.scalesText, present.contains(where: \.isTitledButton) else {
      return nil
    }
    for words in [\LayoutElement.compressedPreferredMinimumWidth, \.legibleWidth] {
      for step in 0...6 {
        let scale = 1 - (1 - Self.buttonScale) * Double(step) / 6
        let clamped = present.map { $0.isTitledButton ? $0.titleWidth(scale: scale) : nil }
        let minimums = zip(present, clamped).map { $1 ?? ($0.isSpacer ? $0.minimum.width : $0[keyPath: words]) }
        let needed = zip(present, minimums).reduce(spacers) { $0 + ($1.0.isSpacer ? 0 : $1.1) }
        if let gaps = yielding(wanted, .horizontal, to: needed, in: space) { return ((minimums, clamped), gaps) }
      }
    }
    return nil
  }

  /// Whether it's a button with words, which get smaller.
  private var isTitledButton: Bool {
    guard case .button = node.content, node.style.width == nil, node.style.minScale == nil, padding == .zero else { return false }
    return text?.text?.isEmpty == false
  }

  /// A button's width with a smaller title and the least distance to its sides.
  private func titleWidth(scale: Double) -> Double {
    let gap = symbolExtent == nil ? 0 : context.metrics.iconGap
    let title = text?.text.map { breaker.width($0) } ?? 0
    return 2 * Self.leastButtonInset + gap + ((symbolExtent?.width ?? 0) + title) * scale + 0.01
  }

  private func fitsIdealWidths(_ space: Double, height: Double?) -> Bool {
    var remaining = space - gaps.reduce(0, +)
    for child in present {
      if child.isSpacer {
        remaining -= child.minimum.width
      } else {
        if child.mayLoseWidth { return false }
        // A view that's too low may get another width.
        if let height, child.measure(.ideal).size.height > height { return false }
        remaining -= child.measure(Proposal(width: nil, height: height)).size.width
      }
      if remaining < 0 { return false }
    }
    return true
  }

  /// Whether the view, or one inside it, has a fixed width beyond what its content needs.
  var hasFixedWidth: Bool { compressedMinimumWidth < minimum.width }
}
