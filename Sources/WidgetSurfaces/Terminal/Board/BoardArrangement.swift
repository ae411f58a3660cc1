import WidgetRendering

/// Which column of a board each card is in.
///
/// Cards are placed in order, each in the column that ends highest, so the first cards are at the top and the columns balanced.
/// They stay in their columns when their heights change.
struct BoardArrangement: Sendable, Equatable {
  /// The indices of the cards, from top to bottom, by column.
  private(set) var columns: [[Int]]

  /// Cells between columns.
  static let gap = 2
  /// The width of a board with two columns. Narrower columns would cut too many texts.
  private static let twoColumns = 90
  private static let threeColumns = 140
  /// A wider card is harder to read.
  static let widestCard = 100

  /// - Parameter heights: Each card's rows.
  init(heights: [Int], columnCount: Int) {
    columns = Array(repeating: [], count: max(1, columnCount))
    var ends = Array(repeating: 0, count: columns.count)
    for (index, height) in heights.enumerated() {
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      columns[column].append(index)
      ends[column] += height
    }
  }

  /// The number of columns in a terminal of this width.
  static func columnCount(width: Int, cards: Int) -> Int {
    let fitting = width >= threeColumns ? 3 : width >= twoColumns ? 2 : 1
    return max(1, min(fitting, cards))
  }

  /// The columns of cells for each column of cards.
  static func spans(width: Int, columnCount: Int) -> [Range<Int>] {
    let count = max(1, columnCount)
    let card = max(1, min(widestCard, (width - gap * (count - 1)) / count))
    return (0..<count).map { index in
      let start = index * (card + gap)
      return start..<start + card
    }
  }

  /// How many rows higher than compact each card may be, where its column has space. The first cards come first.
  ///
  /// - Parameters:
  ///   - heights: Each card's rows when compact.
  ///   - hidden: How many rows of each card are cut off then.
  ///   - rows: The rows of the screen.
  func extraRows(heights: [Int], hidden: [Int], rows: Int) -> [Int] {
    var extra = heights.map { _ in 0 }
    for cards in columns {
      var space = rows - cards.reduce(0) { $0 + (heights.indices.contains($1) ? heights[$1] : 0) }
      for index in cards where space > 0 && hidden.indices.contains(index) {
        extra[index] = min(space, max(0, hidden[index]))
        space -= extra[index]
      }
    }
    return extra
  }

  /// Each card's place on a board of unlimited height.
  func frames(heights: [Int], width: Int) -> [CellFrame] {
    var frames = heights.map { _ in CellFrame(columns: 0..<0, rows: 0..<0) }
    for (span, cards) in zip(Self.spans(width: width, columnCount: columns.count), columns) {
      var row = 0
      for index in cards where heights.indices.contains(index) {
        frames[index] = CellFrame(columns: span, rows: row..<row + heights[index])
        row += heights[index]
      }
    }
    return frames
  }
}

/// Finds the next card in a direction.
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
