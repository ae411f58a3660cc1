import WidgetModel

/// Properties that views made alike share, such as the rows of a list: their kind, that of their first view, and the size of their
/// largest text.
struct Likeness: Hashable {
  var kind: ViewKind
  var first: ViewKind?
  var fontSize: Double
  /// Whether it's a number: those have one size, whatever the words next to them have.
  var isFigure = false
  var hasBackground = false
}

extension LayoutElement {
  func computeLikeness() -> Likeness {
    let first = present.first { !$0.isSpacer && !$0.isDivider }
    guard axis == nil else { return Likeness(kind: node.content.kind, first: first?.node.content.kind, fontSize: textSize) }
    return Likeness(
      kind: node.content.kind, fontSize: style.font.size, isFigure: isFigure, hasBackground: node.style.background != nil)
  }

  /// How many of a grid's cells are the names of its columns.
  var headingCells: Int {
    guard axis == .grid, case let columns = node.content.columns.count, columns > 1, children.count > columns else { return 0 }
    let isHeading = children.prefix(columns).allSatisfy {
      $0.isSpacer || $0.isFiller || $0.isAbsent || $0.axis == nil && $0.text?.text != nil && !$0.isFigure
    }
    return isHeading ? columns : 0
  }
}

extension FitNode {
  /// Whether both are views made alike.
  func isAlike(_ other: FitNode) -> Bool {
    elements.count == other.elements.count && children.count == other.children.count
      && zip(elements, other.elements).allSatisfy { $0.likeness == $1.likeness }
  }

  /// Keeps the parts of each row of a list or a grid together: equal rows don't lose different parts.
  func keepRowsWhole() {
    if elements.first?.axis == .grid {
      let rows = children.filter { $0.kind == .strip && $0.elements.allSatisfy { $0.leafCount <= Self.mostPartsOfCell } }
      if children.count > 1 { for row in rows { row.isPair = true } }
      return
    }
    let rows = children.filter { child in
      guard child.elements.count == 1, child.limit == nil, child.elements[0].leafCount <= Self.mostPartsOfRow, !child.isList
      else {
        return false
      }
      return child.isContainer
    }
    for alike in Dictionary(grouping: rows, by: { $0.elements[0].likeness }).values where alike.count > 1 {
      for row in alike { row.isPair = true }
    }
  }

  /// Whether it has rows of its own to lose.
  private var isList: Bool {
    let rows = children.compactMap { $0.elements.count == 1 && $0.elements[0].axis != nil ? $0.elements[0].likeness : nil }
    return kind != .strip && (children.count > 4 || Set(rows).count < rows.count || elements.first?.axis == .grid)
  }

  private static let mostPartsOfRow = 10
  private static let mostPartsOfCell = 6

  /// The grids inside.
  var grids: [FitNode] {
    guard limit == nil, !isPair, kind != .heading else { return [] }
    return elements.count == 1 && elements[0].axis == .grid ? [self] : children.flatMap(\.grids)
  }

  /// Its height with only the lowest of its parts.
  var lowestHeight: Double {
    guard isContainer else { return least ?? height }
    if kind == .strip { return padding + children.reduce(0) { max($0, $1.lowestHeight) } }
    let rows = children.filter { $0.kind != .spacer && $0.kind != .divider }
    return padding + (rows.map(\.lowestHeight).min() ?? 0)
  }

  private var isContainer: Bool {
    if case .column = kind { return true }
    return kind == .strip
  }

  /// Leaves out the same parts as a view made alike does.
  func leaveOutAs(_ other: FitNode) {
    isLeftOut = other.isLeftOut
    for (child, model) in zip(children, other.children) { child.leaveOutAs(model) }
  }
}
