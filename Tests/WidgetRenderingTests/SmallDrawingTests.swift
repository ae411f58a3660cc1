import Testing
import WidgetModel

@testable import WidgetRendering

/// Drawings made of few cells.
@Suite struct SmallDrawingTests {
  private func canvas(
    _ view: ViewNode, columns: Double = 22, encoding: OutputEncoding = .utf8, depth: ColorDepth = .trueColor
  ) -> TerminalCanvas {
    var options = RenderingOptions.test
    (options.encoding, options.colorDepth) = (encoding, depth)
    return TerminalDrawing(snapshot(view, insets: .zero), in: Size(width: columns * 8, height: 0), options: options).canvas
  }

  private func shape(_ shape: Shape, _ edit: Edit = { _ in }) -> ViewNode { view(.shape(shape), [], edit) }
  private func ring(_ side: Double) -> ViewNode {
    view(.progress(0.5, shape: .circle)) { ($0.width, $0.height) = (side, side) }
  }

  private static func isDots(_ text: String) -> Bool {
    text.unicodeScalars.first.map { (0x2800...0x28FF).contains($0.value) } ?? false
  }

  @Test("of thousands of large shapes, those in front are drawn and those at the back are left out")
  func manyShapes() {
    func card(_ circles: Int) -> TerminalCanvas {
      let large: Edit = { style in
        (style.width, style.height) = (600, 3000)
        style.setEffect(\.fillGradient, to: Gradient([.rgb(0x0000FF), .rgb(0x0000AA)], direction: .radial))
      }
      let back = shape(.rectangle) { style in
        (style.width, style.height) = (600, 3000)
        style.setEffect(\.fill, to: .rgb(0x00FF00))
      }
      let front = shape(.rectangle) { style in
        (style.width, style.height) = (80, 160)
        style.setEffect(\.fill, to: .rgb(0xFF0000))
      }
      return canvas(
        view(.zstack, [back] + (0..<circles).map { _ in shape(.circle, large) } + [front], { _ in }), columns: 80)
    }
    func shows(_ color: UInt32, _ canvas: TerminalCanvas) -> Bool {
      canvas.rows.contains { $0.contains { $0.style.background == .rgb(color) } }
    }
    let (few, many) = (card(3), card(400))
    #expect(shows(0x00FF00, few) && shows(0xFF0000, few))
    #expect(!shows(0x00FF00, many) && shows(0xFF0000, many))
    // The circles in front of the others look the same.
    #expect(many.rows[90].contains { $0.text != " " && $0.style.foreground != nil })
  }

  @Test("small shapes cost little, and a long path costs more than a short one")
  func shapeCosts() {
    func cost(_ kind: Shape, _ side: Double) -> Double {
      let node = shape(kind) { ($0.width, $0.height) = (side, side) }
      let laidOut = Layout(LayoutContext(measurer: CellMeasurer(), metrics: .cells)).fitted(
        node, width: 800, height: nil, maxHeight: 8000, x: 0, y: 0)
      return TerminalBudget.cost(laidOut.view, in: CellFrame(columns: 0..<100, rows: 0..<500))
    }
    #expect(2000 * cost(.circle, 64) < TerminalBudget.total && 2000 * cost(.rectangle, 400) < TerminalBudget.total)
    let long = "M0 0" + String(repeating: "L1 1L0 0", count: 2000)
    #expect(cost(.path(long), 400) > 20 * cost(.path("M0 0L1 1"), 400))
  }

  @Test("a clock of a few cells is its alternative text; a large one is drawn", arguments: [(48.0, true), (160, false)])
  func clock(side: Double, isText: Bool) {
    let face = view(.zstack, [shape(.circle) { $0.setEffect(\.stroke, to: .named(.label)) }, shape(.path("M.5 .5 L.5 .1"))]) {
      ($0.width, $0.height, $0.accessibility) = (side, side, "10:09")
    }
    let drawn = canvas(face)
    #expect(drawn.text().contains("10:09") == isText)
    #expect(drawn.rows.joined().contains { Self.isDots($0.text) } != isText)
  }

