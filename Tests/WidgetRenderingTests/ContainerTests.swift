import Testing
import WidgetModel

@testable import WidgetRendering

/// Grids, zstacks, gauges, borders, aspect ratios, private views.
@Suite struct ContainerTests {
  private func grid(_ columns: [GridColumn], _ children: [ViewNode], _ edit: Edit = { _ in }) -> ViewNode {
    view(.grid(columns: columns), children, edit)
  }

  private func words(_ texts: String...) -> [ViewNode] { texts.map { text($0) } }

  @Test("flexible columns share the width equally")
  func flexibleColumns() {
    expectLayout(
      grid([.init(), .init()], words("a", "b", "longer", "d")), width: 136, "|a        b       |\n|longer   d       |")
    expectLayout(grid([.init(), .init(), .init()], words("a", "b", "c", "d")), width: 112, "|a    b    c   |\n|d             |")
  }

  @Test("fixed, automatic and flexible columns")
  func columnWidths() {
    expectLayout(
      grid([.init(.fixed(40)), .init(.automatic), .init()], words("a", "12:05", "Berlin", "b", "9:00", "Köln")), width: 176,
      "|a     12:05 Berlin    |\n|b     9:00  Köln      |")
    // Too little space: the automatic column shrinks, the fixed one doesn't.
    expectLayout(
      grid([.init(.fixed(40)), .init(.automatic)], [text("a"), text("a long text") { $0.lineLimit = 1 }]), width: 112,
      "|a     a long… |")
  }

  @Test("the alignment in a cell is the view's, else the column's, else the grid's")
  func alignment() {
    expectLayout(
      grid([.init(.automatic, align: .trailing), .init()], words("1", "x", "100", "y")) { $0.align = .center }, width: 88,
      "|  1    x   |\n|100    y   |")
    expectLayout(
      grid([.init(align: .trailing)], [text("a"), text("b") { $0.align = .leading }, text("c") { $0.align = .center }]),
      width: 40,
      "|    a|\n|b    |\n|  c  |")
    expectLayout(grid([.init(.automatic), .init(.automatic)], words("a\nb\nc", "x")), width: 40, "|a    |\n|b x  |\n|c    |")
    expectLayout(
      grid([.init(.automatic), .init(.automatic)], words("a\nb\nc", "x")) { $0.align = .firstBaseline }, width: 40,
      "|a x  |\n|b    |\n|c    |")
  }

  @Test("spacing of a grid is between columns and between rows")
  func spacing() {
    expectLayout(
      grid([.init(.automatic), .init(.automatic)], words("a", "b", "c", "d")) { $0.spacing = 16 }, width: 48,
      "|a  b  |\n|      |\n|c  d  |")
  }

  @Test("a zstack is as large as its largest view, and aligns the others")
  func piles() {
    expectLayout(view(.zstack, [text("wwwww\nwwwww\nwwwww"), text("x")]), width: 40, "|wwwww|\n|wwxww|\n|wwwww|")
    expectLayout(
      view(.zstack, [text("wwwww\nwwwww\nwwwww"), text("x")]) { $0.align = .trailing }, width: 40, "|wwwww|\n|wwwwx|\n|wwwww|")
    expectLayout(
      view(.zstack, [text("wwwww\nwwwww\nwwwww"), text("x") { $0.align = .bottom }]), width: 40, "|wwwww|\n|wwwww|\n|wwxww|")
    expectLayout(view(.zstack, [progress(0.5), text("50%")]), width: 80, "|███50%░░░░|")
  }

  @Test("the front view of a zstack is tapped first")
  func pileControls() {
    let pile = view(.zstack, [button("behind it all", action: 1), button("x", action: 2)])
    let drawing = TerminalDrawing(snapshot(pile), in: Size(width: 240, height: 0), options: .test)
    #expect(drawing.controls.map(\.action) == [2, 1])
    #expect(drawing.control(column: 9, row: 1)?.action == 2 && drawing.control(column: 3, row: 1)?.action == 1)
  }

