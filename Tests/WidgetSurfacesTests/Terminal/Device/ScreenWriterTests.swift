import Testing
import WidgetTesting

@testable import WidgetSurfaces

/// Frames on the alternate screen.
@Suite struct ScreenWriterTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^") }

  private func frame(_ writer: inout ScreenWriter, _ lines: [String], _ images: [FrameImage] = []) -> String {
    text(writer.frame(lines, widths: lines.map(\.count), images: images))
  }

  @Test("the first frame erases the screen; later ones write only the lines that changed, each at its position")
  func damage() {
    var writer = ScreenWriter(size: TerminalSize(columns: 10, rows: 3))
    #expect(frame(&writer, ["one", "", "three"]) == "^[?7l^[0m^[2J^[1;1Hone^[3;1Hthree^[?7h")
    #expect(frame(&writer, ["one", "", "three"]) == "")
    #expect(frame(&writer, ["one", "two", "3"]) == "^[?7l^[2;1Htwo^[3;1H3^[K^[?7h")
    #expect(frame(&writer, ["one"]) == "^[?7l^[2;1H^[K^[3;1H^[K^[?7h")
    writer.synchronizes = true
    #expect(frame(&writer, ["0123456789"]) == "^[?2026h^[?7l^[1;1H0123456789^[?7h^[?2026l")
  }

  @Test("a new size and a repaint draw everything; rows below the screen are not drawn")
  func sizes() {
    var writer = ScreenWriter(size: TerminalSize(columns: 10, rows: 3))
    _ = frame(&writer, ["a", "b", "c"])
    writer.resize(to: TerminalSize(columns: 4, rows: 2))
    #expect(frame(&writer, ["a", "b", "c"]) == "^[?7l^[0m^[2J^[1;1Ha^[2;1Hb^[?7h")
    writer.repaint()
    #expect(frame(&writer, ["a"]) == "^[?7l^[0m^[2J^[1;1Ha^[?7h")
  }

  @Test("images are drawn at their positions, but not in the last row, and removed at the end")
  func images() {
    var writer = ScreenWriter(size: TerminalSize(columns: 10, rows: 4))
    let image = FrameImage(
      id: 1, column: 2, row: 1, columns: 3, rows: 1, bytes: Array("<I>".utf8), redisplay: [], removal: Array("<R>".utf8))
    var low = image
    (low.id, low.row) = (2, 3)
    #expect(frame(&writer, ["a", "b", "c", "d"], [image, low]).hasSuffix("^[2;3H<I>^[?7h"))
    #expect(frame(&writer, ["a", "b", "c", "d"], [image]) == "")
    #expect(text(writer.leave()) == "<R>" && writer.leave().isEmpty)
  }

  @Test("a stored image is sent again with an erased screen, because kitty deletes it with the cells")
  func erasedImages() {
    var writer = ScreenWriter(size: TerminalSize(columns: 10, rows: 4))
    var image = FrameImage(
      id: 1, column: 2, row: 1, columns: 3, rows: 1, bytes: Array("<I>".utf8), redisplay: Array("<again>".utf8),
      removal: Array("<R>".utf8))
    _ = frame(&writer, ["a", "b", "c", "d"], [image])
    for erase: (inout ScreenWriter) -> Void in [
      { $0.repaint() }, { $0.finish() }, { $0.resize(to: TerminalSize(columns: 12, rows: 4)) },
    ] {
      erase(&writer)
      #expect(frame(&writer, ["a", "b", "c", "d"], [image]).hasSuffix("^[2;3H<I>^[?7h"))
    }
    image.column = 3
    #expect(frame(&writer, ["a", "b", "c", "d"], [image]).hasSuffix("^[2;4H<again>^[?7h"), "moved without erasing")
    _ = frame(&writer, ["a", "b", "c", "d"])
    #expect(text(writer.leave()).isEmpty)
  }

  @Test("random frames are on the screen as they were given")
  func random() {
    var generator = SystemRandomNumberGenerator()
    var size = TerminalSize(columns: 12, rows: 5)
    var writer = ScreenWriter(size: size)
    var screen = ScreenEmulator(size)
    screen.write(Array("\u{1B}[?1049h".utf8))
    for step in 0..<300 {
      if step % 17 == 16 {
        size = TerminalSize(columns: Int.random(in: 1...20, using: &generator), rows: Int.random(in: 1...8, using: &generator))
        writer.resize(to: size)
        screen.resize(size)
      }
      let lines = (0..<Int.random(in: 0...size.rows, using: &generator)).map { _ in
        String(
          (0..<Int.random(in: 0...size.columns, using: &generator)).map { _ in "ab ".randomElement(using: &generator) ?? " " })
      }
      screen.write(writer.frame(lines, widths: lines.map(\.count), images: []))
      func trimmed(_ line: String) -> String { String(line.reversed().drop { $0 == " " }.reversed()) }
      // Rows without text at the end may be missing.
      func padded(_ rows: [String]) -> [String] { rows + Array(repeating: "", count: max(0, size.rows - rows.count)) }
      #expect(padded(screen.rows.map(trimmed)) == padded(lines.map(trimmed)))
      #expect(screen.unknown.isEmpty)
    }
  }
}
