import Testing

@testable import WidgetSurfaces

@Suite struct ViewportTests {
  private func viewport(_ contentRows: Int, _ availableRows: Int) -> Viewport {
    var viewport = Viewport()
    viewport.update(contentRows: contentRows, availableRows: availableRows)
    return viewport
  }

  @Test("a card that fits is shown completely and does not scroll")
  func fits() {
    var viewport = viewport(5, 5)
    #expect(viewport.rows == 0..<5 && viewport.note() == nil)
    let moved = viewport.scroll(by: 1)
    #expect(!moved && viewport.rows == 0..<5)
  }

  @Test("a taller card leaves one row for the count of hidden rows")
  func scrolls() {
    var viewport = viewport(20, 6)
    #expect(viewport.rows == 0..<5 && viewport.note() == "(15 more lines)")
    #expect(viewport.note(columns: 12) == "(15 more)" && viewport.note(columns: 5) == "(15)" && viewport.note(columns: 2) == "")
    var moved = viewport.scroll(by: 3)
    #expect(moved && viewport.rows == 3..<8)
    #expect(viewport.note() == "(3 more lines above, 12 below)")
    moved = viewport.scroll(to: .max)
    #expect(moved && viewport.rows == 15..<20)
    #expect(viewport.note() == "(15 more lines above)")
    moved = viewport.scroll(by: 1)
    #expect(!moved)
    moved = viewport.scroll(by: -100)
    #expect(moved && viewport.rows == 0..<5)
  }

  @Test("a page keeps one row of the previous one")
  func pages() {
    var viewport = viewport(20, 6)
    viewport.scroll(pages: 1)
    #expect(viewport.rows == 4..<9)
    viewport.scroll(pages: -1)
    #expect(viewport.rows == 0..<5)
  }

  @Test("revealing a control scrolls as little as possible")
  func reveal() {
    var viewport = viewport(20, 6)
    viewport.reveal(2..<3)
    #expect(viewport.rows == 0..<5)
    viewport.reveal(7..<8)
    #expect(viewport.rows == 3..<8)
    viewport.reveal(1..<2)
    #expect(viewport.rows == 1..<6)
    viewport.reveal(10..<19)
    #expect(viewport.rows == 10..<15)
  }

  @Test("a shorter card and a larger window move the offset back")
  func shrinks() {
    var viewport = viewport(20, 6)
    viewport.scroll(to: .max)
    viewport.update(contentRows: 8, availableRows: 6)
    #expect(viewport.rows == 3..<8)
    viewport.update(contentRows: 8, availableRows: 30)
    #expect(viewport.rows == 0..<8)
  }

  @Test("no size is too small", arguments: [(0, 0), (1, 0), (5, -3), (5, 1), (0, 9)])
  func extremes(_ contentRows: Int, _ availableRows: Int) {
    var viewport = viewport(contentRows, availableRows)
    viewport.scroll(by: 2)
    viewport.reveal(0..<3)
    #expect(viewport.rows.lowerBound >= 0 && viewport.rows.upperBound <= contentRows)
    #expect(viewport.rows.count == min(contentRows, max(1, min(contentRows, 1))))
  }
}
