import WidgetModel

/// Which rows of a view to leave out where they don't all have space.
///
/// The rows of all containers compete with each other, so a list loses rows before a more important view loses its place. Columns
/// beside each other lose rows only as far as each of them has to.
struct FitPlan {
  private let root: FitNode
  private let measurement: Measurement
  /// How many rows are shown below ones that are left out because they're too high.
  let refilled: Int

  /// - Parameters:
  ///   - measurement: The view's, without a limit of its height.
  ///   - height: The limit, in points.
  ///   - onlyDropping: Whether only the views that lose rows rather than get smaller do.
  ///   - mostRefilled: How many lower rows may take the place of higher ones.
  init(
    _ element: LayoutElement, _ measurement: Measurement, height: Double, onlyDropping: Bool = false, mostRefilled: Int = .max
  ) {
    root = element.fitNode(measurement)
    self.measurement = measurement
    refilled = Self.plan(root, height: height, onlyDropping, mostRefilled)
  }

  /// Keeps as many rows, by rank, as have space, and at least one.
  ///
  /// - Returns: How many of them rank below one that's left out.
  @discardableResult
  private static func plan(_ node: FitNode, height: Double, _ onlyDropping: Bool, _ mostRefilled: Int = .max) -> Int {
    freeTitle(in: node)
    for row in node.rows { row.order = -1 }
    let rows = node.rows.filter { !onlyDropping || $0.isDropping }
    var least = min(1, rows.count)
    let ranks = rows.enumerated().map { $1.rank(at: $0) }
    var order = ranks.indices.sorted { ranks[$0] < ranks[$1] }
    if let first = order.first, let title = mostImportantText(rows, ranks, priority: ranks[first].priority) {
      order.removeAll { $0 == title }
      order.insert(title, at: 0)
      least = keepGrids(of: node, rows, ranks, &order)
    }
    let ranked = order.map { rows[$0] }
    for (place, row) in ranked.enumerated() { row.order = place }
    var count = fitting(min(1, rows.count)...rows.count, of: node, height)
    if count < least, case let captions = headings(in: node).filter(\.isCaption), !captions.isEmpty {
      // A grid's first row is more than the name of a number.
      for caption in captions { (caption.kind, caption.order) = (.row, .max) }
      let more = fitting(min(1, rows.count)...rows.count, of: node, height)
      if more > count { count = more } else { for caption in captions { caption.kind = .heading } }
    }
    var refilled = 0
    var cut: Int?
    if count < rows.count, ranked[count].least != nil, !ranked[count].isOneOfEqualRows,
      node.height(showing: count + 1, cut: count) ?? 0 <= height + 0.001
    {
      // A paragraph at the end is cut rather than leave the space empty.
      cut = count
      count += 1
    } else {
      refilled = self.refilled(node, ranked, showing: count, height: height, most: mostRefilled) - count
      count += refilled
    }
    // Even the last row is more than what heads it.
    if count == 1 { dropHeadings(in: node, height: height) }
    apply(count, to: node, height: height, cut: cut, onlyDropping)
    return refilled
  }

  /// Moves the first row of each grid before everything but the most important text and one control: a grid loses rows, never
  /// everything. If there's only space for a part of that row, it's cut.
  ///
  /// - Returns: How many rows come first because of that.
  private static func keepGrids(of node: FitNode, _ rows: [FitNode], _ ranks: [RowRank], _ order: inout [Int]) -> Int {
    let priority = ranks[order[0]].priority
    var firsts: [Int] = []
    for grid in node.grids {
      let own = Set(grid.rows.map { ObjectIdentifier($0) })
      guard let first = order.first(where: { own.contains(ObjectIdentifier(rows[$0])) }), first != order[0],
        ranks[first].priority == priority
      else { continue }
      firsts.append(first)
      // A value isn't shown without its name.
      if let core = rows[first].core {
        firsts += order.filter { $0 != first && rows[$0].core === core && rows[$0].placeInCore != nil }
      }
      if rows[first].isPair, rows[first].least == nil { rows[first].least = rows[first].lowestHeight }
    }
    guard !firsts.isEmpty else { return 1 }
    var before = [order[0]]
    if !ranks[order[0]].hasControl, let control = order.first(where: { ranks[$0].hasControl }),
      ranks[control].priority == priority
    {
      before.append(control)
    }
    before += firsts.filter { !before.contains($0) }
    order = before + order.filter { !before.contains($0) }
    return before.count
  }

  /// The most rows that fit. The first number is taken to fit.
  private static func fitting(_ counts: ClosedRange<Int>, of node: FitNode, _ height: Double) -> Int {
    largest(counts) { node.height(showing: $0) ?? 0 <= height + 0.001 }
  }

