import Testing
import WidgetModel

@testable import WidgetRendering

/// Layers, and rows and grids of equal things, where there isn't enough space.
@Suite struct EqualThingsTests {
  /// A view without the containers that draw it smaller, and its size on the card.
  private func placed(_ view: LaidOutView, scale: Double = 1) -> [(view: LaidOutView, scale: Double)] {
    [(view, scale)] + view.children.flatMap { placed($0, scale: scale * view.scale) }
  }

  private func square(_ side: Double) -> ViewNode { view(.shape(.rectangle)) { ($0.width, $0.height) = (side, side) } }

  private func month(_ weeks: Int = 5) -> ViewNode {
    let names = ["M", "T", "W", "T", "F", "S", "S"].map { text($0) { $0.font = .style(.caption2) } }
    let days = (1...7 * weeks).map { day in
      let number = text("\(day)") { $0.font = .style(.footnote) }
      guard day == 26 else { return number }
      return view(.overlay, [view(.shape(.circle)) { ($0.width, $0.height) = (22, 22) }, number])
    }
    return view(.grid(columns: Array(repeating: GridColumn(), count: 7)), names + days) { $0.spacing = 2 }
  }

  @Test("a caption wider than its picture gets smaller on its own", arguments: [TextSize.large, .accessibility5])
  func caption(_ textSize: TextSize) throws {
    let tile = view(.overlay, [square(60), text("Kind of Blue remastered") { $0.font = .style(.caption) }])
    let root = fitted(hstack(tile, square(20)), textSize: textSize).view
    #expect(root.scale == 1)
    let shapes = placed(root).filter { if case .shape = $0.view.node.content { true } else { false } }
    #expect(shapes.map { $0.view.frame.width * $0.scale } == [60, 20])
    #expect(!texts(root).isEmpty)
  }

  @Test("a mask doesn't make the card around it smaller")
  func mask() {
    let masked = square(60).masked(by: text("Northern lights") { $0.font = .style(.largeTitle) })
    #expect(fitted(vstack(text("Kp 5"), masked), textSize: .xxxLarge).view.scale == 1)
  }

  @Test("layers inside layers take no longer than their number")
  func nestedLayers() {
    var tree = text("A caption that's wider than what's behind it")
    for _ in 0..<30 { tree = view(.overlay, [square(40), vstack(tree, text("more"))]) }
    let start = ContinuousClock.now
    _ = fitted(tree, textSize: .accessibility5)
    #expect(ContinuousClock.now - start < .seconds(5))
  }

  @Test(
    "a month keeps its weeks, with numbers of one size",
    arguments: [Size(width: 126, height: 100), Size(width: 306, height: 100)])
  func month(_ size: Size) {
    for textSize in [TextSize.large, .xxxLarge, .accessibility1] {
      let root = fitted(
        vstack(text("November") { $0.font = .style(.headline) }, month()), width: size.width, height: size.height,
        textSize: textSize)
      #expect(texts(root.view).count == 43, "\(size) \(textSize): \(root.report.summary)")
      let sizes = placed(root.view).filter { Int($0.view.node.text ?? "") != nil }
        .map { ($0.view.style.font.size * $0.scale * 100).rounded() }
      #expect(Set(sizes).count == 1, "\(textSize): \(Set(sizes))")
    }
  }

  @Test("a month too high for a card loses its last weeks, however many there are")
  func longMonth() {
    var last = 0
    for weeks in [5, 9, 14, 40] {
      let count = texts(fitted(vstack(text("Year"), month(weeks)), textSize: .accessibility1).view).count
      #expect(count >= min(last, 36), "\(weeks) weeks: \(count)")
      last = count
    }
  }

