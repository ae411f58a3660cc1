import WidgetModel

/// Rows and grids of equal things: a month, a forecast, tiles, rings, badges. Part of them says less than all of them smaller.
extension LayoutElement {
  /// Whether it gets smaller as a whole, further than everything else.
  var isScalingGroup: Bool { scalesGroups && groupScale != nil }

  /// Whether it gets smaller on its own before anything is left out.
  var isScaledFirst: Bool { node.style.effects?.fit == .scale || isScalingGroup }

  /// The smallest scale of a row or a grid of equal things; nil for anything else.
  func computeGroupScale() -> Double? {
    guard axis == .grid || axis == .horizontal, context.metrics.quantum == nil, context.measurer.scalesText,
      node.style.effects?.fit == nil, node.style.minScale == nil
    else { return nil }
    let cells = children.filter(\.isThing)
    guard !hasControl || cells.count > 2 && cells.allSatisfy(\.isButton) else { return nil }
    let body = cells.dropFirst(children.prefix(headingCells).count(where: \.isThing))
    if body.count > 2, body.allSatisfy(\.isReading) || body.allSatisfy({ $0.axis == .depth && $0.leafCount <= Self.mostParts }) {
      return max(Fitting.leastScale, Self.smallestPart / largestGrowth)
    }
    guard cells.count > 1, hasControl || areAlike(cells) else { return nil }
    // No smaller than at the usual text size.
    return max(Fitting.leastScale, Self.smallestThing / largestGrowth)
  }

  /// How much larger the letters inside are than at the usual text size, at most.
  func computeLargestGrowth() -> Double {
    axis == nil ? text?.text?.isEmpty == false ? style.growth : 1 : children.reduce(1) { max($0, $1.largestGrowth) }
  }

  private var isButton: Bool { axis == nil && traits.contains(.control) && isShort }

  private var isThing: Bool { !isSpacer && !isDivider && !isFiller && !isAbsent && !style.isHidden && text?.text != "" }

  /// Whether it's a number or a ring, perhaps in front of something.
  private var isReading: Bool {
    switch axis {
    case nil: hasFigure
    case .depth: hasFigure && leafCount <= Self.mostParts
    // Perhaps with a mark.
    case .horizontal, .vertical: hasFigure && leafCount <= 3 && textCount == 1
    case .grid, .alternatives: false
    }
  }

  private var textCount: Int {
    axis == nil ? text?.text?.isEmpty == false ? 1 : 0 : children.reduce(0) { $0 + $1.textCount }
  }

  /// Whether they're containers of a few short things with a number each, or badges.
  private func areAlike(_ cells: [LayoutElement]) -> Bool {
    guard let first = cells.first else { return false }
    if first.axis == nil {
      return cells.count > 2
        && cells.allSatisfy {
          $0.axis == nil && $0.node.style.background != nil && $0.style.font.size == first.style.font.size && $0.isShort
        }
    }
    // Tiles have a background, and a number in some of them.
    let areTiles = cells.allSatisfy { $0.node.style.background != nil } && cells.contains(where: \.hasFigure)
    return cells.allSatisfy {
      $0.node.content.kind == first.node.content.kind && $0.leafCount <= Self.mostParts && (areTiles || $0.hasFigure)
        && $0.isShort
    }
  }

  /// Whether every text inside is a few words.
  private var isShort: Bool {
    guard axis == nil else { return children.allSatisfy(\.isShort) }
    return (text?.text?.utf8.count ?? 0) <= FigureText.longest
  }

  private static let mostParts = 6
  /// The smallest scale of tiles, columns of a forecast, badges and buttons at the usual text size.
  private static let smallestThing = 0.6
}
