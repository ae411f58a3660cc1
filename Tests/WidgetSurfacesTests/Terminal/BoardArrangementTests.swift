import Testing
import WidgetRendering

@testable import WidgetSurfaces

@Suite struct BoardArrangementTests {
  @Test("cards use the rows their column has left, the first cards first")
  func extraRows() {
    let arrangement = BoardArrangement(heights: [8, 8, 8, 8], columnCount: 2)
    #expect(arrangement.columns == [[0, 2], [1, 3]])
    #expect(arrangement.extraRows(heights: [8, 8, 8, 8], hidden: [0, 0, 0, 0], rows: 40) == [0, 0, 0, 0])
    #expect(arrangement.extraRows(heights: [8, 8, 8, 8], hidden: [20, 3, 10, 1], rows: 40) == [20, 3, 4, 1])
    #expect(arrangement.extraRows(heights: [8, 8, 8, 8], hidden: [20, 3, 10, 1], rows: 12) == [0, 0, 0, 0])
  }

  @Test("cards go in order to the column that ends highest, the left one of several")
  func balanced() {
    #expect(BoardArrangement(heights: [3, 3, 3, 3], columnCount: 2).columns == [[0, 2], [1, 3]])
    #expect(BoardArrangement(heights: [10, 3, 3, 3, 3], columnCount: 2).columns == [[0], [1, 2, 3, 4]])
    #expect(BoardArrangement(heights: [1, 2, 3], columnCount: 1).columns == [[0, 1, 2]])
    #expect(BoardArrangement(heights: [], columnCount: 3).columns == [[], [], []])
  }

  @Test(
    "the number of columns for a width and a number of cards",
    arguments: [(1, 9, 1), (40, 9, 1), (80, 9, 1), (90, 9, 2), (120, 9, 2), (140, 9, 3), (300, 9, 3), (300, 2, 2), (300, 0, 1)])
  func counts(_ width: Int, _ cards: Int, _ expected: Int) {
    #expect(BoardArrangement.columnCount(width: width, cards: cards) == expected)
  }

