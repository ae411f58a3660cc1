import Testing
import WidgetModel

@testable import WidgetRendering

/// Views on top of each other in a terminal.
@Suite struct CompositionTests {
  private func composed(_ view: ViewNode, imageSize: Size? = nil) -> TerminalDrawing {
    var options = RenderingOptions.test
    if let imageSize { options.imageSize = { _ in imageSize } }
    return TerminalDrawing(snapshot(view, insets: .zero), in: Size(width: 176, height: 0), options: options)
  }

  @Test("an icon is inside a ring, which shows no number then")
  func iconInRing() {
    let ring = view(.zstack, [progress(0.7, .circle), view(.icon("star"))])
    let lines = composed(ring).canvas.lines
    let icon = IconSet.icon("star", style: .unicode).text(.utf8)
    #expect(lines.count == 7 && lines[3].contains(icon) && lines.allSatisfy { !$0.contains("%") })
    #expect(
      lines[1].contains { ("\u{2800}"..."\u{28FF}").contains($0) } && lines[5].contains { ("\u{2800}"..."\u{28FF}").contains($0) }
    )
  }

  @Test("nested rings keep the dots of each")
  func rings() {
    func ring(_ side: Double) -> ViewNode {
      view(.progress(1, shape: .circle)) { ($0.width, $0.height) = (side, side) }
    }
    func dots(_ views: [ViewNode]) -> Int {
      composed(view(.zstack, views)).canvas.lines.joined().unicodeScalars.reduce(0) {
        (0x2800...0x28FF).contains($1.value) ? $0 + ($1.value - 0x2800).nonzeroBitCount : $0
      }
    }
    #expect(dots([ring(112), ring(48)]) == dots([ring(112)]) + dots([ring(48)]))
  }

  @Test("a text on the filled part of a bar has its colour as background")
  func textOnBar() throws {
    let bar = view(.zstack, [progress(1), text("50%")])
    let row = try #require(composed(bar).canvas.rows.dropFirst().first)
    let digit = try #require(row.first { $0.text == "5" })
    #expect(digit.style.background == .named(.accent))
  }

  @Test("a caption in front of an image takes its rows from it")
  func caption() throws {
    let image = view(.image(.reference("a.png"), mode: .fill)) { ($0.width, $0.height) = (160, 96) }
    let stack = view(.zstack, [image, text("Caption")]) { $0.align = .bottom }
    let drawing = composed(stack, imageSize: Size(width: 160, height: 96))
    #expect(drawing.canvas.lines[6].contains("Caption"))
    #expect(drawing.images.map(\.frame.rows) == [1..<6])
  }

  @Test("an image hides what is behind it")
  func imageInFront() {
    let image = view(.image(.reference("a.png"), mode: .fill)) { ($0.width, $0.height) = (160, 96) }
    let drawing = composed(view(.zstack, [text("behind"), image]), imageSize: Size(width: 160, height: 96))
    #expect(!drawing.canvas.text().contains("behind") && drawing.images.map(\.frame.rows) == [1..<7])
  }

  @Test("where an image is shown as text, its caption is below it")
  func captionOfText() {
    let image = view(.image(.reference("a.png"), mode: .fill)) { $0.accessibility = "A map" }
    expectLayout(view(.zstack, [image, text("Caption")]), width: 80, "|A map     |\n|Caption   |")
  }
}