  @Test("a border takes a cell at each side, and text does not touch it")
  func borders() {
    expectLayout(text("x") { $0.border = .named(.red) }, width: 48, "|╭───╮ |\n|| x | |\n|╰───╯ |")
    expectLayout(
      text("x") {
        $0.border = .named(.red)
        $0.cornerRadius = 0
      }, width: 48, "|┌───┐ |\n|| x | |\n|└───┘ |")
    expectLayout(
      text("x") {
        $0.border = .named(.red)
        $0.padding = EdgeInsets(all: 16)
      }, width: 56, "|╭─────╮|\n||  x  ||\n|╰─────╯|")
    expectLayout(
      text("x") {
        $0.border = .named(.red)
        $0.height = 16
      }, width: 48, "|  x   |")
    expectLayout(text("x") { $0.border = .named(.clear) }, width: 16, "|x |")
    #expect(
      drawn(text("x") { $0.border = .named(.red) }, width: 48, encoding: .ascii) == "|+---+ |\n|| x | |\n|+---+ |")
  }

  @Test("an aspect ratio determines the height, within the available height")
  func ratio() {
    expectLayout(
      vstack(
        text("x") {
          $0.width = 64
          $0.aspectRatio = 2
        }, text("y")), width: 72, "|x        |\n|         |\n|y        |")
    expectLayout(
      vstack(
        text("x") {
          $0.height = 32
          $0.aspectRatio = 1
          $0.background = .named(.red)
        }, text("y")), width: 72, "|x        |\n|         |\n|y        |")
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .points)
    func size(_ edit: Edit) -> Size {
      let frame = Layout(context).layout(view(.image(.bytes([1]), mode: .fill), [], edit), width: 200, maxHeight: 80).frame
      return Size(width: frame.width, height: frame.height)
    }
    #expect(size { $0.aspectRatio = 4 } == Size(width: 200, height: 50))
    #expect(size { $0.aspectRatio = 2 } == Size(width: 160, height: 80))
    #expect(size { $0.aspectRatio = .nan } == Size(width: 64, height: 64))
  }

  @Test("views with an infinite maximum width share a row")
  func maximum() {
    expectLayout(
      hstack(text("a") { $0.maxWidth = 100_000 }, text("b") { $0.maxWidth = 100_000 }), width: 88, "|a     b    |")
  }
}

@Suite struct GaugeTests {
  private func gauge(_ gauge: Gauge, _ edit: Edit = { _ in }) -> ViewNode { view(.gauge(gauge), [], edit) }

  @Test("a bar is below its texts and between its ends; on one line it is between the texts")
  func bars() {
    let disk = Gauge(50, minimum: 0, maximum: 100, text: "Disk", valueText: "50 GB", shape: .bar)
    expectLayout(gauge(disk), width: 144, "|Disk         50 GB|\n|0 ██████░░░░░░ 100|")
    expectLayout(gauge(disk) { $0.height = 16 }, width: 240, "|Disk 0 ██████▌░░░░░░ 100 50 GB|")
    expectLayout(gauge(Gauge(0.5, shape: .bar)), width: 80, "|█████░░░░░|")
    expectLayout(gauge(Gauge(.nan, shape: .bar)), width: 24, "|░░░|")
  }

  @Test("a ring is open at the bottom, with its value inside and its text below")
  func rings() {
    expectLayout(
      gauge(Gauge(0.5, text: "CPU", valueText: "50 %")), width: 96,
      """
      | ⣠⣴⣾⠿⠿⣷⣦⣄   |
      |⣰⣿⠋    ⠙⣿⣆  |
      |⣿⡇ 50 % ⢸⣿  |
      |⠹⣿⡄    ⢠⣿⠏  |
      | ⠉      ⠉   |
      |   CPU      |
      """)
  }

  @Test("without space for a ring, or without braille, it is a bar")
  func fallback() {
    expectLayout(gauge(Gauge(0.5, valueText: "50 %")) { $0.height = 32 }, width: 80, "|      50 %|\n|█████░░░░░|")
    #expect(drawn(gauge(Gauge(0.5, valueText: "50 %")), width: 80, encoding: .ascii) == "|      50 %|\n|#####-----|")
  }

  @Test("a circular progress with a height is a ring")
  func circle() {
    expectLayout(
      view(.progress(0.25, shape: .circle)) { $0.height = 64 }, width: 80,
      """
      |⢀⣴⡾⠿⠿⢷⣦⡀  |
      |⣾⡏25% ⢹⣷  |
      |⢿⣇    ⣸⡿  |
      |⠈⠻⢷⣶⣶⡾⠟⠁  |
      """)
  }
}

@Suite struct RedactionTests {
  private func drawn(_ view: ViewNode, isRedacted: Bool) -> TerminalDrawing {
    var options = RenderingOptions.test
    options.isRedacted = isRedacted
    options.hyperlinks = true
    return TerminalDrawing(snapshot(view, insets: .zero), in: Size(width: 176, height: 0), options: options)
  }