  /// The largest number that's good. The first one is taken to be.
  private static func largest(_ counts: ClosedRange<Int>, _ isGood: (Int) -> Bool) -> Int {
    var (low, high) = (counts.lowerBound, counts.upperBound)
    while low < high {
      let middle = (low + high + 1) / 2
      if isGood(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Shows lower rows in the space that's left above a row too high for it.
  ///
  /// They have no more parts than it has: where it fits again, a larger card doesn't show less. A list or table has no gaps.
  private static func refilled(_ node: FitNode, _ rows: [FitNode], showing count: Int, height: Double, most: Int) -> Int {
    let last = count.addingReportingOverflow(most)
    let end = last.overflow ? .max : last.partialValue
    var count = count
    var rest = rows.dropFirst(count)
    var quota = Int.max
    for _ in 0..<mostSkipped {
      guard !rest.isEmpty, node.elements.first?.isWorkSpent != true else { break }
      let shown = node.parts(showing: count)
      quota = min(quota, node.parts(showing: count + 1) - shown)
      let skipped = rest.removeFirst()
      skipped.order = .max
      rest =
        rest.filter { row in
          guard row.isLike(skipped) else { return true }
          row.order = .max
          return false
        }[...]
      guard !rest.isEmpty else { break }
      for (place, row) in rest.enumerated() { row.order = count + place }
      let next = largest(count...(count + rest.count)) { node.parts(showing: $0) - shown <= quota }
      let filled = min(end, fitting(count...next, of: node, height))
      quota -= node.parts(showing: filled) - shown
      rest = rest.dropFirst(max(0, filled - count))
      count = filled
      if quota < 1 || count == end { break }
    }
    return count
  }

  /// The most rows to skip, so that long lists take no longer.
  private static let mostSkipped = 8

  /// The row with the largest text among those of a priority. It stays, whatever else there is.
  private static func mostImportantText(_ rows: [FitNode], _ ranks: [RowRank], priority: Double) -> Int? {
    // The words of a control name it; a text next to them is what the card is about.
    let texts = ranks.map { rank in
      var rank = rank
      rank.hasControl = false
      return rank
    }
    func size(_ row: Int) -> Double { rows[row].elements.reduce(rows[row].textSizeBeside) { max($0, $1.textSize) } }
    let candidates = ranks.indices.filter { ranks[$0].priority == priority }
    // The label of a control only names that.
    func isLesser(_ row: Int) -> Int {
      rows[row].elements.reduce(rows[row].textSizeBeside) { max($0, $1.textSizeOutsideControls) } < size(row) ? 1 : 0
    }
    return candidates.min { (-size($0), isLesser($0), texts[$0]) < (-size($1), isLesser($1), texts[$1]) }
  }

  /// The largest text of all is no heading: it stays, whatever it heads.
  private static func freeTitle(in node: FitNode) {
    let largest = node.rows.map { $0.rank(at: 0).fontSize }.max() ?? 0
    let title = headings(in: node).max { $0.rank(at: 0).fontSize < $1.rank(at: 0).fontSize }
    if let title, title.rank(at: 0).fontSize > largest { title.kind = .row }
  }

  private static func headings(in node: FitNode) -> [FitNode] {
    node.kind == .heading ? [node] : node.limit == nil && !node.isPair ? node.children.flatMap(headings) : []
  }

  /// Drops as many headings as one row needs: the smallest ones first.
  private static func dropHeadings(in node: FitNode, height: Double) {
    let headings = headings(in: node).reversed().sorted { $0.rank(at: 0).fontSize < $1.rank(at: 0).fontSize }
    for heading in headings where node.height(showing: 1) ?? 0 > height + 0.001 {
      (heading.kind, heading.order) = (.row, .max)
    }
  }

  /// - Parameter cut: The row that's shown in part; nil shows any of them in part rather than nothing.
  private static func apply(_ count: Int, to node: FitNode, height: Double, cut: Int?, _ onlyDropping: Bool) {
    switch node.kind {
    case .beside, .divider, .spacer, .heading: return
    case .row, .column, .strip: break
    }
    if let limit = node.limit {
      node.isLeftOut = !node.isShown(count)
      guard !node.isLeftOut else { return }
      // A view with its own height limits only what's inside.
      node.limit = nil
      let padding = node.padding
      node.padding = 0
      plan(node, height: limit, onlyDropping)
      (node.limit, node.padding) = (limit, padding)
      return
    }
    guard let own = node.height(showing: count, cut: cut) else { return node.isLeftOut = true }
    if node.isPair {
      let isHigher = node.height(showing: count) ?? 0 > height + 0.001
      guard isHigher, cut.map({ $0 == node.order }) ?? true, !node.staysWhole else { return }
      // There's only space for a part of it.
      node.isPair = false
      plan(node, height: height, onlyDropping)
      node.isPair = true
      return
    }
    switch node.kind {
    case .column:
      for child in node.children { child.isLeftOut = true }
      let excess = max(0, own - height)
      for (child, height) in node.shown(count, cut: cut) {
        child.isLeftOut = false
        apply(count, to: child, height: height - excess, cut: cut, onlyDropping)
      }
    case .strip:
      let columns = node.children.filter { $0.kind != .beside }
      guard let model = columns.max(by: { $0.height < $1.height }), columns.allSatisfy(model.isAlike) else {
        for child in columns { plan(child, height: height - node.padding, onlyDropping) }
        return
      }
      // Equal columns lose the same parts.
      plan(model, height: height - node.padding, onlyDropping)
      for child in columns where child !== model { child.leaveOutAs(model) }
    case .row, .beside, .divider, .spacer, .heading: break
    }
  }
}

// MARK: The result

extension FitPlan {
  var leavesOut: Bool { Self.leavesOut(root) || lacksWidth }

  /// Whether a row has no width for one of its views.
  private var lacksWidth: Bool {
    guard let element = root.elements.first else { return false }
    var missing: Set<ObjectIdentifier> = []
    Self.collectNarrow(element, measurement, &missing)
    return !missing.isEmpty
  }

  private static func leavesOut(_ node: FitNode) -> Bool { node.isLeftOut || node.children.contains(where: leavesOut) }

  /// The view without the rows that are left out.
  func pruned() -> ViewNode? {
    var missing: Set<ObjectIdentifier> = []
    func collect(_ node: FitNode) {
      if node.isLeftOut { missing.formUnion(node.elements.map { ObjectIdentifier($0) }) } else { node.children.forEach(collect) }
    }
    collect(root)
    guard let element = root.elements.first else { return nil }
    Self.collectNarrow(element, measurement, &missing)
    return Self.node(element, without: missing)
  }

  /// Adds the views that rows have no width for. Without the other rows there might be some, but a smaller card never shows more.
  private static func collectNarrow(_ element: LayoutElement, _ whole: Measurement, _ missing: inout Set<ObjectIdentifier>) {
    let measurement = whole.scaled?.inner ?? whole
    if element.axis == .horizontal {
      let shown = Set(measurement.children.map { ObjectIdentifier($0.element) })
      for child in element.present where !child.isSpacer && !child.isDivider && !shown.contains(ObjectIdentifier(child)) {
        missing.insert(ObjectIdentifier(child))
      }
    }
    for child in measurement.children { collectNarrow(child.element, child.measurement, &missing) }
  }

  private static func node(_ element: LayoutElement, without missing: Set<ObjectIdentifier>) -> ViewNode {
    guard !element.children.isEmpty else { return element.node }
    var node = element.node
    let children = element.axis == .alternatives ? Array(element.present.suffix(1)) : element.children
    node.children = children.filter { !$0.isFiller && !missing.contains(ObjectIdentifier($0)) }.map {
      self.node($0, without: missing)
    }
    return node
  }

  /// The rows left out of each container.
  var omissions: [FitReport.Omission] {
    var found: [FitReport.Omission] = []
    func collect(_ node: FitNode) {
      guard !node.isLeftOut else { return }
      let rows = node.children.filter { $0.kind != .spacer && $0.kind != .divider }
      if let container = node.elements.first?.node, rows.contains(where: \.isLeftOut) {
        let missing = rows.filter(\.isLeftOut).map(\.elements)
        found.append(FitReport.Omission(container, of: rows.count, isColumn: true, missing: missing))
      }
      node.children.forEach(collect)
    }
    collect(root)
    func collectRows(_ element: LayoutElement, _ whole: Measurement) {
      let measurement = whole.scaled?.inner ?? whole
      if element.axis == .horizontal {
        let views = element.present.filter { !$0.isSpacer && !$0.isDivider }
        let shown = measurement.children.map(\.element).filter { !$0.isSpacer && !$0.isDivider }
        if shown.count < views.count {
          let missing = views.filter { view in !shown.contains { $0 === view } }
          found.append(FitReport.Omission(element.node, of: views.count, isColumn: false, missing: missing.map { [$0] }))
        }
      }
      for child in measurement.children { collectRows(child.element, child.measurement) }
    }
    if let element = root.elements.first { collectRows(element, measurement) }
    return Array(found.prefix(FitReport.most))
  }
}