  @Test(
    "the place and the length of a bar on its track are seen without colours, too",
    arguments: [(ColorDepth.none, "░░░███░░░░"), (.ansi16, "░░░███░░░░"), (.trueColor, "██████████")])
  func range(_ depth: ColorDepth, _ expected: String) {
    let track = shape(.capsule) {
      ($0.width, $0.height) = (80, 5)
      $0.setEffect(\.fill, to: .translucent(.named(.gray), opacity: 0.25))
    }
    let bar = shape(.capsule) {
      ($0.width, $0.height) = (24, 5)
      $0.setEffect(\.fill, to: .named(.orange))
      $0.setEffect(\.offset, to: Size(width: 24, height: 0))
    }
    let range = view(.zstack, [track, bar]) { ($0.width, $0.height, $0.align) = (80, 5, .leading) }
    #expect(canvas(range, depth: depth).text().contains(expected))
  }

  @Test("an alternative text without enough space leaves the drawing")
  func longText() {
    let face = view(.zstack, [shape(.circle)]) {
      ($0.width, $0.height, $0.accessibility) = (40, 40, "A clock that shows nine minutes past ten in the morning")
    }
    #expect(canvas(face).rows.joined().contains { Self.isDots($0.text) })
  }

  @Test("a ring inside a zstack is never a bar", arguments: [80.0, 40, 24])
  func rings(side: Double) {
    let rings = canvas(view(.zstack, [ring(112), ring(side)]))
    #expect(!rings.text().contains("█") && !rings.text().contains("░"))
    let gauge = view(.gauge(Gauge(0.5, shape: .ring))) { ($0.width, $0.height) = (side, side) }
    #expect(!canvas(view(.zstack, [ring(112), gauge])).text().contains("░"))
  }

  @Test("without braille, rings in front of each other are bars below each other")
  func ringsInASCII() {
    let bars = canvas(view(.zstack, [ring(80), ring(60), ring(40)]), encoding: .ascii).lines.filter { $0.contains("-") }
    #expect(bars.filter { $0.contains("#") }.count == 3)
  }

  @Test("bars made of shapes keep their level without colours", arguments: [8.0, 40])
  func level(height: Double) {
    let track = shape(.rectangle) {
      $0.setEffect(\.fill, to: .named(.tertiary))
      ($0.width, $0.height) = (160, height)
    }
    let level = shape(.rectangle) {
      $0.setEffect(\.fill, to: .named(.green))
      ($0.width, $0.height) = (64, height)
    }
    let line = canvas(view(.zstack, [track, level]) { $0.align = .leading }, depth: .none).lines[1]
    #expect(line.contains(String(repeating: "█", count: 8) + String(repeating: "░", count: 12)))
  }

  @Test("a surface behind a text stays empty without colours")
  func surface() {
    let panel = shape(.rectangle) { ($0.width, $0.height) = (160, 64) }
    #expect(!canvas(view(.zstack, [panel, text("LY315")]), depth: .none).text().contains("█"))
  }

  @Test("a gradient keeps more than one colour, in cells and in dots")
  func gradients() {
    for (kind, height) in [(Shape.rectangle, 16.0), (.circle, 96), (.path("M0 0 H1 V1 H0 Z"), 64)] {
      let node = shape(kind) {
        $0.setEffect(\.fill, to: .named(.red))
        $0.setEffect(\.fillGradient, to: Gradient([.named(.red), .named(.blue)], direction: .right))
        ($0.width, $0.height) = (96, height)
      }
      let colors = Set(canvas(node).rows.joined().filter { $0.text == "█" || Self.isDots($0.text) }.map(\.style.foreground))
      #expect(colors.count > 2, "\(kind)")
    }
  }

  @Test("white text on a shape keeps the shape behind it")
  func textOnShape() throws {
    let badge = view(
      .zstack,
      [
        shape(.circle) {
          $0.setEffect(\.fill, to: .named(.blue))
          ($0.width, $0.height) = (64, 64)
        }, text("5") { $0.color = .rgb(0xFFFFFF) },
      ])
    let cell = try #require(canvas(badge).rows.joined().first { $0.text == "5" })
    #expect(cell.style.background == .named(.blue) && cell.style.foreground == .rgb(0xFFFFFF))
  }

  @Test("text on a gradient contrasts with the colour where it is")
  func textOnGradient() throws {
    let card = vstack(text("above"), spacer(), text("below")) {
      let gradient = Gradient([.rgb(0x000000), .rgb(0xFFFFFF)])
      ($0.gradient, $0.background, $0.height) = (gradient, gradient.likeness, 160)
    }
    let rows = canvas(card).rows
    func light(_ letter: String) throws -> UInt32 {
      let color = try #require(rows.joined().first { $0.text == letter }?.style.foreground)
      return try #require(SystemPalette.fill(color)).light
    }
    #expect(try light("a") == 0xFFFFFF && light("w") == 0x000000)
  }
}
