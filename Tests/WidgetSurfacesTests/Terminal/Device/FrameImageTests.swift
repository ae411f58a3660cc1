import Testing
import WidgetSurfaces
import WidgetTesting

/// Images in frames. ESC is shown as `^` and `\r\n` as `|`.
@Suite struct FrameImageTests {
  private func visible(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^").replacing("\r\n", with: "|").replacing("\r", with: "<")
      .replacing("^[?7l", with: "").replacing("^[?7h", with: "")
  }

  /// An image erased with its cells.
  private func sixel(_ id: Int, column: Int = 1, row: Int = 1, columns: Int = 3, rows: Int = 2) -> FrameImage {
    FrameImage(id: id, column: column, row: row, columns: columns, rows: rows, bytes: Array("<\(id)>".utf8))
  }

  /// An image stored by the terminal.
  private func kitty(_ id: Int, column: Int = 1, row: Int = 1, columns: Int = 3, rows: Int = 2) -> FrameImage {
    FrameImage(
      id: id, column: column, row: row, columns: columns, rows: rows, bytes: Array("<\(id)>".utf8),
      redisplay: Array("<again \(id)>".utf8),
      removal: Array("<no \(id)>".utf8))
  }

  private let lines = ["top", "|^[3C|", "|^[3C|", "end"].map { $0.replacing("^", with: "\u{1B}") }
  private let widths = [3, 5, 5, 3]
  private let blank = "^[2G^[3X<"

