import WidgetModel

/// A view as the plan sees it: a row to show or leave out whole, or a container of rows.
final class FitNode {
  enum Kind: Equatable {
    /// Stays or goes as a whole.
    case row
    /// Rows below each other, this far apart at least.
    case column(gap: Double)
    /// Columns beside each other.
    case strip
    /// Beside columns, in a strip.
    case beside
    case divider
    case spacer
    /// Names what follows it, and is shown only together with some of that.
    case heading
  }

  var kind: Kind
  /// The views it stands for: more than one for the cells of a grid's row.
  let elements: [LayoutElement]
  /// The height of a view that isn't divided further, or that sets its own.
  var height: Double
  /// The height at which a paragraph or an image is still worth showing.
  var least: Double?
  /// Around the content.
  var padding = 0.0
  var children: [FitNode] = []
  /// The height its own content is limited to, whatever is around it.
  var limit: Double?
  var priority = 0.0
  /// Its place among the rows; rows before a threshold stay.
  var order = 0 { didSet { if let place = placeInCore { core?.orders[place] = order } } }
  var isLeftOut = false
  /// Whether it's inside a view that loses rows rather than get smaller.
  var isDropping = false
  /// Whether it counts as a row with a number because other rows of its table have some: a table loses its last rows first.
  var isBesideFigures = false
  /// The container's identity, for rows of the same list.
  var container: ObjectIdentifier?
  /// The same part of equal columns, beside each other.
  struct ColumnPart: Equatable {
    var strip: ObjectIdentifier
    var position: Int
  }

  /// Its place in one of several equal columns.
  var columnPart: ColumnPart?

  /// The parts that a column isn't shown without: the name and the value of an hour in a forecast.
  final class Core {
    /// The places of the value and the name among the rows.
    var orders = [0, 0]
  }

  /// That of its column.
  var core: Core?
  /// Its own place in that, if it's the value or the name.
  var placeInCore: Int?
  /// The place at which everything is there that it needs.
  private var shownOrder: Int { core?.orders.reduce(order, max) ?? order }
  /// The font's size that decides how long it stays, if it's not its own.
  var ownRankedSize: Double?
  /// Whether its rows stay or go together, as a label and its value do, unless there's only space for some of them.
  var isPair = false
  /// Whether it's the name of a number below it.
  var isCaption = false
  /// Whether it's a sum, below a line.
  var isSum = false
  /// The size of the largest text beside its row, which is shown together with it.
  var textSizeBeside = 0.0
  /// Whether there are rows like it, which all have one form.
  var isOneOfEqualRows: Bool { elements.count == 1 && elements[0].rowForm.isColumn == true }
  /// Whether it's drawn smaller rather than in part.
  var staysWhole: Bool { isPair && least != nil && elements.count == 1 && elements[0].isWholeRow }

  private let measurements: [Measurement]

  init(_ kind: Kind, _ views: [(element: LayoutElement, measurement: Measurement)], height: Double) {
    self.kind = kind
    elements = views.map(\.element)
    measurements = views.map(\.measurement)
    self.height = height
  }

  /// How many things readers see in it. A container with its own height may show any number.
  private(set) lazy var parts: Int =
    limit != nil && kind != .row ? 1 : zip(elements, measurements).reduce(0) { $0 + $1.0.parts(of: $1.1) }

  /// The rows to rank. A view with its own height is one of them.
  var rows: [FitNode] {
    switch kind {
    case .row: [self]
    case .column, .strip: limit == nil && !isPair ? children.flatMap(\.rows) : [self]
    case .beside, .divider, .spacer, .heading: []
    }
  }

  /// Whether both are rows of one list or table, which has no gaps, or the same part of equal columns.
  func isLike(_ other: FitNode) -> Bool {
    if let columnPart, columnPart == other.columnPart { return true }
    guard let container, container == other.container, elements.count == other.elements.count else { return false }
    guard elements.count == 1 else { return true }
    // Texts below each other aren't a list.
    return elements[0].axis != nil && elements[0].node.content.kind == other.elements[0].node.content.kind
      && elements[0].rankedFontSize == other.elements[0].rankedFontSize
  }