  private let account = vstack(
    text("Balance"),
    view(
      .private,
      [
        hstack(text("1 234 €"), spacer(), view(.icon("star"))), button("Transfer", action: 7), progress(0.5),
        view(.chart(Chart(.spark, [ChartSeries([1, 2])]))), view(.date(5000, style: .timer)),
        view(.link("secret link", url: "https://secret.example")) { $0.accessibility = "secret words" },
        toggle("secret", isOn: true, action: 9), divider(),
      ]))

  @Test("a redacted icon and ring have no value in any format")
  func redactedValues() {
    var ring = view(.shape(.circle))
    var stroke = StrokeStyle()
    stroke.trim = StrokeStyle.Trim(from: 0, to: 0.3737)
    ring.style.setEffect(\.strokeStyle, to: stroke)
    let icon = view(.icon("wifi")) { $0.setEffect(\.iconValue, to: 0.3737) }
    let redacted = view(.private, [ring, icon]).redacted
    #expect(!JSONWriter().text(redacted.json).contains("3737"))
  }

  @Test("redacted private views are bars without controls")
  func bars() {
    #expect(
      drawn(account, isRedacted: true).canvas.lines.joined(separator: "\n") == """
        ╭─ Test ─────────────╮
        │Balance             │
        │▒▒▒▒▒▒▒▒           ▒│
        │  ▒▒▒▒▒▒▒▒          │
        │▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒│
        │▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒│
        │▒▒▒▒▒▒▒▒            │
        │▒▒▒▒▒▒▒▒            │
        │▒▒▒ ▒▒▒▒            │
        │────────────────────│
        ╰────────────────────╯
        """)
    let redacted = drawn(account, isRedacted: true)
    let open = drawn(account, isRedacted: false)
    #expect(redacted.canvas.rows.count == open.canvas.rows.count)
    #expect(redacted.controls.isEmpty && open.controls.map(\.action) == [7, 9])
    #expect(redacted.nextChange == nil && open.nextChange == 1)
  }

  @Test("the bar of a private text has one of three lengths", arguments: [["5", "1 234"], ["Balance", "a longer word"]])
  func lengths(_ texts: [String]) {
    func bars(_ secret: String) -> TerminalDrawing {
      drawn(vstack(hstack(view(.private, [text(secret)]), text("next"))), isRedacted: true)
    }
    #expect(bars(texts[0]).canvas.lines == bars(texts[1]).canvas.lines)
    let context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, isRedacted: true)
    let layouts = texts.map { Layout(context).layout(view(.private, [text($0)]), width: 200) }
    #expect(layouts[0].frame == layouts[1].frame)
    func json(_ secret: String) -> String { JSONWriter().text(view(.private, [text(secret)]).redacted.json) }
    #expect(json(texts[0]) == json(texts[1]))
  }

  @Test("neither layout nor output contains private content")
  func nothingLeaks() {
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .points, isRedacted: true)
    let described = "\(Layout(context).layout(account, width: 200))"
    let bytes = drawn(account, isRedacted: true).ansi(.trueColor)
    for secret in ["secret", "1 234", "Transfer", "5000", "star"] {
      #expect(!bytes.contains(secret) && !described.contains(secret), "\(secret)")
    }
    func check(_ view: LaidOutView) {
      if view.isRedacted {
        #expect(view.node.action == nil && view.node.children.isEmpty && view.chart == nil)
        #expect(view.lines.allSatisfy { $0.text.isEmpty } && view.symbol?.text.isEmpty ?? true)
      } else {
        #expect(view.node.content != .private)
      }
      view.children.forEach(check)
    }
    let root = Layout(context).layout(account, width: 200)
    check(root)
    #expect(root.children.last?.isRedacted == true)
  }

  @Test("redacted JSON contains bars and the rest of the widget")
  func json() throws {
    var options = RenderingOptions.test
    func json() throws -> String {
      String(decoding: JSONFormat().render(snapshot(account), in: .zero, options: options), as: UTF8.self)
    }
    let open = try json()
    options.isRedacted = true
    let redacted = try json()
    for secret in ["secret", "1 234", "Transfer", "5000", "star", "action"] {
      #expect(open.contains(secret) && !redacted.contains(secret), "\(secret)")
    }
    #expect(redacted.contains("Balance") && redacted.contains("\"████████\""))
    #expect(account.redacted.redacted == account.redacted)
  }

  @Test("a view without private parts is the same, redacted or not")
  func others() {
    let open = vstack(text("a"), button("b"), progress(0.4))
    #expect(drawn(open, isRedacted: true) == drawn(open, isRedacted: false))
    #expect(open.redacted == open)
  }
}
