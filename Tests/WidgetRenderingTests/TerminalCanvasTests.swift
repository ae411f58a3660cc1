import Testing
import WidgetModel
import WidgetRendering

@Suite struct TerminalCanvasTests {
  private func canvas(_ columns: Int, _ texts: (String, Int)...) -> TerminalCanvas {
    var canvas = TerminalCanvas(columns: columns, rows: 1)
    for (text, column) in texts { canvas.draw(text, column: column, row: 0, style: .plain) }
    return canvas
  }

  @Test("what is drawn over half of a wide character leaves a space of the other half")
  func halves() {
    #expect(canvas(6, ("日本", 0), ("x", 1)).lines == [" x本  "])
    #expect(canvas(6, ("日本", 0), ("x", 2)).lines == ["日x   "])
    #expect(canvas(6, ("日本", 0), ("語", 1)).lines == [" 語   "])
    #expect(canvas(3, ("a日本", 0)).lines == ["a日"])
    #expect(canvas(4, ("a日本", 0)).lines == ["a日 "])
    #expect(canvas(3, ("日本", -1)).lines == [" 本"])
  }

  @Test("marks without a letter and control characters take no cell and are not drawn")
  func nothing() {
    #expect(canvas(4, ("\u{301}a\u{7}b", 0)).lines == ["ab  "])
  }

  @Test("rows and columns outside are no trap")
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

  @Test("a canvas is copied onto another, wide characters whole or not at all")
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
}
