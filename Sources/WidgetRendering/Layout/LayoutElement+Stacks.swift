import WidgetModel

extension LayoutElement {
  /// The spacing between neighbours. There's none next to a spacer.
  func computeGaps() -> [Double] { axis.map { gaps(between: present, $0) } ?? [] }

  /// The spacing the script wants.
  func gap(_ axis: Axis) -> Double {
    let metrics = context.metrics
    let wanted = node.style.spacing
    if axis == .horizontal { return metrics.snapWidth(wanted ?? metrics.horizontalSpacing) }
    let gap = metrics.snapHeight(wanted ?? metrics.verticalSpacing)
    return isTight ? metrics.floorHeight(min(gap / 2, 2 * metrics.verticalSpacing)) : gap
  }

  func gaps(between children: [LayoutElement], _ axis: Axis) -> [Double] {
    let gap = gap(axis)
    return zip(children, children.dropFirst()).map { $0.isSpacer || $1.isSpacer ? 0 : gap }
  }

  func measureRow(_ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    if hasRelativeChildren { for child in present { child.container.width = proposal.width } }
    let (plan, minimums, clamped) = rowPlan(in: proposal)
    let isComplete = plan.views.count == present.count
    let (present, gaps) = (plan.views, plan.gaps)
    let distribution = SpaceDistribution(
      items: present.indices.map { index in
        let child = present[index]
        return SpaceDistribution.Item(
          minimum: minimums[index],
          expands: child.expandsHorizontally, priority: child.priority, isSpacer: child.isSpacer)
      }, floor: metrics.floorWidth)
    var measurements = [Measurement?](repeating: nil, count: present.count)
    distribution.distribute(
      proposal.width.map { $0 - gaps.reduce(0, +) },
      ideal: { clamped[$0] ?? present[$0].measure(Proposal(width: nil, height: proposal.height)).size.width }
    ) { index, width in
      // A divider is as high as the row, which is known only at the end.
      let height = present[index].isDivider ? 0 : proposal.height
      let measurement = present[index].measure(Proposal(width: width, height: height))
      measurements[index] = measurement
      return measurement.size.width
    }
    let usesBaseline = node.style.align == .firstBaseline
    let baseline = measurements.compactMap { $0?.baseline }.max() ?? 0
    func drop(_ measurement: Measurement) -> Double { metrics.floorHeight(baseline - measurement.baseline) }
    var height = 0.0
    for case let measurement? in measurements {
      height = max(height, measurement.size.height + (usesBaseline ? drop(measurement) : 0))
    }
    height = min(height, proposal.height ?? height)

    let result = Measurement(size: .zero)
    var x = 0.0
    for (index, child) in present.enumerated() {
      guard var measurement = measurements[index] else { continue }
      if child.isDivider { measurement = child.measure(Proposal(width: measurement.size.width, height: height)) }
      let free = max(0, height - measurement.size.height)
      let own = child.axis == nil ? child.node.style.align?.verticalFactor : nil
      let y =
        usesBaseline
        ? min(free, drop(measurement))
        : metrics.floorHeight(free * (own ?? node.style.align?.verticalFactor ?? 0.5))
      result.children.append(Measurement.Child(element: child, x: x, y: y, measurement: measurement))
      x += measurement.size.width + (index < gaps.count ? gaps[index] : 0)
    }
    x -= overlap(result) { child, shift in child.x -= shift }
    result.size = Size(width: x, height: height)
    result.content = Frame(x: 0, y: 0, width: x, height: height)
    result.baseline = usesBaseline ? baseline : result.children.first.map { $0.y + $0.measurement.baseline } ?? 0
    result.showsNothing = result.showsNothingInside
    result.isCut = !isComplete
    return result
  }

  /// The views of a row turned into a column, without those that only separate others.
  var rowAsColumn: [LayoutElement] { present.filter { !$0.isSpacer && !$0.isDivider } }

  /// Whether a row is a column here, because at this text size the words don't fit side by side.
  func becomesColumn(_ proposal: Proposal) -> Bool {
    guard let width = proposal.width, !staysRow else { return false }
    if let isColumn = rowForm.isColumn { return isColumn }
    return wantsColumn(width) && canBecomeColumn(proposal)
  }

  /// Whether its words don't fit side by side, at a text size at which it's a column then.
  func wantsColumn(_ width: Double) -> Bool {
    guard context.textSize.isAccessibility, context.metrics.quantum == nil else { return false }
    let spacers = present.reduce(0) { $0 + ($1.isSpacer ? $1.minimum.width / 2 : 0) }
    let widths = rowAsColumn.reduce(gaps.reduce(spacers, +)) { $0 + $1.widthInRow }
    // Equal things beside each other get smaller before they're below each other.
    let least = isScalingGroup ? leastScale(Fitting.usualScale) : 1
    // An icon stays next to its text, and so do columns beside each other.
    return widths * least > width + 0.001 && rowAsColumn.count(where: { $0.node.hasText }) > 1
      && rowAsColumn.count(where: { $0.axis == .vertical }) < 3
  }

