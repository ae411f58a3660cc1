import WidgetRendering

/// Which column of a board each card is in.
///
/// Cards are placed in order, each in the column that ends highest, so that the first cards are at the top and the columns are balanced.
/// They stay in their columns while their heights change.
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

  /// - Parameter heights: The rows of each card.
  init(heights: [Int], columnCount: Int) {
    columns = Array(repeating: [], count: max(1, columnCount))
    var ends = Array(repeating: 0, count: columns.count)
    for (index, height) in heights.enumerated() {
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      columns[column].append(index)
      ends[column] += height
    }
  }

  /// The number of columns in a terminal of some width.
  static func columnCount(width: Int, cards: Int) -> Int {
    let fitting = width >= threeColumns ? 3 : width >= twoColumns ? 2 : 1
    return max(1, min(fitting, cards))
  }

  /// The columns of cells of each column of cards.
  static func spans(width: Int, columnCount: Int) -> [Range<Int>] {
    let count = max(1, columnCount)
    let card = max(1, min(widestCard, (width - gap * (count - 1)) / count))
    return (0..<count).map { index in
      let start = index * (card + gap)
      return start..<start + card
    }
  }

  /// The place of each card on a board of unlimited height.
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
