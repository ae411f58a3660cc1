import WidgetRendering

/// Finds the next card in a direction.
enum BoardNavigation {
  enum Direction: Sendable, CaseIterable { case up, down, left, right }

  /// - Parameters:
  ///   - index: The card to start from.
  ///   - frames: The places of all cards.
  ///   - sections: The number of each card's section, from the top; empty for one section.
  /// - Returns: nil if there is none in that direction.
  static func card(_ direction: Direction, from index: Int, in frames: [CellFrame], sections: [Int] = []) -> Int? {
    guard frames.indices.contains(index) else { return nil }
    let own = frames[index]
    func section(_ index: Int) -> Int { sections.indices.contains(index) ? sections[index] : 0 }
    switch direction {
    case .up, .down:
      let isUp = direction == .up
      func rank(_ other: Int) -> Int { isUp ? -frames[other].rows.upperBound : frames[other].rows.lowerBound }
      let ahead = frames.indices.filter {
        $0 != index
          && (isUp ? frames[$0].rows.upperBound <= own.rows.lowerBound : frames[$0].rows.lowerBound >= own.rows.upperBound)
      }
      let inColumn = ahead.filter { frames[$0].columns == own.columns }
      if let next = inColumn.filter({ section($0) == section(index) }).min(by: { rank($0) < rank($1) }) { return next }
      // The next section may have fewer columns: its nearest one then.
      let others = ahead.filter { isUp ? section($0) < section(index) : section($0) > section(index) }
      guard let next = isUp ? others.map(section).max() : others.map(section).min() else { return nil }
      func away(_ other: Int) -> Int { abs(frames[other].columns.lowerBound - own.columns.lowerBound) }
      return others.filter { section($0) == next }.min { (away($0), rank($0)) < (away($1), rank($1)) }
    case .left, .right:
      let starts = Set(frames.map(\.columns.lowerBound))
      let start =
        direction == .left
        ? starts.filter { $0 < own.columns.lowerBound }.max() : starts.filter { $0 > own.columns.lowerBound }.min()
      guard let start else { return nil }
      // The card next to the title, where the reader is looking.
      let row = own.rows.lowerBound
      return frames.indices.filter { frames[$0].columns.lowerBound == start }
        .min { distance(frames[$0], row) < distance(frames[$1], row) }
    }
  }

  private static func distance(_ frame: CellFrame, _ row: Int) -> Int {
    frame.rows.contains(row) ? 0 : min(abs(frame.rows.lowerBound - row), abs(frame.rows.upperBound - 1 - row))
  }
}
