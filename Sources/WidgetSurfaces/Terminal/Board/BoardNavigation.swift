import WidgetRendering

/// Finds the card in a direction.
enum BoardNavigation {
  enum Direction: Sendable, CaseIterable { case up, down, left, right }

  /// - Parameters:
  ///   - index: The card to start from.
  ///   - frames: The places of all cards.
  /// - Returns: nil if there is none in that direction.
  static func card(_ direction: Direction, from index: Int, in frames: [CellFrame]) -> Int? {
    guard frames.indices.contains(index) else { return nil }
    let own = frames[index]
    switch direction {
    case .up:
      return frames.indices.filter {
        frames[$0].columns == own.columns && frames[$0].rows.upperBound <= own.rows.lowerBound && $0 != index
      }
      .max { frames[$0].rows.lowerBound < frames[$1].rows.lowerBound }
    case .down:
      return frames.indices.filter {
        frames[$0].columns == own.columns && frames[$0].rows.lowerBound >= own.rows.upperBound && $0 != index
      }
      .min { frames[$0].rows.lowerBound < frames[$1].rows.lowerBound }
    case .left, .right:
      let starts = Set(frames.map(\.columns.lowerBound))
      let start =
        direction == .left
        ? starts.filter { $0 < own.columns.lowerBound }.max() : starts.filter { $0 > own.columns.lowerBound }.min()
      guard let start else { return nil }
      // The card beside the title, which the reader looks at.
      let row = own.rows.lowerBound
      return frames.indices.filter { frames[$0].columns.lowerBound == start }
        .min { distance(frames[$0], row) < distance(frames[$1], row) }
    }
  }

  private static func distance(_ frame: CellFrame, _ row: Int) -> Int {
    frame.rows.contains(row) ? 0 : min(abs(frame.rows.lowerBound - row), abs(frame.rows.upperBound - 1 - row))
  }
}