  func rank(at position: Int) -> RowRank {
    let ranks = elements.filter { !$0.isSpacer && !$0.isDivider }.map { $0.rank(at: position, priority: priority) }
    return RowRank(
      priority: priority, hasControl: ranks.contains(where: \.hasControl), isSum: isSum,
      fontSize: max(ownRankedSize ?? ranks.map(\.fontSize).max() ?? 0, textSizeBeside),
      hasFigure: isBesideFigures || ranks.contains(where: \.hasFigure), position: position)
  }

  /// Its height with the first rows, by order; nil if it isn't shown.
  ///
  /// - Parameter cut: The row that's as low as it can be.
  func height(showing count: Int, cut: Int? = nil) -> Double? {
    elements.first?.count(views: 1)
    switch kind {
    case .row: return wholeHeight(showing: count, cut: cut)
    case .beside, .spacer, .divider, .heading: return height
    case .strip:
      if limit != nil || isPair { return wholeHeight(showing: count, cut: cut) }
      let columns = children.filter { $0.kind != .beside }.compactMap { $0.height(showing: count, cut: cut) }
      guard !columns.isEmpty else { return nil }
      return padding + children.lazy.filter { $0.kind == .beside }.map(\.height).reduce(columns.max() ?? 0, max)
    case .column(let gap):
      if limit != nil || isPair { return wholeHeight(showing: count, cut: cut) }
      let shown = shown(count, cut: cut)
      guard !shown.isEmpty else { return nil }
      var total = padding
      for (index, child) in shown.enumerated() {
        total += child.height
        if index > 0, child.node.kind != .spacer, shown[index - 1].node.kind != .spacer { total += gap }
      }
      return total
    }
  }

  /// Whether it's there with the first rows, by order.
  func isShown(_ count: Int) -> Bool { shownOrder < count }

  private func wholeHeight(showing count: Int, cut: Int?) -> Double? {
    isShown(count) ? order == cut ? least ?? leastHeight : leastHeight : nil
  }

  /// Its height with everything in it and the least space between that.
  private lazy var leastHeight: Double = {
    guard isPair, limit == nil else { return height }
    isPair = false
    defer { isPair = true }
    return min(height, height(showing: .max) ?? height)
  }()

  /// How many things readers see in it with the first rows, by order.
  func parts(showing count: Int) -> Int {
    switch kind {
    case .beside, .heading: return parts
    case .divider, .spacer: return 0
    case .row: return isShown(count) ? parts : 0
    case .column, .strip:
      if limit != nil || isPair { return isShown(count) ? parts : 0 }
      if kind == .strip { return height(showing: count) == nil ? 0 : children.reduce(0) { $0 + $1.parts(showing: count) } }
      return shown(count).reduce(0) { $0 + $1.node.parts(showing: count) }
    }
  }

  /// A column's children with the first rows, and their heights. Headings need something below them, dividers something on both
  /// sides.
  func shown(_ count: Int, cut: Int? = nil) -> [(node: FitNode, height: Double)] {
    var shown: [(node: FitNode, height: Double)] = []
    // Backwards: headings and dividers depend on what follows.
    var isFollowed = false
    var isSeparated = true
    for child in children.reversed() {
      guard let height = child.height(showing: count, cut: cut) else { continue }
      switch child.kind {
      case .heading:
        if isFollowed { shown.append((child, height)) }
        isFollowed = false
      case .divider:
        if !isSeparated { shown.append((child, height)) }
        isSeparated = true
      case .spacer: shown.append((child, height))
      case .row, .column, .strip, .beside:
        shown.append((child, height))
        (isFollowed, isSeparated) = (true, false)
      }
    }
    // Nothing precedes the last one.
    while let last = shown.last, last.node.kind == .divider { shown.removeLast() }
    guard shown.contains(where: { $0.node.kind != .spacer && $0.node.kind != .divider }) else { return [] }
    return shown.reversed()
  }
}

extension LayoutElement {
  /// How many things readers see in it: a gauge's texts are two of them. A chart or an image is as much as a row of a few.
  func parts(of measurement: Measurement) -> Int {
    guard !style.isHidden, !isSpacer, !isDivider, !measurement.showsNothing else { return 0 }
    guard axis == nil else {
      return (measurement.scaled?.inner ?? measurement).children.reduce(0) { $0 + $1.element.parts(of: $1.measurement) }
    }
    if case .gauge(let gauge) = node.content { return 1 + [gauge.text, gauge.valueText].count { $0?.isEmpty == false } }
    if case .chart = node.content { return 3 }
    if case .image = node.content { return 3 }
    return 1
  }
}
