import Testing
import WidgetModel

@testable import WidgetRendering

/// `ui.card`, gradients and translucent colours.
@Suite struct CardBackgroundTests {
  private func card(_ header: CardHeader = .automatic, _ edit: Edit = { _ in }) -> ViewNode {
    view(.card(header: header), [text("14°")], edit)
  }

  private func content(_ view: ViewNode) -> CardContent { CardContent(snapshot(view), options: .test) }

  @Test("the background of a card is not that of its view; a hidden header leaves out the title")
  func content() {
    let plain = content(card())
    #expect(plain.background == nil && plain.showsTitle)
    let blue = content(card(.hidden) { $0.background = .named(.blue) })
    #expect(blue.background == Background(color: .named(.blue), gradient: nil) && !blue.showsTitle)
    #expect(blue.body?.style.background == nil)
    let other = content(view(.vstack, [text("x")]) { $0.background = .named(.blue) })
    #expect(other.background == nil && other.body?.style.background == .named(.blue))
  }

  @Test("a terminal fills the inside of the border, without a title if the header is hidden")
  func terminal() {
    let drawing = TerminalDrawing(
      snapshot(card(.hidden) { $0.background = .rgb(0x123456) }), in: Size(width: 160, height: 0), options: .test)
    #expect(!drawing.canvas.text().contains("Test") && drawing.canvas.text().contains("14°"))
    for (index, row) in drawing.canvas.rows.enumerated() {
      let isBorder = index == 0 || index == drawing.canvas.rowCount - 1
      #expect(row.dropFirst().dropLast().allSatisfy { $0.style.background == (isBorder ? nil : .rgb(0x123456)) })
    }
    let digit = drawing.canvas.rows.joined().first { $0.text == "1" }
    #expect(digit?.style.foreground == .pair(light: .rgb(0xFFFFFF), dark: .rgb(0xFFFFFF)))
  }

  @Test("a gradient is a colour for each row or column of cells")
  func gradient() {
    var canvas = TerminalCanvas(columns: 4, rows: 2)
    let whole = CellFrame(columns: 0..<4, rows: 0..<2)
    canvas.fill(whole, Gradient([.rgb(0), .rgb(0x808080)], direction: .down), of: whole)
    func shades(_ row: Int) -> [UInt32?] {
      canvas.rows[row].map { $0.style.background.flatMap { SystemPalette.fill($0)?.light } }
    }
    #expect(shades(0) == [0x202020, 0x202020, 0x202020, 0x202020] && shades(1) == [0x606060, 0x606060, 0x606060, 0x606060])
    canvas.fill(whole, Gradient([.rgb(0), .rgb(0x808080)], direction: .right), of: whole)
    #expect(shades(0) == [0x101010, 0x303030, 0x505050, 0x707070] && shades(1) == shades(0))
  }

  @Test("a page has the background on its article, and gradients of our colours")
  func page() {
    let gradient = Gradient([.named(.blue), .rgb(0x123456)], direction: .diagonal)
    let root = card(.hidden) { ($0.background, $0.gradient) = (gradient.likeness, gradient) }
    let html = String(
      decoding: HTMLFormat().render(snapshot(root), in: Size(width: 0, height: 0), options: .test), as: UTF8.self)
    #expect(html.contains("background:linear-gradient(to bottom right,var(--blue-fill),#123456)"))
    #expect(!html.contains("<header"))
  }

  @Test("a translucent colour keeps its opacity on a page, and is mixed with the card in a terminal")
  func translucent() {
    let color = Color.translucent(.rgb(0xFF0000), opacity: 0.5)
    #expect(HTMLPalette.fill(color) == "color-mix(in srgb,#ff0000 50%,transparent)")
    #expect(TerminalPalette.rgb(color, .light) == 0xFF7F7F)
    #expect(SystemPalette.fill(color)?.light == 0xFF7F7F)
  }
}
