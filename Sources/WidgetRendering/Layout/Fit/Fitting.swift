import WidgetModel
import WidgetSystem

/// Fits a view into a space by the rule in docs/views.md, in this order: spacing shrinks, everything gets smaller as a whole, rows
/// are left out, and what remains is cut.
///
/// Content that fits costs nothing more than measuring it. Anything else is measured a few dozen times more at most, each time
/// in linear time.
struct Fitting {
  private let layout: Layout
  private let view: ViewNode
  private var root: LayoutElement
  private let measuring: MeasuringWork
  /// Whether rows and grids of equal things get smaller than everything else.
  private var scalesGroups = false
  /// The smallest scale of equal rows then, of everything else's.
  private var equalRowScale = 1.0
  private let width: Double
  /// The height to fill; nil is as high as the view needs, up to the limit.
  private let height: Double?
  private let limit: Double
  private(set) var report = FitReport()

  /// The smallest scale of a view that doesn't set its own, and the smallest it can set.
  static let usualScale = 0.7
  static let leastScale = 0.3
  /// The smallest scale of a number or a word that's too wide, before everything gets smaller because of it.
  private static let figureScale = 0.5
  /// Finer steps aren't visible.
  private static let steps = 12
  /// The most measurements after which more is tried than the rule's steps.
  private static let mostBeforeTrying = 20_000

  init(
    _ view: ViewNode, _ layout: Layout, width: Double, height: Double?, limit: Double,
    _ measuring: MeasuringWork = MeasuringWork()
  ) {
    (self.view, self.layout, self.width, self.height, self.limit) = (view, layout, width, height, limit)
    self.measuring = measuring
    root = layout.root(view, Layout.Mode(), measuring)
  }

  struct Result {
    var element: LayoutElement
    var measurement: Measurement
    /// The context to draw the measured view with.
    var scale: Double
    /// The size it was given.
    var space: Proposal

    /// The smallest scale on the card of anything that gets smaller as a whole.
    var leastScale: Double { scale * measurement.leastScaleInside }

    /// How many things readers see.
    var parts: Int { element.parts(of: measurement) }

    /// Whether it has no space for views.
    var losesViews: Bool {
      var report = FitReport()
      report.collect(element, measurement)
      return report.omissions.contains { $0.part == .rows || $0.part == .views }
    }

    /// Whether readers see any of it.
    var showsContent: Bool { element.place(measurement, x: 0, y: 0).showsContent }
  }

  mutating func result() -> Result {
    let whole = measure(1)
    guard whole.measurement.isCut, !measuring.isSpent else { return whole }
    var result = fitted(whole)
    if measuring.isSpent, result.measurement.isCut {
      // Later attempts have measured nothing.
      result = whole
      report = FitReport()
      report.collect(whole.element, whole.measurement)
    }
    return result.showsContent || measuring.isSpent ? result : firstLine() ?? result
  }

  /// The first line of a view without the space for any of it as it is: no card is blank. nil if that shows nothing either.
  private mutating func firstLine() -> Result? {
    let line = InlineLine.row(view)
    guard !line.children.isEmpty else { return nil }
    var fitting = Fitting(line, layout, width: width, height: height, limit: limit, measuring)
    let whole = fitting.measure(1)
    let result = whole.measurement.isCut ? fitting.fitted(whole) : whole
    guard result.showsContent else { return nil }
    let views = root.present.filter { !$0.isSpacer && !$0.isDivider }
    report = FitReport([
      FitReport.Omission(view, of: views.count, isColumn: root.axis != .horizontal, missing: views.map { [$0] })
    ])
    return result
  }

  private mutating func fitted(_ whole: Result) -> Result {
    let least = layout.scalesContent ? root.leastScale(Self.usualScale) : 1
    if least < 1 {
      if let dropped = withoutRows(at: 1, ofDroppingViews: true), !dropped.measurement.isCut { return dropped }
      if let smaller = largestWhole(view, from: least) { return smaller }
      if least == Self.usualScale, view.style.minScale == nil {
        scalesGroups = true
        // Letters of equal rows are no smaller than at the usual text size.
        equalRowScale = max(Self.leastScale / Self.usualScale, 1 / max(1, TextStyle.body.scale(at: layout.context.textSize)))
        root = layout.root(view, mode(at: least), measuring)
        // Everything else is as small as it can be by then, as far as that helps.
        if case let smaller = measure(least), !smaller.measurement.isCut { return withLargerRest(smaller, from: least) }
      }
    }
    guard !measuring.isSpent else { return whole }
    report = FitReport()
    var result = withoutRows(at: least, ofDroppingViews: false) ?? (least < 1 ? measured(view, least) : whole)
    if measuring.spent < Self.mostBeforeTrying, result.losesViews { result = showingMost(result, at: least) }
    // The rows that are left may have space for larger letters, equal things first.
    if least < 1, !result.measurement.isCut {
      if let larger = largestWhole(result.element.node, from: least) { result = larger }
    }
    report.collect(result.element, result.measurement)
    return result
  }