  @Test("An image is drawn after the lines and the cursor returns; the same frame again writes nothing")
  func once() {
    for image in [sixel(7), kitty(7)] {
      var writer = FrameWriter(size: .fallback)
      #expect(
        visible(writer.frame(lines, widths: widths, images: [image]))
          == "top|\(blank)|^[3C||\(blank)|^[3C||end|^7^[3A^[2G<7>^8")
      #expect(writer.frame(lines, widths: widths, images: [image]) == [])
    }
  }

  @Test("After somebody else had the terminal, a stored image is sent again: a cleared screen has deleted it")
  func away() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(lines, widths: widths, images: [kitty(7)])
    writer.finish()
    #expect(visible(writer.frame(lines, widths: widths, images: [kitty(7)])).hasSuffix("^7^[3A^[2G<7>^8"))
    #expect(visible(writer.frame(lines, widths: widths, images: [kitty(7, column: 2)])).hasSuffix("^[3G<again 7>^8"))
  }

  @Test("A changed line steps over the image next to it, and the image is not sent again")
  func beside() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(lines, widths: widths, images: [sixel(7)])
    var next = lines
    next[1] += " 12:01"
    #expect(visible(writer.frame(next, widths: [3, 11, 5, 3], images: [sixel(7)])) == "^[3A|^[3C| 12:01^[K|^[2B")
  }

  @Test("A removed image is erased or deleted; its replacement is drawn before the old one is deleted")
  func replaced() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(lines, widths: widths, images: [sixel(7)])
    let rewritten = "^[3A\(blank)|^[3C|^[K|\(blank)|^[3C|^[K|^[1B"
    #expect(visible(writer.frame(lines, widths: widths, images: [sixel(8)])) == rewritten + "^7^[3A^[2G<8>^8")
    #expect(visible(writer.frame(lines, widths: widths)) == rewritten)

    writer = FrameWriter(size: .fallback)
    _ = writer.frame(lines, widths: widths, images: [kitty(7)])
    #expect(visible(writer.frame(lines, widths: widths, images: [kitty(8)])).hasSuffix("^7^[3A^[2G<8>^8<no 7>"))
    #expect(visible(writer.frame(lines, widths: widths)) == "<no 8>")
    // Deleted, so it's sent again.
    #expect(visible(writer.frame(lines, widths: widths, images: [kitty(7)])).hasSuffix("<7>^8"))
  }

  @Test("A moved image is displayed again if the terminal stores it, and sent again otherwise")
  func moved() {
    for (image, bytes) in [(sixel(7), "<7>"), (kitty(7), "<again 7>")] {
      var writer = FrameWriter(size: .fallback)
      _ = writer.frame(lines, widths: widths, images: [image])
      var next = image
      next.row = 0
      let text = visible(writer.frame(lines, widths: widths, images: [next]))
      #expect(text.hasSuffix("^7^[4A^[2G\(bytes)^8"), "\(text)")
    }
  }

  @Test("After a resize and after printed lines, all images are displayed again")
  func again() {
    var writer = FrameWriter(size: .fallback)
    _ = writer.frame(lines, widths: widths, images: [sixel(1), kitty(2)])
    writer.resize(to: TerminalSize(columns: 100, rows: 24))
    #expect(visible(writer.frame(lines, widths: widths, images: [sixel(1), kitty(2)])).hasSuffix("<1>^8^7^[3A^[2G<again 2>^8"))
    _ = writer.insert(above: "hello")
    #expect(visible(writer.frame(lines, widths: widths, images: [sixel(1), kitty(2)])).hasSuffix("<1>^8^7^[3A^[2G<again 2>^8"))
    writer.repaint()
    #expect(visible(writer.frame(lines, widths: widths)).hasSuffix("end|<no 2>"))
  }

  @Test("An image that overlaps an erased one is drawn again, one next to it is not")
  func neighbours() {
    var writer = FrameWriter(size: .fallback)
    let (under, beside) = (sixel(1, column: 0, columns: 2), sixel(2, column: 20))
    _ = writer.frame(lines, widths: widths, images: [under, beside, sixel(3)])
    let text = visible(writer.frame(lines, widths: widths, images: [under, beside]))
    #expect(text.hasSuffix("^7^[3A^[1G<1>^8") && !text.contains("<2>"), "\(text)")
  }

  @Test("An image that is not completely visible is not drawn")
  func cut() {
    var writer = FrameWriter(size: TerminalSize(columns: 10, rows: 4))
    let images = [
      sixel(1, row: 0), sixel(2), sixel(3, column: 8, row: 0), sixel(4, column: -1, row: 0), sixel(5, row: 0, rows: 0),
    ]
    let text = visible(writer.frame(lines, widths: widths, images: images))
    #expect(text.contains("<1>") && text.contains("(2 more"), "\(text)")
    for id in 2...5 { #expect(!text.contains("<\(id)>")) }
  }

  @Test("Without cursor movement there are no images")
  func dumb() {
    var writer = FrameWriter(size: .fallback, capabilities: TerminalCapabilities(movesCursor: false))
    #expect(visible(writer.frame(["a"], widths: [1], images: [sixel(1, row: 0, rows: 1)])) == "a\n")
  }

  @Test("After any sequence of frames, exactly the images of the last frame are on the screen", arguments: 0..<40)
  func sequences(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var size = TerminalSize(columns: 30, rows: 14)
    var screen = ScreenEmulator(size)
    var writer = FrameWriter(size: size)
    func image(_ id: Int, column: Int, row: Int) -> FrameImage {
      // The bytes identify the image; the screen records the position.
      FrameImage(
        id: id, column: column, row: row, columns: 4, rows: 2, bytes: Array("\u{1B}_G\(id)\u{1B}\\".utf8),
        redisplay: id % 2 == 0 ? Array("\u{1B}_G\(id)\u{1B}\\".utf8) : nil,
        removal: id % 2 == 0 ? Array("\u{1B}_Gd\(id)\u{1B}\\".utf8) : [])
    }
    var shown: [FrameImage] = []
    var drawn = 0
    for _ in 0..<30 {
      if Int.random(in: 0..<5, using: &random) == 0 {
        size = TerminalSize(columns: Int.random(in: 20...40, using: &random), rows: 14)
        screen.resize(size)
        writer.resize(to: size)
        shown = []
      }
      let column = Int.random(in: 0...8, using: &random)
      let images = Bool.random(using: &random) ? [image(Int.random(in: 1...3, using: &random), column: column, row: 1)] : []
      var lines = (0..<5).map { "line \($0) \(Int.random(in: 0..<3, using: &random))      end" }
      for image in images {
        for row in 1...2 {
          let cells = Array(lines[row])
          lines[row] = String(cells[..<image.column]) + "\u{1B}[4C" + String(cells[(image.column + 4)...])
        }
      }
      let before = screen.images.count
      screen.write(writer.frame(lines, widths: lines.map { _ in 17 }, images: images))
      let new = screen.images[before...].filter { !$0.text.hasPrefix("_Gd") }
      drawn += new.count
      let isShown = images == shown
      #expect(new.count == (isShown ? 0 : images.count))
      for (image, drawing) in zip(images, new) {
        #expect(drawing.row == screen.cursorRow - 5 + image.row && drawing.column == image.column)
      }
      shown = images
      #expect(screen.rows.suffix(6).prefix(5) == lines.map { $0.replacing("\u{1B}[4C", with: "    ") }[...])
      #expect(screen.unknown == [] && screen.cursorColumn == 0)
    }
    #expect(drawn > 0)
  }
}