  @Test("rings get smaller with their percentages, and none is left out")
  func rings() {
    let rings = [0.4, 0.75, 1, 0.2].map { value in
      view(.vstack, [view(.zstack, [progress(value, .circle), view(.icon("bolt.fill"))]), text(PercentText.text(value))]) {
        $0.align = .center
      }
    }
    for textSize in [TextSize.large, .xxxLarge, .accessibility1] {
      let root = fitted(view(.hstack, rings), width: 306, height: 60, textSize: textSize).view
      #expect(
        texts(root).count { $0.hasSuffix("%") } == 4 && leaves(root).count { $0.indicatorShape == .ring } == 4, "\(textSize)")
    }
  }

  @Test("a percentage inside a ring stays inside at every text size")
  func readingInRing() throws {
    let ring = view(.zstack, [progress(0.75, .circle), text("75%")]) { _ in }
    var large = ring
    (large.children[0].style.width, large.children[0].style.height) = (60, 60)
    let root = fitted(hstack(large, large), width: 306, textSize: .accessibility5).view
    let frames = drawnFrames(root)
    let rings = frames.filter { abs($0.width - $0.height) < 0.01 }
    #expect(rings.count == 2 && rings.allSatisfy { $0.width == 60 })
    #expect(frames.allSatisfy { $0.width <= 60 })
  }

  @Test("tiles keep their names and their numbers, and a row of badges all of them")
  func tiles() {
    let tiles = [("Visitors", "12,480"), ("Orders", "318"), ("Revenue", "€ 4,210"), ("Returns", "12")].map {
      view(.vstack, [text($0) { $0.font = .style(.caption) }, text($1) { $0.font = .style(.title3) }])
    }
    let grid = view(.grid(columns: [GridColumn(), GridColumn()]), tiles)
    #expect(texts(fitted(grid, textSize: .accessibility1).view).count == 8)
    let badges = ["main", "beta", "nightly", "docs"].map { name in text(name) { $0.background = .named(.green) } }
    let row = vstack(text("Builds") { $0.font = .style(.headline) }, view(.hstack, badges))
    #expect(texts(fitted(row, width: 180, height: 60, textSize: .accessibility1).view).count == 5)
  }

  @Test("a label and its value never touch", arguments: Array(stride(from: 60.0, through: 160, by: 2)))
  func spacing(width: Double) {
    for row in [hstack(text("Wind"), spacer(), text("12 km/h")), hstack(text("Wind"), text("12 km/h"))] {
      let root = fitted(row, width: width, textSize: .accessibility1).view
      let frames = drawnFrames(root).sorted { $0.x < $1.x }
      guard frames.count == 2, abs(frames[0].y - frames[1].y) < 8 else { continue }
      #expect(frames[1].x - frames[0].maxX >= 4 * root.scale - 0.1, "\(width)")
    }
  }

  @Test("buttons of a row have titles of one size, and the label beside them stays legible")
  func buttons() {
    let row = hstack(button("Previous"), button("Play"), button("Next"))
    for width in stride(from: 150.0, through: 260, by: 10) {
      let root = fitted(row, width: width).view
      let sizes = placed(root).filter { $0.view.node.isControl }.map { ($0.view.style.font.size * $0.scale * 2).rounded() }
      #expect(sizes.count < 3 || (sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1, "\(width): \(sizes)")
    }
    let lamp = hstack(text("Thermostat"), spacer(), button("−"), button("+"))
    let root = fitted(lamp, width: 150).view
    #expect(texts(root) == ["Thermostat", "−", "+"])
    let label = placed(root).first { $0.view.node.text == "Thermostat" }
    #expect(label.map { $0.view.style.font.size * $0.scale } ?? 0 >= 17 * 0.7 - 0.01)
  }

  @Test("the alignment of a stack places it in its cell")
  func cells() throws {
    let cells = [vstack(text("Mon")) { $0.align = .center }, vstack(text("Tue")) { $0.align = .trailing }, hstack(text("x"))]
    let root = fitted(view(.grid(columns: [GridColumn(), GridColumn(), GridColumn()]), cells), width: 300).view
    let frames = drawnFrames(root)
    let width = (300 - 16) / 3.0
    #expect(abs((frames[0].x + frames[0].maxX) / 2 - width / 2) < 1)
    #expect(abs(frames[1].maxX - (2 * width + 8)) < 1 && abs(frames[2].x - (2 * width + 16)) < 1)
  }

  @Test("a long text is cut at its line limit before a card without a family gets smaller; a name isn't cut before")
  func lineLimit() {
    let words = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 12)
    let layout = Layout(LayoutContext(measurer: SlantedLetters(), metrics: .points))
    let panel = layout.fitted(vstack(text("News"), text(words) { $0.lineLimit = 2 }), width: 306, maxHeight: 4000)
    #expect(panel.view.scale == 1 && texts(panel.view).count == 3)
    let row = hstack(text("Glassworks") { $0.lineLimit = 1 }, spacer(), text("4:31"))
    let wide = layout.idealSize(of: row).width
    let smaller = layout.fitted(row, width: wide * 0.8)
    #expect(texts(smaller.view) == ["Glassworks", "4:31"])
  }
}