  /// Whether there's the height for its views below each other.
  private func canBecomeColumn(_ proposal: Proposal) -> Bool {
    let views = rowAsColumn
    guard let width = proposal.width, let height = proposal.height else { return true }
    let heights = views.map { $0.measure(Proposal(width: width, height: nil)).size.height }
    return heights.reduce(gaps(between: views, .vertical).reduce(0, +), +) <= height
  }

  /// The width it needs next to others; a button with an icon needs only that.
  private var widthInRow: Double {
    if case .button = node.content, text?.symbol != nil { return legibleWidth }
    return preferredMinimumWidth
  }

  /// - Parameter alignment: Horizontal, as a fraction of the free space.
  func measureColumn(_ views: [LayoutElement], _ proposal: Proposal, alignment: Double?) -> Measurement {
    let metrics = context.metrics
    if hasRelativeChildren { for child in views { child.container.height = proposal.height } }
    arrangeEqualRows(views, proposal)
    let plan = columnPlan(of: views, in: proposal)
    let isComplete = plan.views.count == views.count
    let (present, gaps) = (plan.views, plan.gaps)
    var measurements = [Measurement?](repeating: nil, count: present.count)
    func choose(_ index: Int, _ height: Double?) -> Double {
      let measurement = present[index].measure(Proposal(width: proposal.width, height: height))
      measurements[index] = measurement
      return measurement.size.height
    }
    if let offers = plan.offers {
      for index in present.indices { _ = choose(index, offers[index]) }
    } else {
      let distribution = SpaceDistribution(
        items: present.enumerated().map { index, child in
          SpaceDistribution.Item(
            minimum: child.isSpacer ? child.minimum.height : plan.wholeHeights?[index] ?? child.minimum.height,
            expands: child.expandsVertically, priority: child.priority, isSpacer: child.isSpacer)
        }, floor: metrics.floorHeight)
      distribution.distribute(
        proposal.height.map { $0 - gaps.reduce(0, +) },
        ideal: { present[$0].measure(Proposal(width: proposal.width, height: nil)).size.height }, choose: choose)
    }
    let width = measurements.compactMap { $0?.size.width }.max() ?? 0

    let result = Measurement(size: .zero)
    var y = 0.0
    for (index, child) in present.enumerated() {
      guard let measurement = measurements[index] else { continue }
      let own = child.axis == nil ? child.node.style.align?.horizontalFactor : nil
      let factor = own ?? alignment ?? 0
      let x = metrics.floorWidth(max(0, width - measurement.size.width) * factor)
      result.children.append(Measurement.Child(element: child, x: x, y: y, measurement: measurement))
      y += measurement.size.height + (index < gaps.count ? gaps[index] : 0)
    }
    y -= overlap(result, isColumn: true) { child, shift in child.y -= shift }
    result.size = Size(width: width, height: y)
    result.content = Frame(x: 0, y: 0, width: width, height: y)
    result.baseline = result.children.first { !$0.element.isSpacer }.map { $0.y + $0.measurement.baseline } ?? 0
    result.showsNothing = result.showsNothingInside
    result.isCut = !isComplete
    return result
  }

  /// Moves views over the ones before them, for negative spacing. Cells show only what is in front, so they don't overlap there.
  ///
  /// - Returns: The distance the last view moved.
  private func overlap(
    _ stack: Measurement, isColumn: Bool = false, _ move: (inout Measurement.Child, Double) -> Void
  ) -> Double {
    guard let spacing = node.style.spacing, spacing < 0, context.metrics.quantum == nil else { return 0 }
    let wanted = SurfaceMetrics.sane(-spacing)
    var moved = 0.0
    for index in stack.children.indices.dropFirst() {
      let (previous, child) = (stack.children[index - 1], stack.children[index])
      if !previous.element.isSpacer, !child.element.isSpacer {
        // Not so far that more of them is before the one below.
        let sizes = [previous.measurement.size, child.measurement.size]
        moved += min(wanted, sizes.map { isColumn ? $0.height : $0.width }.min() ?? 0)
      }
      move(&stack.children[index], moved)
    }
    return moved
  }

  /// Limits spacing to half of the space.
  func fitted(_ gaps: [Double], into space: Double?, floor: (Double) -> Double) -> [Double] {
    let total = gaps.reduce(0, +)
    guard let space, total > space / 2 else { return gaps }
    let scale = space / 2 / total
    return gaps.map { min($0, floor($0 * scale)) }
  }
}

extension Measurement {
  /// Whether there are views inside, none of which shows anything.
  fileprivate var showsNothingInside: Bool {
    let content = children.lazy.filter { !$0.element.isSpacer && !$0.element.isDivider }
    return !content.isEmpty && content.allSatisfy(\.measurement.showsNothing)
  }
}

extension ViewNode {
  /// Whether it, or a view inside, has text.
  var hasText: Bool {
    isContainer ? children.contains(where: \.hasText) : content.traits.contains(.words)
  }
}