  private func mode(at scale: Double, isTight: Bool = false, largestRowScale: Double = 1) -> Layout.Mode {
    guard layout.scalesContent else { return Layout.Mode(isTight: isTight) }
    return Layout.Mode(
      isTight: isTight, scalesGroups: scalesGroups, cardScale: scale, rowScale: min(1, equalRowScale * Self.usualScale / scale),
      figureScale: min(1, Self.figureScale / scale), largestRowScale: largestRowScale)
  }

  private mutating func withoutRows(at scale: Double, ofDroppingViews: Bool) -> Result? {
    guard !ofDroppingViews || root.hasDropping, let best = planned(root, at: scale, onlyDropping: ofDroppingViews) else {
      return nil
    }
    report.omissions = best.plan.omissions
    return best.result
  }

  /// - Parameter part: How much of the height there is for rows.
  private func planned(
    _ root: LayoutElement, at scale: Double, part: Double = 1, onlyDropping: Bool = false
  ) -> (result: Result, plan: FitPlan)? {
    guard !measuring.isSpent, let height = height.map({ min($0, limit) }) ?? (limit.isFinite ? limit : nil) else { return nil }
    let natural = root.measure(Proposal(width: space(scale).width, height: nil))
    func result(refilling most: Int) -> (result: Result, plan: FitPlan)? {
      let plan = FitPlan(root, natural, height: part * height / scale, onlyDropping: onlyDropping, mostRefilled: most)
      guard plan.leavesOut, let rest = plan.pruned() else { return nil }
      return (measured(rest, scale), plan)
    }
    guard let best = result(refilling: .max) else { return nil }
    guard best.plan.refilled > 0, best.result.losesViews else { return best }
    return mostWhole(best.plan.refilled, result) ?? best
  }

  /// The result that shows the most: without space for what was to stay, fewer rows may leave more of the columns beside each
  /// other, and rows may be higher than planned because they can't all get smaller.
  private mutating func showingMost(_ first: Result, at scale: Double) -> Result {
    var (best, most) = (first, first.parts)
    let tight = layout.root(view, mode(at: scale, isTight: true, largestRowScale: root.leastUnitScaleInside), measuring)
    for (root, part) in [(tight, 1.0)] + Self.partsForRows.map({ (root, $0) }) {
      guard let next = planned(root, at: scale, part: part), case let parts = next.result.parts, parts > most else { continue }
      (best, most) = (next.result, parts)
      report.omissions = next.plan.omissions
      if !next.result.losesViews || measuring.spent > Self.mostBeforeTrying { break }
    }
    return best
  }

