import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct TerminalCanvasTests {
  private func canvas(_ columns: Int, _ texts: (String, Int)...) -> TerminalCanvas {
    var canvas = TerminalCanvas(columns: columns, rows: 1)
    for (text, column) in texts { canvas.draw(text, column: column, row: 0, style: .plain) }
    return canvas
  }

  @Test("drawing over half of a wide character erases the other half")
  func halves() {
    #expect(canvas(6, ("日本", 0), ("x", 1)).lines == [" x本  "])
    #expect(canvas(6, ("日本", 0), ("x", 2)).lines == ["日x   "])
    #expect(canvas(6, ("日本", 0), ("語", 1)).lines == [" 語   "])
    #expect(canvas(3, ("a日本", 0)).lines == ["a日"])
    #expect(canvas(4, ("a日本", 0)).lines == ["a日 "])
    #expect(canvas(3, ("日本", -1)).lines == [" 本"])
  }

  @Test("lone marks and control characters are not drawn")
  func nothing() {
    #expect(canvas(4, ("\u{301}a\u{7}b", 0)).lines == ["ab  "])
  }

  @Test("rows and columns outside the canvas are ignored")
  func outside() {
    var canvas = TerminalCanvas(columns: 3, rows: 1)
    canvas.draw("abc", column: 0, row: 5, style: .plain)
    canvas.draw("abc", column: 90, row: 0, style: .plain)
    canvas.draw("abc", column: 0, row: -1, style: .plain, clip: 2..<99)
    canvas.fill(columns: -4..<99, rows: -4..<99, background: .named(.red))
    #expect(canvas.lines == ["   "])
    #expect(canvas.rows[0].allSatisfy { $0.style.background == .named(.red) })
    #expect(TerminalCanvas(columns: .min, rows: .max).rows.count == 5000)
  }

  @Test("copying a canvas never splits wide characters")
  func copies() {
    var page = TerminalCanvas(columns: 5, rows: 2)
    page.draw(canvas(4, ("a日", 0)), column: 1, row: 1)
    page.draw(canvas(4, ("日本", 0)), column: 2, row: 0)
    #expect(page.lines == ["  日 ", " a日 "])
  }

  @Test("text keeps the background it is drawn on")
  func backgrounds() {
    var canvas = TerminalCanvas(columns: 2, rows: 1)
    canvas.fill(columns: 0..<2, rows: 0..<1, background: .rgb(0x010203))
    canvas.draw("日", column: 0, row: 0, style: TerminalStyle(foreground: .named(.label)))
    #expect(canvas.ansiLines(.trueColor, scheme: .dark) == ["\u{1B}[0;48;2;1;2;3m日\u{1B}[0m"])
  }

  @Test(
    "a cell holds a cluster of any length",
    arguments: ["a", "é", "日", "😀", "🇩🇪", "☝🏽", "1️⃣", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "e\u{301}\u{302}\u{303}\u{304}\u{305}"])
  func clusters(text: String) {
    let drawn = canvas(7, (text, 1), (text, 4))
    let blanks = String(repeating: " ", count: 3 - GraphemeWidth.cells(text))
    #expect(drawn.rows[0][1].text == text && drawn.rows[0][4].text == text)
    #expect(drawn.lines == [" \(text)\(blanks)\(text)\(blanks)"])
    #expect(drawn.ansiLines(.none, scheme: .dark) == drawn.lines.map { $0 + "\u{1B}[0m" })
    var copy = TerminalCanvas(columns: 7, rows: 1)
    copy.draw("👩‍❤️‍👩", column: 5, row: 0, style: .plain)
    copy.draw(drawn, column: 0, row: 0)
    #expect(copy == drawn)
  }

  @Test("canvases are equal if they look equal")
  func equality() {
    var one = TerminalCanvas(columns: 2, rows: 1)
    one.draw("a", column: 0, row: 0, style: TerminalStyle(foreground: .named(.red)))
    one.draw("b", column: 1, row: 0, style: TerminalStyle(foreground: .named(.blue)))
    var other = TerminalCanvas(columns: 2, rows: 1)
    other.draw("b", column: 1, row: 0, style: TerminalStyle(foreground: .named(.blue)))
    #expect(one != other)
    other.draw("a", column: 0, row: 0, style: TerminalStyle(foreground: .named(.red)))
    #expect(one == other)
    other.restyle(columns: 0..<1, rows: 0..<1) { $0.bold = true }
    #expect(one != other)
  }

  @Test("an image with a different colour in every cell keeps them")
  func colours() {
    var canvas = TerminalCanvas(columns: 60, rows: 2)
    canvas.fill(columns: 0..<60, rows: 0..<1, background: .rgb(7))
    for row in 0..<2 {
      for column in 0..<60 {
        canvas.draw("▀", column: column, row: row, style: TerminalStyle(foreground: .rgb(UInt32(row * 60 + column))))
      }
    }
    for row in 0..<2 {
      for column in 0..<60 {
        let expected = TerminalStyle(foreground: .rgb(UInt32(row * 60 + column)), background: row == 0 ? .rgb(7) : nil)
        #expect(canvas.rows[row][column] == TerminalCanvas.Cell(text: "▀", style: expected))
      }
    }
  }
}
