import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

@Suite struct ShapeTests {
  private func layout(_ view: ViewNode, width: Double = 200, height: Double? = nil) -> LaidOutView {
    Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)).layout(view, width: width, height: height)
  }

  private func shape(_ shape: Shape, _ edit: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
    view(.shape(shape), [], edit: edit)
  }

  private func view(_ content: ViewContent, _ children: [ViewNode], edit: (inout ViewStyle) -> Void) -> ViewNode {
    var node = ViewNode(content, children: children)
    edit(&node.style)
    return node
  }

  private func drawn(_ view: ViewNode, columns: Double = 10, encoding: OutputEncoding = .utf8) -> [String] {
    var options = RenderingOptions.test
    options.encoding = encoding
    let drawing = TerminalDrawing(snapshot(view, insets: .zero), in: Size(width: (columns + 2) * 8, height: 0), options: options)
    return drawing.canvas.lines.dropFirst().dropLast().map { String($0.dropFirst().dropLast()) }
  }

  @Test("a shape takes the space that it is given, a circle a square of it")
  func sizes() {
    #expect(layout(shape(.rectangle), height: 50).frame == Frame(x: 0, y: 0, width: 200, height: 50))
    #expect(layout(shape(.rectangle)).frame.height == Shape.idealSide)
    let circle = layout(shape(.circle), height: 50).frame
    #expect(circle.width == 50 && circle.height == 50)
  }

  @Test("a view in front of an overlay does not change its size")
  func overlay() {
    let base = shape(.rectangle) { ($0.width, $0.height) = (40, 20) }
    let badge = shape(.circle) { ($0.width, $0.height) = (10, 10) }
    let root = layout(view(.overlay, [base, badge]) { $0.align = .topTrailing }, width: 40)
    #expect(root.frame.width == 40 && root.frame.height == 20)
    #expect(root.children[1].frame == Frame(x: 30, y: 0, width: 10, height: 10))
  }

  @Test("in a terminal a text in front of an icon is next to it, whole")
  func badge() {
    func icon(_ align: Alignment, _ badges: String...) -> ViewNode {
      let texts = badges.map { text in
        view(.text(text), []) { $0.setEffect(\.offset, to: Size(width: 6, height: -6)) }
      }
      return view(.overlay, [ViewNode(.icon("bell.fill"))] + texts) { $0.align = align }
    }
    #expect(drawn(hstack(icon(.topTrailing, "12"))) == ["⍾12       "])
    #expect(drawn(hstack(icon(.topLeading, "12"))) == ["12⍾       "])
    #expect(drawn(hstack(icon(.center, "1", "new"))) == ["⍾1new     "])
    #expect(drawn(icon(.topTrailing, "12")) == ["       ⍾12"])
    // Anything in front of more than an icon, or that's more than a text, stays in front.
    let circle = shape(.circle) { ($0.width, $0.height) = (8, 16) }
    #expect(drawn(view(.overlay, [ViewNode(.icon("bell.fill")), circle]) { $0.align = .center }).count == 1)
    #expect(layout(icon(.topTrailing, "12")).node.content == .overlay)
  }

  @Test("an offset moves a view and all inside it, and leaves its space where it was")
  func offset() {
    let moved = view(.vstack, [shape(.rectangle) { ($0.width, $0.height) = (10, 10) }]) {
      $0.setEffect(\.offset, to: Size(width: 5, height: -3))
    }
    let root = layout(view(.hstack, [moved, shape(.rectangle) { ($0.width, $0.height) = (10, 10) }]) { $0.spacing = 0 })
    #expect(root.children[0].frame.x == 5 && root.children[0].children[0].frame.y == -3)
    #expect(root.children[1].frame.x == 10)
  }

  @Test("a relative size is a part of the row or column, not of the rest of it")
  func relative() {
    let half = shape(.rectangle) {
      $0.height = 4
      $0.setEffect(\.relativeWidth, to: 0.5)
    }
    let root = layout(view(.hstack, [half, shape(.rectangle) { $0.height = 4 }]) { $0.spacing = 0 })
    #expect(root.children.map(\.frame.width) == [100, 100])
    let quarter = shape(.rectangle) { $0.setEffect(\.relativeHeight, to: 0.25) }
    #expect(
      layout(view(.vstack, [quarter, shape(.rectangle)]) { $0.spacing = 0 }, height: 80).children.map(\.frame.height) == [20, 60])
  }

  @Test("lines keep their spacing and their alignment")
  func lines() {
    let text = view(.text("a\nbbb"), []) {
      $0.setEffect(\.lineSpacing, to: 10)
      $0.setEffect(\.textAlign, to: .trailing)
    }
    let plain = layout(view(.text("a\nbbb"), []) { _ in })
    let spaced = layout(text)
    #expect(spaced.frame.height == plain.frame.height + 10 && spaced.lines[1].frame.y == plain.lines[1].frame.y + 10)
    #expect(spaced.lines[0].frame.maxX == spaced.lines[1].frame.maxX)
  }

  @Test("progress between two times advances with the clock")
  func interval() {
    var progress = ViewNode(.progress(0, shape: .bar))
    progress.style.setEffect(\.interval, to: ViewEffects.Interval(from: 100, to: 200))
    #expect(progress.advanced(to: 125).content == .progress(0.25, shape: .bar))
    #expect(progress.advanced(to: 1e9).content == .progress(1, shape: .bar))
    #expect(progress.style.effects?.interval?.nextStep(at: 150, steps: 10) == 10)
    #expect(progress.style.effects?.interval?.nextStep(at: 200, steps: 10) == nil)
  }

  @Test("a tint is the colour of controls and indicators, not of text")
  func tint() {
    let stack = view(.vstack, [ViewNode(.progress(0.5, shape: .bar)), ViewNode(.text("x"))]) {
      $0.setEffect(\.tint, to: .named(.red))
    }
    let root = layout(stack)
    #expect(root.children[0].style.accent == .named(.red) && root.children[1].style.color == nil)
  }

  @Test("shapes in a terminal are cells or dots")
  func terminal() {
    func path(_ data: String, _ edit: (inout ViewEffects) -> Void) -> ViewNode {
      var effects = ViewEffects()
      edit(&effects)
      return shape(.path(data)) {
        ($0.width, $0.height) = (32, 32)
        $0.effects = effects
      }
    }
    #expect(drawn(shape(.rectangle) { ($0.width, $0.height) = (32, 8) }) == ["████      "])
    #expect(drawn(shape(.circle) { ($0.width, $0.height) = (16, 16) }) == ["●         "])
    #expect(drawn(path("M0 0 L1 1") { $0.stroke = .named(.red) }) == ["⠑⢄        ", "  ⠑⢄      "])
    #expect(drawn(path("M0 0 H1 V1 H0 Z") { $0.fill = .named(.red) }, encoding: .ascii) == ["####      ", "####      "])
  }

  @Test("text in front of a shape is legible, and an offset stays on the card")
  func composition() {
    let ground = shape(.rectangle) { ($0.width, $0.height) = (64, 48) }
    let far = view(.text("out"), []) { $0.setEffect(\.offset, to: Size(width: 1e9, height: 0)) }
    let lines = drawn(view(.zstack, [ground, ViewNode(.text("in")), far]) { _ in })
    #expect(lines.joined().contains("in") && !lines.joined().contains("out"))
  }

  @Test("private shapes, images and times are not in the redacted view")
  func redaction() {
    var inside = ViewNode(.shape(.path("M0 0 L1 1")))
    inside.style.effects = .sample
    let redacted = ViewNode(.private, children: [inside]).redacted
    #expect(redacted.children[0].content == .progress(1, shape: .bar))
    #expect(redacted.children[0].style.effects?.backgroundImage == nil && redacted.children[0].style.effects?.interval == nil)
  }
}