  private static let partsForRows = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]

  /// With as many lower rows in place of higher ones as there's really space for: without their neighbours, numbers may be larger than
  /// planned.
  private func mostWhole(
    _ planned: Int, _ result: (_ most: Int) -> (result: Result, plan: FitPlan)?
  ) -> (result: Result, plan: FitPlan)? {
    var best = result(0)
    var (low, high) = (0, planned)
    while low + 1 < high {
      let middle = (low + high) / 2
      if let next = result(middle), !next.result.losesViews { (low, best) = (middle, next) } else { high = middle }
    }
    return best
  }

  /// The largest scale at which everything is whole; nil if there's none.
  ///
  /// Rows that are too wide get smaller first, so that nothing else does because of them.
  private func largestWhole(_ view: ViewNode, from least: Double) -> Result? {
    func result(_ step: Int) -> Result {
      let scale = 1 - (1 - least) * Double(step) / Double(Self.steps)
      let mode = Layout.Mode(rowScale: least / scale, figureScale: min(1, Self.figureScale / scale))
      return measure(scale, layout.root(view, mode, measuring))
    }
    var best = result(Self.steps)
    guard !best.measurement.isCut else { return nil }
    var (low, high) = (-1, Self.steps)
    while low + 1 < high, !measuring.isSpent {
      let middle = low < 0 ? 0 : (low + high) / 2
      let result = result(middle)
      if result.measurement.isCut { low = middle } else { (high, best) = (middle, result) }
    }
    return best
  }

  /// The largest scale of the card at which rows and grids of equal things are no smaller than at the smallest one: what's only too
  /// wide isn't a reason for anything else to get smaller.
  private func withLargerRest(_ smallest: Result, from least: Double) -> Result {
    let part = smallest.leastScale * Self.nearlyEqual
    var best = smallest
    var (low, high) = (-1, Self.steps)
    while low + 1 < high {
      let middle = low < 0 ? 0 : (low + high) / 2
      let scale = 1 - (1 - least) * Double(middle) / Double(Self.steps)
      let result = measure(scale, layout.root(view, mode(at: scale), measuring))
      if result.measurement.isCut || result.leastScale < part { low = middle } else { (high, best) = (middle, result) }
    }
    return best
  }

  /// Scales are in steps, and a smaller difference isn't visible.
  private static let nearlyEqual = 0.93

  private func measured(_ view: ViewNode, _ scale: Double) -> Result {
    let wide = measure(scale, layout.root(view, mode(at: scale), measuring))
    guard wide.measurement.isCut, !measuring.isSpent else { return wide }
    let least = root.leastUnitScaleInside
    if least < 1 {
      let planned = measure(scale, layout.root(view, mode(at: scale, largestRowScale: least), measuring))
      if !planned.measurement.isCut { return planned }
    }
    return measure(scale, layout.root(view, mode(at: scale, isTight: true, largestRowScale: least), measuring))
  }

  private func measure(_ scale: Double) -> Result { measure(scale, root) }

  private func measure(_ scale: Double, _ root: LayoutElement) -> Result {
    var space = space(scale)
    var measurement = root.measure(space)
    let most = layout.context.metrics.floorHeight(limit / scale)
    if space.height == nil, measurement.size.height > most {
      space.height = most
      measurement = root.measure(space)
    }
    return Result(element: root, measurement: measurement, scale: scale, space: space)
  }

  private func space(_ scale: Double) -> Proposal {
    let metrics = layout.context.metrics
    return Proposal(
      width: scale < 1 ? width / scale : metrics.floorWidth(width),
      height: height.map { metrics.floorHeight(min($0, limit) / scale) })
  }
}

extension LayoutElement {
  /// The smallest scale of a container's content: 1 if it loses rows instead.
  func leastScale(_ usual: Double) -> Double {
    if node.style.effects?.fit == .drop { return 1 }
    if isScalingGroup, let groupScale { return min(1, groupScale / cardScale) }
    guard axis != nil, let own = node.style.minScale, own.isFinite else { return usual }
    return min(1, max(Fitting.leastScale, own))
  }
}

extension FitReport {
  /// Adds the views that rows have no space for, and the numbers.
  mutating func collect(_ element: LayoutElement, _ whole: Measurement, in container: ViewNode? = nil) {
    guard omissions.count < Self.most else { return }
    let measurement = whole.scaled?.inner ?? whole
    let container = element.node.line == nil ? container : element.node
    if let axis = element.axis, axis != .alternatives {
      let views = element.present.filter { !$0.isSpacer && !$0.isDivider }
      let shown = measurement.children.filter {
        !$0.element.isSpacer && !$0.element.isDivider && !$0.measurement.showsNothing
      }
      if shown.count < views.count {
        let missing = views.filter { view in !shown.contains { $0.element === view } }
        omissions.append(
          Omission(element.node, of: views.count, isColumn: axis != .horizontal, missing: missing.map { [$0] }))
      }
    } else if element.isFigure, measurement.isCut, measurement.lines.first?.text != element.text?.text {
      addNumber(of: container ?? element.node)
    } else if measurement.isCut || element.node.content.kind == .gauge, element.lacksWords(measurement) {
      add(Omission(cut: element, in: container ?? element.node))
    }
    for child in measurement.children { collect(child.element, child.measurement, in: container) }
  }

  /// Notes a number without space, among others of the same view.
  private mutating func addNumber(of view: ViewNode) {
    add(Omission(view.content.kind, line: view.line, part: .number, leftOut: 1, of: 1))
  }

  private mutating func add(_ one: Omission) {
    if let index = omissions.firstIndex(where: { $0.part == one.part && $0.kind == one.kind && $0.line == one.line }) {
      omissions[index].leftOut += 1
      omissions[index].count += 1
    } else {
      omissions.append(one)
    }
  }
}

extension LayoutElement {
  /// Whether some of its words are missing: those of a text, a control or a gauge that has no space for them.
  fileprivate func lacksWords(_ measurement: Measurement) -> Bool {
    guard axis == nil, !measurement.showsNothing else { return false }
    if case .gauge = node.content { return lacksText(measurement) }
    guard let words = text?.text, !words.isEmpty, !isTitle else { return false }
    return measurement.lines.isEmpty || measurement.lines.contains { $0.text.contains(context.ellipsis) }
  }
}
