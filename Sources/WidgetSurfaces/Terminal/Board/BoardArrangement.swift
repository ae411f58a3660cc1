import WidgetRendering

/// Which column of a board each card is in.
///
/// Cards are placed in order, each in the column that ends highest, so the first cards are at the top and the columns balanced.
/// They stay in their columns when their heights change. Each group of a board is a section with columns of its own.
struct BoardArrangement: Sendable, Equatable {
  /// Cards below a heading, or without one.
  struct Section: Sendable, Equatable {
    /// nil for cards without a heading.
    var title: String?
    var count: Int
  }

  /// A section's heading and its row.
  struct Heading: Sendable, Equatable {
    var title: String
    var row: Int
  }

  private struct Placed: Equatable {
    var title: String?
    var columns: [[Int]]
    /// The row of the heading.
    var headingRows: Int { title == nil ? 0 : 1 }

    func height(_ heights: [Int]) -> Int {
      columns.map { BoardArrangement.height(of: $0, heights) }.max() ?? 0
    }
  }

  private var sections: [Placed]

  /// The indices of the cards, from top to bottom, by column.
  var columns: [[Int]] {
    (sections.first?.columns.indices ?? 0..<0).map { column in sections.flatMap { $0.columns[column] } }
  }

  /// Cells between columns.
  static let gap = 2
  /// The width of a board with two columns. Narrower columns would cut too many texts.
  private static let twoColumns = 90
  private static let threeColumns = 140
  /// A wider card is harder to read.
  static let widestCard = 100

  /// - Parameters:
  ///   - heights: Each card's rows.
  ///   - sections: The cards' sections from the top; nil is one without a heading.
  init(heights: [Int], columnCount: Int, sections: [Section]? = nil) {
    var next = 0
    self.sections = (sections ?? [Section(count: heights.count)]).map { section in
      var columns: [[Int]] = Array(repeating: [], count: max(1, columnCount))
      var ends = Array(repeating: 0, count: columns.count)
      for index in heights.indices.dropFirst(next).prefix(section.count) {
        let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
        columns[column].append(index)
        ends[column] += heights[index]
      }
      next += section.count
      return Placed(title: section.title, columns: columns)
    }
  }

  private static func height(of cards: [Int], _ heights: [Int]) -> Int {
    cards.reduce(0) { $0 + (heights.indices.contains($1) ? heights[$1] : 0) }
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
    var left = rows - sections.reduce(0) { $0 + $1.headingRows + $1.height(heights) }
    for section in sections {
      let height = section.height(heights)
      var used = 0
      for cards in section.columns {
        let own = Self.height(of: cards, heights)
        var space = height + left - own
        for index in cards where space > 0 && hidden.indices.contains(index) {
          extra[index] = min(space, max(0, hidden[index]))
          space -= extra[index]
        }
        used = max(used, own + cards.reduce(0) { $0 + (extra.indices.contains($1) ? extra[$1] : 0) } - height)
      }
      left -= used
    }
    return extra
  }

  /// Each card's place on a board of unlimited height.
  func frames(heights: [Int], width: Int) -> [CellFrame] {
    var frames = heights.map { _ in CellFrame(columns: 0..<0, rows: 0..<0) }
    for (section, top) in zip(sections, tops(heights)) {
      for (span, cards) in zip(Self.spans(width: width, columnCount: section.columns.count), section.columns) {
        var row = top + section.headingRows
        for index in cards where heights.indices.contains(index) {
          frames[index] = CellFrame(columns: span, rows: row..<row + heights[index])
          row += heights[index]
        }
      }
    }
    return frames
  }

  /// The headings on a board of unlimited height.
  func headings(heights: [Int]) -> [Heading] {
    zip(sections, tops(heights)).compactMap { section, top in section.title.map { Heading(title: $0, row: top) } }
  }

  /// The first row of each section.
  private func tops(_ heights: [Int]) -> [Int] {
    var top = 0
    return sections.map { section in
      defer { top += section.headingRows + section.height(heights) }
      return top
    }
  }

  /// The number of each card's section.
  var sectionNumbers: [Int] {
    sections.enumerated().flatMap { number, section in
      Array(repeating: number, count: section.columns.reduce(0) { $0 + $1.count })
    }
  }
}
