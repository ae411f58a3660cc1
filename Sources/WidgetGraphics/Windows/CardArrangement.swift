package import WidgetModel

/// Where a monitor's cards are.
///
/// Cards with a margin go where it says. The others are stacked from the edge of their anchor towards the middle; full columns
/// wrap. Columns that the monitor has no width for begin again at the edge, a little lower and further in, over the first ones: no card
/// is out of sight. Two small cards are side by side, as wide together as a medium one.
package struct CardArrangement: Sendable, Equatable {
  /// A card with its size, in points.
  package struct Item: Sendable, Equatable {
    package var id: String
    package var width: Int
    package var height: Int
    package var placement: CardPlacement

    package init(id: String, width: Int, height: Int, placement: CardPlacement) {
      self.id = id
      self.width = width
      self.height = height
      self.placement = placement
    }
  }

  /// Distances from the anchored edges, or from the middle where the anchor touches no edge.
  package struct Position: Sendable, Equatable {
    package var anchor: CardPlacement.Anchor
    package var horizontal: Int
    package var vertical: Int

    package init(anchor: CardPlacement.Anchor, horizontal: Int, vertical: Int) {
      self.anchor = anchor
      self.horizontal = horizontal
      self.vertical = vertical
    }
  }

  /// The gap between cards, and to the edges of the monitor.
  package static let gap = 12
  package static let edge = 16
  private static let compactGap = 6
  /// How far columns that begin again are from the first ones.
  private static let step = 24
  /// The width of a small card, and the gap between two of them in one row.
  private static let cell = Int(saturating: SurfaceSize.size(of: .small)?.width ?? 158)
  private static let pairGap = Int(saturating: SurfaceSize.size(of: .medium)?.width ?? 338) - 2 * cell

  package private(set) var positions: [String: Position] = [:]

  /// - Parameters:
  ///   - width: The monitor's width without panels.
  ///   - height: The monitor's height without panels.
  ///   - isCompact: Whether there's less space between the cards.
  package init(_ items: [Item], width: Int = .max, height: Int, isCompact: Bool = false) {
    let gap = isCompact ? Self.compactGap : Self.gap
    for anchor in CardPlacement.Anchor.allCases {
      let here = items.filter { ($0.placement.anchor ?? .topRight) == anchor }
      for item in here {
        guard let margin = item.placement.margin else { continue }
        positions[item.id] = Position(anchor: anchor, horizontal: margin.horizontal, vertical: margin.vertical)
      }
      let first = anchor.isCenteredHorizontally ? 0 : Self.edge
      var start = first
      var inset = 0
      for column in Self.columns(here.filter { $0.placement.margin == nil }, height: height - 2 * Self.edge, gap: gap) {
        let columnWidth = column.map(\.width).max() ?? 0
        let outer = anchor.isCenteredHorizontally ? start + columnWidth / 2 - width / 2 : start + columnWidth - width
        if outer > 0, start > first + inset {
          inset += Self.step
          start = first + inset
        }
        let total = column.map(\.height).reduce(0, +) + gap * (column.count - 1)
        var top = inset + (anchor.isCenteredVertically ? -total / 2 : Self.edge)
        // The first card is on top at every anchor.
        for row in anchor.isAtBottom ? column.reversed() : column {
          for (item, horizontal) in zip(row.items, row.places(at: anchor)) {
            let vertical =
              anchor.isCenteredVertically ? top + item.height / 2 : anchor.isAtBottom ? top + row.height - item.height : top
            positions[item.id] = Position(anchor: anchor, horizontal: start + horizontal, vertical: vertical)
          }
          top += row.height + gap
        }
        start += columnWidth + gap
      }
    }
  }

  /// A card, or two small ones.
  private struct Row {
    var items: [Item]

    var width: Int { items.map(\.width).reduce(0, +) + (items.count - 1) * pairGap }
    var height: Int { items.map(\.height).max() ?? 0 }
    /// Whether another small card fits beside the only one.
    var isOpen: Bool { items.count == 1 && items[0].width <= cell }

    /// How far each card is from the place of a single one. The first one is at the left at every anchor.
    func places(at anchor: CardPlacement.Anchor) -> [Int] {
      guard items.count == 2 else { return [0] }
      if anchor.isAtLeft { return [0, items[0].width + pairGap] }
      if anchor.isAtRight { return [items[1].width + pairGap, 0] }
      return [-(items[1].width + pairGap) / 2, (items[0].width + pairGap) / 2]
    }
  }

  private static func columns(_ items: [Item], height: Int, gap: Int) -> [[Row]] {
    var columns: [[Row]] = [[]]
    var used = 0
    for item in items {
      let last = columns.count - 1
      if item.width <= cell, let open = columns[last].firstIndex(where: \.isOpen), columns[last][open].height >= item.height {
        columns[last][open].items.append(item)
      } else if columns[last].isEmpty || used + gap + item.height <= height {
        used += (columns[last].isEmpty ? 0 : gap) + item.height
        columns[last].append(Row(items: [item]))
      } else {
        columns.append([Row(items: [item])])
        used = item.height
      }
    }
    return columns.filter { !$0.isEmpty }
  }
}

extension CardPlacement.Anchor {
  package var isAtLeft: Bool { [.topLeft, .left, .bottomLeft].contains(self) }
  package var isAtRight: Bool { [.topRight, .right, .bottomRight].contains(self) }
  package var isAtTop: Bool { [.topLeft, .top, .topRight].contains(self) }
  package var isAtBottom: Bool { [.bottomLeft, .bottom, .bottomRight].contains(self) }
  package var isCenteredHorizontally: Bool { !isAtLeft && !isAtRight }
  package var isCenteredVertically: Bool { !isAtTop && !isAtBottom }
}

extension CardPlacement {
  /// The place of a card that was put somewhere by hand. It stays as far from the nearest corner when the area changes.
  ///
  /// - Parameters:
  ///   - x: Points from the left edge of the area.
  ///   - y: Points from its upper edge.
  package init(x: Int, y: Int, width: Int, height: Int, inWidth areaWidth: Int, height areaHeight: Int) {
    let (right, bottom) = (areaWidth - width - x, areaHeight - height - y)
    let anchor: Anchor =
      y <= bottom ? (x <= right ? .topLeft : .topRight) : (x <= right ? .bottomLeft : .bottomRight)
    func limited(_ points: Int) -> Int { min(Margin.limits.upperBound, max(Margin.limits.lowerBound, points)) }
    self.init(anchor: anchor, margin: Margin(horizontal: limited(min(x, right)), vertical: limited(min(y, bottom))))
  }
}

extension CardArrangement.Position {
  /// A card's upper left corner in an area.
  package func origin(width: Int, height: Int, inWidth areaWidth: Int, height areaHeight: Int) -> (x: Int, y: Int) {
    let x =
      anchor.isAtLeft
      ? horizontal : anchor.isAtRight ? areaWidth - width - horizontal : (areaWidth - width) / 2 + horizontal
    let y =
      anchor.isAtTop ? vertical : anchor.isAtBottom ? areaHeight - height - vertical : (areaHeight - height) / 2 + vertical
    return (x, y)
  }
}
