import Testing
import WidgetModel

@testable import WidgetRendering

/// The places of images in a drawing, and their characters.
@Suite struct TerminalImageDrawingTests {
  private func image(_ source: String = "map.png", _ change: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
    var node = ViewNode(.image(.reference(source), mode: .fit))
    change(&node.style)
    return node
  }

  /// A column with a line above and one below, 30 cells wide.
  private func draw(_ image: ViewNode, sizes: [String: Size], _ change: (inout RenderingOptions) -> Void = { _ in })
    -> TerminalDrawing
  {
    let snapshot = snapshot(vstack(text("above"), image, text("below")), insets: .zero)
    var options = RenderingOptions(columns: 30)
    options.imageSize = { source in if case .reference(let name) = source { sizes[name] } else { nil } }
    change(&options)
    return TerminalDrawing(snapshot, in: Size(width: 240, height: .infinity), options: options)
  }

  private func frame(_ drawing: TerminalDrawing) -> [Int] {
    drawing.images.flatMap {
      [$0.frame.columns.lowerBound, $0.frame.rows.lowerBound, $0.frame.columns.count, $0.frame.rows.count]
    }
  }

  @Test("an image has the cells of its size, without empty rows")
  func sizes() {
    // Points, and the resulting cells.
    for (size, cells) in [
      (Size(width: 48, height: 32), [6, 2]), (Size(width: 8, height: 8), [1, 1]), (Size(width: 1, height: 1), [1, 1]),
      (Size(width: 11, height: 56), [1, 3]), (Size(width: 100, height: 8), [13, 1]), (Size(width: 2000, height: 1000), [28, 7]),
      (Size(width: 120, height: 50), [15, 3]),
    ] {
      let drawing = draw(image(), sizes: ["map.png": size])
      #expect(frame(drawing) == [1, 2] + cells, "\(size)")
      #expect(drawing.canvas.rows.count == cells[1] + 4)
      #expect(drawing.canvas.lines[2 + cells[1]].contains("below"))
      #expect(drawing.canvas.lines[2].allSatisfy { $0 == " " || $0 == "│" })
    }
  }

  @Test("size fields of images")
  func askedFor() {
    let sizes = ["map.png": Size(width: 48, height: 32)]
    #expect(frame(draw(image { $0.width = 80 }, sizes: sizes)) == [1, 2, 10, 3])
    #expect(frame(draw(image { $0.height = 64 }, sizes: sizes)) == [1, 2, 12, 4])
    #expect(frame(draw(image { ($0.width, $0.height) = (80, 32) }, sizes: sizes)) == [1, 2, 10, 2])
    #expect(frame(draw(image { $0.padding = EdgeInsets(top: 0, left: 16, bottom: 0, right: 0) }, sizes: sizes)) == [3, 2, 6, 2])
  }

  @Test("an unknown image is its alternative text")
  func words() {
    let unknown = draw(image("other.png"), sizes: ["map.png": Size(width: 48, height: 32)])
    #expect(unknown.images.isEmpty && unknown.canvas.lines[2].contains("[image other.png]"))
    let none = draw(image(), sizes: [:]) { $0.imageSize = nil }
    #expect(none.images.isEmpty && none.canvas.lines[2].contains("[image map.png]"))
    var known = draw(image { $0.accessibility = "a map" }, sizes: ["map.png": Size(width: 48, height: 32)])
    known.showAlternativeText(of: known.images[0], encoding: .utf8)
    #expect(known.canvas.lines[2].hasPrefix("│a map "))
    // As far as there's space.
    known.images[0].alternativeText = "a map of the city"
    known.showAlternativeText(of: known.images[0], encoding: .ascii)
    #expect(known.canvas.lines[2...3].map { $0.prefix(8) } == ["│a map  ", "│of...  "])
  }

  @Test("private images of a redacted view and hidden images are not shown")
  func redacted() {
    let size = ["map.png": Size(width: 48, height: 32)]
    let secret = ViewNode(.private, children: [image()])
    #expect(draw(secret, sizes: size).images.count == 1)
    #expect(draw(secret, sizes: size) { $0.isRedacted = true }.images.isEmpty)
    #expect(draw(image { $0.hidden = true }, sizes: size).images.isEmpty)
  }

