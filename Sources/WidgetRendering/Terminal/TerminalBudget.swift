import WidgetModel

/// How many cells the shapes of a card may cover: a canvas with thousands of large circles would hold up the whole screen.
///
/// The shapes at the back are left out. Those in front are what's seen.
struct TerminalBudget {
  /// The cost of what is still to leave out.
  private(set) var excess: Double

  /// Cells with a gradient, each about 0.2 microseconds: a screen of 200 by 50 cells covered a hundred times.
  static let total = 1_000_000.0

  init() { excess = 0 }

  init(for view: LaidOutView, in clip: CellFrame) { excess = max(0, Self.costOfAll(view, in: clip) - Self.total) }

  /// Whether to leave out what the view itself draws. Ask once about each view, from back to front.
  mutating func leavesOut(_ view: LaidOutView, in clip: CellFrame) -> Bool {
    guard excess > 0 else { return false }
    let cost = Self.cost(view, in: clip)
    excess -= cost
    return cost > 0
  }

  private static func costOfAll(_ view: LaidOutView, in clip: CellFrame) -> Double {
    guard !view.style.isHidden, view.style.opacity > 0 else { return 0 }
    var cost = cost(view, in: clip)
    view.children.forEachInPlace { cost += costOfAll($0, in: clip) }
    return cost
  }

  /// The cost of a view without its children; 0 if it covers nothing.
  static func cost(_ view: LaidOutView, in clip: CellFrame) -> Double {
    // Most views are texts and stacks: they cost nothing, so nothing is measured or copied.
    let isPicture = view.node.content.isPicture
    guard isPicture || view.node.style.background != nil || view.node.style.gradient != nil else { return 0 }
    func cells(_ frame: CellFrame) -> Double { Double(frame.columns.count) * Double(frame.rows.count) }
    let visible = CellFrame(view.frame).clamped(to: clip)
    guard !visible.isEmpty else { return 0 }
    let style = view.node.style
    var cost = 0.0
    if style.gradient != nil {
      cost += cells(visible)
    } else if style.background != nil {
      cost += cells(visible) / 8
    }
    guard isPicture else { return cost }
    guard case .shape(let shape) = view.node.content else { return cost + cells(visible) }
    if case .rectangle = shape, style.effects?.fillGradient == nil, style.effects?.stroke == nil, style.effects?.rotation == nil {
      return cost + cells(visible) / 8
    }
    // Dots: each row of them meets the edges.
    let frame = view.indicator.map { CellFrame($0) } ?? visible
    // About as many as the lines that its curves become.
    let edges: Double = if case .path(let data) = shape { Double(data.utf8.count) } else { 34 }
    let layers = style.effects?.stroke == nil ? 1.0 : 3.0
    return cost + cells(visible) + cells(frame) / 4 + layers * edges * Double(frame.rows.count + frame.columns.count) / 16
  }
}

extension ViewContent {
  /// Whether it fills much of its frame.
  var isPicture: Bool {
    if case .shape = self { return true }
    if case .chart = self { return true }
    return false
  }
}