  @Test(
    "columns have the same width, a gap between them, and an end inside of the terminal",
    arguments: [1, 2, 3, 39, 80, 119, 200, 300])
  func spans(_ width: Int) {
    for count in 1...3 where width >= 3 * count + 2 * (count - 1) {
      let spans = BoardArrangement.spans(width: width, columnCount: count)
      #expect(Set(spans.map(\.count)).count == 1 && spans[0].count <= BoardArrangement.widestCard)
      #expect(spans.last.map { $0.upperBound <= width } == true)
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $1.lowerBound - $0.upperBound == BoardArrangement.gap })
    }
  }

  @Test("a card that grows moves only the cards below it")
  func grows() {
    let arrangement = BoardArrangement(heights: [3, 3, 3, 3], columnCount: 2)
    let before = arrangement.frames(heights: [3, 3, 3, 3], width: 100)
    let after = arrangement.frames(heights: [9, 3, 3, 3], width: 100)
    #expect(before.map(\.rows) == [0..<3, 0..<3, 3..<6, 3..<6])
    #expect(after.map(\.rows) == [0..<9, 0..<3, 9..<12, 3..<6])
    #expect(before.map(\.columns) == after.map(\.columns))
  }

  @Test("sections have headings and columns of their own; cards use their section's rows, then those of the screen")
  func sections() {
    let heights = [3, 5, 3, 3]
    let arrangement = BoardArrangement(
      heights: heights, columnCount: 2,
      sections: [.init(count: 2), .init(title: "Work", count: 1), .init(title: "Home", count: 1)])
    #expect(arrangement.columns == [[0, 2, 3], [1]])
    #expect(arrangement.frames(heights: heights, width: 100).map(\.rows) == [0..<3, 0..<5, 6..<9, 10..<13])
    #expect(arrangement.headings(heights: heights) == [.init(title: "Work", row: 5), .init(title: "Home", row: 9)])
    #expect(arrangement.sectionNumbers == [0, 0, 1, 2])
    #expect(arrangement.extraRows(heights: heights, hidden: [9, 9, 9, 9], rows: 13) == [2, 0, 0, 0])
    #expect(arrangement.extraRows(heights: heights, hidden: [9, 1, 9, 9], rows: 20) == [9, 1, 0, 0])
    #expect(arrangement.extraRows(heights: heights, hidden: [3, 0, 9, 9], rows: 20) == [3, 0, 6, 0])
  }

  @Test("the card in each direction")
  func directions() {
    let frames = BoardArrangement(heights: [4, 2, 2, 6], columnCount: 2).frames(heights: [4, 2, 2, 6], width: 100)
    // 0 | 1
    // 0 | 2
    // 3 |
    #expect(BoardNavigation.card(.down, from: 1, in: frames) == 2)
    #expect(BoardNavigation.card(.down, from: 0, in: frames) == 3)
    #expect(BoardNavigation.card(.up, from: 3, in: frames) == 0)
    #expect(BoardNavigation.card(.right, from: 0, in: frames) == 1)
    #expect(BoardNavigation.card(.left, from: 2, in: frames) == 0)
    #expect(BoardNavigation.card(.right, from: 3, in: frames) == 2)
    for (direction, index) in [(BoardNavigation.Direction.up, 0), (.left, 0), (.right, 2), (.down, 3), (.down, 7)] {
      #expect(BoardNavigation.card(direction, from: index, in: frames) == nil)
    }
  }

  @Test("scrolling stays on the board and reveals rows with the least movement")
  func scrolls() {
    var scroll = BoardScroll()
    scroll.update(contentRows: 30, visibleRows: 10)
    scroll.scroll(by: -3)
    #expect(scroll.rows == 0..<10 && scroll.hiddenAbove == 0 && scroll.hiddenBelow == 20)
    scroll.reveal(8..<14)
    #expect(scroll.rows == 4..<14)
    scroll.reveal(5..<7)
    #expect(scroll.rows == 4..<14)
    scroll.reveal(12..<40)
    #expect(scroll.offset == 12)
    scroll.scroll(pages: 9)
    #expect(scroll.rows == 20..<30)
    scroll.update(contentRows: 5, visibleRows: 10)
    #expect(scroll.offset == 0 && !scroll.isScrollable)
    scroll.update(contentRows: 5, visibleRows: 0)
    scroll.reveal(3..<4)
    #expect(scroll.visibleRows == 0)
  }

  @Test("a search finds words in any case, and goes around the end of the board")
  func search() {
    var search = BoardSearch()
    #expect(search.matches(["Disk", "Flight"]).isEmpty)
    for character in "Li" { search.type(character) }
    let matches = search.matches(["Flight LI 5", "Disk", "hello LILLE", "alive"])
    #expect(matches == [0, 2, 3])
    #expect(BoardSearch.next(matches, from: 1, forward: true) == 2)
    #expect(BoardSearch.next(matches, from: 3, forward: true) == 0)
    #expect(BoardSearch.next(matches, from: 0, forward: false) == 3)
    #expect(BoardSearch.next(matches, from: 0, forward: true, includingCurrent: true) == 0)
    #expect(BoardSearch.next([], from: 0, forward: true) == nil)
    #expect(search.deleteBackward() && search.deleteBackward() && !search.deleteBackward())
  }

  @Test("as many key hints as fit, and help and quit before all others")
  func hints() {
    let hints = [KeyHint("m", "more"), KeyHint("r", "refresh"), KeyHint("Tab", "select")]
    let last = [KeyHint("?", "help"), KeyHint("q", "quit")]
    func line(_ columns: Int) -> String { KeyHint.fitting(hints, last: last, columns: columns).map(\.key).joined(separator: " ") }
    #expect(line(80) == "m r Tab ? q")
    #expect(line(33) == "m r ? q")
    #expect(line(32) == "m ? q")
    #expect(line(14) == "? q")
    #expect(line(7) == "q")
    #expect(line(5) == "")
    for columns in 0...60 {
      let fitting = KeyHint.fitting(hints, last: last, columns: columns)
      let line = KeyHint.line(fitting, .init(color: .none))
      #expect(line.width == line.text.count && line.width <= columns)
    }
  }

  @Test("the help fits the width", arguments: [1, 10, 20, 40, 60, 100])
  func help(_ columns: Int) {
    for isUTF8 in [true, false] {
      let lines = BoardHelp.lines(columns: columns, isUTF8: isUTF8)
      #expect(lines.allSatisfy { $0.count <= max(columns, 1) || !$0.contains(" ") }, "\(lines)")
      #expect(isUTF8 || lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    }
  }

  @Test("an editor receives the line, if it is one that takes it, and keeps its options")
  func editor() {
    func words(_ environment: [String: String], _ line: Int?) -> [String] {
      Array(Editor(environment: environment).arguments("/a b.lua", line: line).dropFirst(2))
    }
    #expect(words([:], 7) == ["exec vi \"$@\"", "sh", "+7", "/a b.lua"])
    #expect(words(["EDITOR": "/usr/bin/nano -w", "VISUAL": " "], 7) == ["exec /usr/bin/nano -w \"$@\"", "sh", "+7", "/a b.lua"])
    #expect(words(["EDITOR": "vi", "VISUAL": "code --wait"], 7) == ["exec code --wait \"$@\"", "sh", "/a b.lua"])
  }
}