  @Test("skipped cells are spaces in plain text")
  func holes() {
    var canvas = TerminalCanvas(columns: 6, rows: 2)
    canvas.draw("abcdef", column: 0, row: 0, style: .plain)
    canvas.stepOver(CellFrame(columns: 2..<4, rows: 0..<1))
    canvas.stepOver(CellFrame(columns: 5..<90, rows: 1..<90))
    #expect(canvas.ansiLines(.none, scheme: .dark) == ["ab\u{1B}[2Cef\u{1B}[0m", "     \u{1B}[1C\u{1B}[0m"])
    #expect(canvas.lines == ["abcdef", "      "])
  }

  @Test("the cursor is repositioned after a cluster of disputed width")
  func anchors() {
    func line(_ text: String, at column: Int = 0) -> String {
      var canvas = TerminalCanvas(columns: 8, rows: 1)
      canvas.draw(text, column: 0, row: 0, style: .plain)
      return canvas.ansiLines(.none, scheme: .dark, anchorColumn: column)[0].replacing("\u{1B}", with: "^")
    }
    #expect(line("a👩‍🚀b") == "a  ^[2G👩‍🚀^[4Gb    ^[0m")
    #expect(line("a👩‍🚀b", at: 10) == "a  ^[12G👩‍🚀^[14Gb    ^[0m")
    #expect(line("☔|") == "  ^[1G☔^[3G|     ^[0m")
    #expect(line("1️⃣|") == "  ^[1G1️⃣^[3G|     ^[0m")
    for plain in ["abcdefgh", "│ é ж █ ", "漢字カナ", "⠋ ─ … ’ "] { #expect(line(plain) == plain + "^[0m") }
  }

  @Test("only blocks and colours of the painter's output become cells")
  func blocks() {
    var canvas = TerminalCanvas(columns: 5, rows: 3)
    let text =
      "\u{1B}[0m\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[7m▄\u{1B}[0m \n█\u{1B}]0;title\u{7}x\u{1B}[2J▌▌▌▌▌▌\n\u{1B}[38;5;1m▐\n▐"
    canvas.draw(blocks: Array(text.utf8), in: CellFrame(columns: 1..<4, rows: 0..<2))
    #expect(canvas.lines[0] == " ▀▄  ")
    #expect(canvas.lines[2] == "     ")
    #expect(canvas.rows[0][1].style == TerminalStyle(foreground: .rgb(0xFF0000), background: .rgb(0x0000FF)))
    #expect(canvas.rows[0][2].style.reverse)
    #expect(canvas.lines[1].allSatisfy { $0 == " " || $0 == "█" || $0 == "▌" })
    for garbage in [
      "\u{1B}", "\u{1B}[", "\u{1B}[38;2", "\u{1B}[38;2;1;2m▀", "\u{1B}[999999999999999999999m▀", "\u{1B}[48;2;300;0;0m▀",
    ] {
      canvas.draw(blocks: Array(garbage.utf8), in: CellFrame(columns: 0..<5, rows: 0..<3))
    }
    canvas.draw(blocks: [0xFF, 0xFE], in: CellFrame(columns: 4..<9, rows: 2..<9))
    #expect(canvas.rows.allSatisfy { $0.count == 5 })
  }

  @Test("placeholders keep their marks and their colour")
  func placeholders() {
    var canvas = TerminalCanvas(columns: 3, rows: 1)
    let cells = "\u{10EEEE}\u{305}\u{305}\u{10EEEE}\u{305}\u{30D}"
    canvas.draw(blocks: Array("\u{1B}[38;2;1;2;3m\(cells)\u{1B}[39m".utf8), in: CellFrame(columns: 0..<2, rows: 0..<1))
    #expect(
      canvas.ansiLines(.trueColor, scheme: .dark, anchorColumn: 0)[0] == "\u{1B}[0;38;2;1;2;3m\(cells)\u{1B}[0m \u{1B}[0m")
  }
}
