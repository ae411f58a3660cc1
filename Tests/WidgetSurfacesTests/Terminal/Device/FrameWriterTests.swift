import Testing
import WidgetSurfaces
import WidgetTesting

@Suite struct FrameWriterTests {
  /// Frames of plain text through one writer; the bytes of each, with ESC shown as `^`.
  private func bytes(_ frames: [[String]], columns: Int = 20, rows: Int = 10, synchronizes: Bool = false) -> [String] {
    var writer = FrameWriter(
      size: TerminalSize(columns: columns, rows: rows))
    writer.synchronizes = synchronizes
    return frames.map { visible(writer.frame($0, widths: $0.map(\.count))) }
  }

  private func visible(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).map { $0 == "\u{1B}" ? "^" : $0 == "\r\n" ? "|" : String($0) }.joined()
  }

  @Test("The first frame is its lines, with the cursor below them")
  func first() { #expect(bytes([["one", "two"]]) == ["^[?7lone|two|^[?7h"]) }

  @Test("Frames are synchronized if the terminal supports it")
  func synchronized() {
    #expect(bytes([["one"]], synchronizes: true) == ["^[?2026h^[?7lone|^[?7h^[?2026l"])
  }

  @Test("The same frame again writes nothing")
  func same() { #expect(bytes([["one"], ["one"], [], []]) == ["^[?7lone|^[?7h", "", "^[?7l^[1A^[J^[?7h", ""]) }

  @Test("Only changed lines are written: first the new text, then the rest is erased")
  func changed() {
    #expect(bytes([["a", "b", "c", "d"], ["a", "B", "c", "d"]])[1] == "^[?7l^[3AB^[K|^[2B^[?7h")
    #expect(bytes([["a", "b", "c", "d"], ["A", "b", "c", "D"]])[1] == "^[?7l^[4AA^[K|^[2BD^[K|^[?7h")
  }

  @Test("Nothing is erased after a full line, because the cursor is still on its last cell")
  func fullLine() { #expect(bytes([["abcde"], ["vwxyz"]], columns: 5)[1] == "^[?7l^[1Avwxyz|^[?7h") }

  @Test("Added lines are written, removed ones erased")
  func growAndShrink() {
    #expect(bytes([["a"], ["a", "b"]])[1] == "^[?7lb|^[?7h")
    #expect(bytes([["a", "b", "c"], ["a"]])[1] == "^[?7l^[2A^[J^[?7h")
    #expect(bytes([["a", "b", "c"], ["x"]])[1] == "^[?7l^[3Ax^[K|^[J^[?7h")
  }

  @Test("A frame taller than the terminal is truncated and counts the hidden lines")
  func clipped() {
    let lines = (1...9).map { "line \($0)" }
    #expect(bytes([lines], rows: 5) == ["^[?7lline 1|line 2|line 3|(6 more lines)|^[?7h"])
    #expect(bytes([lines], columns: 8, rows: 3) == ["^[?7lline 1|(8 more |^[?7h"])
    #expect(bytes([["a", "b"]], rows: 2) == ["^[?7l(2 more lines)|^[?7h"])
    #expect(bytes([["a", "b"]], rows: 1) == ["^[?7l(2 more lines)|^[?7h"])
    #expect(bytes([["a", "b", "c", "d"]], rows: 5) == ["^[?7la|b|c|d|^[?7h"])
  }

  @Test("Control characters cannot break a line")
  func controls() { #expect(bytes([["a\nb\rc\u{7}d\u{1B}[1me"]]) == ["^[?7la b c d^[1me|^[?7h"]) }

  @Test("Missing and negative widths are harmless")
  func widths() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(["a", "b"], widths: [])
    writer.resize(to: TerminalSize(columns: 1, rows: 24))
    #expect(writer.drawnRows == 2)
    _ = writer.frame(["a", "b"], widths: [-5, 1_000_000, 7])
    writer.resize(to: TerminalSize(columns: 10, rows: 24))
    #expect(writer.drawnRows == 100_001)
  }

  @Test("After a narrower window has wrapped the old lines, all their rows are erased")
  func narrower() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(["0123456789", "01234"], widths: [10, 5])
    writer.resize(to: TerminalSize(columns: 4, rows: 24))
    #expect(writer.drawnRows == 3 + 2)
    #expect(visible(writer.frame(["0123", "01"], widths: [4, 2])) == "^[?7l^[5A^[J0123|01|^[?7h")
    #expect(visible(writer.frame(["0123", "02"], widths: [4, 2])) == "^[?7l^[1A02^[K|^[?7h")
  }

  @Test("A terminal that truncates lines keeps one row per line")
  func cutting() {
    var writer = FrameWriter(size: .fallback, capabilities: TerminalCapabilities(wrapsOnResize: false))
    _ = writer.frame(["0123456789", "01234"], widths: [10, 5])
    writer.resize(to: TerminalSize(columns: 4, rows: 24))
    #expect(writer.drawnRows == 2)
  }

  @Test("A new size redraws equal lines; the same size writes nothing")
  func sameLines() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(["a"], widths: [1])
    writer.resize(to: .fallback)
    #expect(writer.frame(["a"], widths: [1]) == [])
    writer.resize(to: TerminalSize(columns: 80, rows: 30))
    #expect(visible(writer.frame(["a"], widths: [1])) == "^[?7l^[1A^[Ja|^[?7h")
  }

  @Test("After finish the next frame is drawn below the last one")
  func finish() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(["a"], widths: [1])
    writer.finish()
    #expect(visible(writer.frame(["a"], widths: [1])) == "^[?7la|^[?7h")
  }

  @Test("Without cursor movement each new frame is printed completely, and an equal one is not")
  func dumb() {
    var writer = FrameWriter(size: TerminalSize(columns: 9, rows: 2), capabilities: TerminalCapabilities(movesCursor: false))
    let lines = ["a", "b", "c"]
    #expect(writer.frame(lines, widths: [1, 1, 1]) == Array("a\nb\nc\n".utf8))
    #expect(writer.frame(lines, widths: [1, 1, 1]) == [])
    writer.resize(to: .fallback)
    #expect(writer.frame(["x"], widths: [1]) == Array("x\n".utf8))
    #expect(writer.frame(["\u{1B}[0;1mbold\u{1B}[0m [ 7% ]m"], widths: [13]) == Array("bold [ 7% ]m\n".utf8))
  }

  @Test("After any sequence of frames and sizes, exactly the last frame is on the screen", arguments: 0..<60)
  func sequences(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var size = TerminalSize(columns: 30, rows: 12)
    var screen = ScreenEmulator(size)
    let history = ["$ ls", "a  b", "$ run"]
    for line in history { screen.write(Array((line + "\r\n").utf8)) }
    var writer = FrameWriter(size: size)
    var lines: [String] = []
    var hasOverflown = false
    for _ in 0..<60 {
      if Int.random(in: 0..<6, using: &random) == 0 {
        size = TerminalSize(columns: .random(in: 16...40, using: &random), rows: .random(in: 4...14, using: &random))
        screen.resize(size)
        writer.resize(to: size)
        hasOverflown = hasOverflown || writer.drawnRows > size.rows - 1
      }
      lines = nextFrame(after: lines, columns: size.columns, &random)
      screen.write(writer.frame(lines.map { "\u{1B}[1m\($0)\u{1B}[0m" }, widths: lines.map(\.count)))
      let available = size.rows - 1
      let wanted =
        lines.count <= available ? lines : lines.prefix(available - 1) + ["(\(lines.count - available + 1) more lines)"]
      let trimmed = wanted.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      let rows = screen.rows
      #expect(Array(rows.dropLast().suffix(wanted.count)) == trimmed)
      #expect(rows.last == "")
      #expect(Array(rows.prefix(history.count)) == history)
      // Lines that have scrolled away remain as they were; nothing else is left of older frames.
      if !hasOverflown { #expect(rows.count == history.count + wanted.count + 1) }
      #expect(screen.cursorRow == rows.count - 1)
      #expect(screen.cursorColumn == 0)
      #expect(screen.wrapsAutomatically)
      #expect(!screen.isSynchronizing)
    }
    #expect(screen.unknown == [])
  }

  private func nextFrame(after lines: [String], columns: Int, _ random: inout SeededGenerator) -> [String] {
    var lines = lines.map { String($0.prefix(columns)) }
    switch Int.random(in: 0..<5, using: &random) {
    case 0: lines = []
    case 1: if !lines.isEmpty { lines.removeLast(Int.random(in: 0...lines.count, using: &random)) }
    case 2: break
    default: lines += (0..<Int.random(in: 1...4, using: &random)).map { _ in "" }
    }
    for index in lines.indices where Int.random(in: 0..<3, using: &random) == 0 {
      let count = Bool.random(using: &random) ? columns : Int.random(in: 0...columns, using: &random)
      lines[index] = String((0..<count).map { _ in "abc ".randomElement(using: &random) ?? " " })
    }
    return Array(lines.prefix(20))
  }
}
