import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

/// Cards of a fixed size, laid out twice: with measured texts, and with nothing but the measurements.
@Suite struct PlacedCardTests {
  private static let clock = CalendarClock(now: 1_795_262_400)

  private func request(_ snapshot: Snapshot, _ family: WidgetFamily = .medium, _ textSize: TextSize = .large) -> CardRequest {
    let size = SurfaceSize.size(of: family) ?? Size(width: 320, height: SurfaceSize.inlineCardHeight(at: textSize))
    return CardRequest(snapshot, width: size.width, height: size.height, family: family, textSize: textSize)
  }

  private func context(_ measurer: any TextMeasurer, isRedacted: Bool = false) -> LayoutContext {
    LayoutContext(measurer: measurer, metrics: .points, clock: Self.clock, isRedacted: isRedacted) { _ in nil }
  }

  /// A card laid out from measurements that were encoded and decoded.
  private func placed(_ request: CardRequest) throws -> (original: CardLayout, copy: CardLayout, isIncomplete: Bool) {
    let recorder = RecordingMeasurer(EstimatedMeasurer())
    let original = CardLayout(request, context(recorder, isRedacted: request.isRedacted))
    let measurer = RecordedMeasurer(try #require(TextMeasurements(decoding: recorder.measurements.encoded())))
    return (original, CardLayout(request, context(measurer, isRedacted: request.isRedacted)), measurer.isIncomplete)
  }

  /// Everything drawing needs, as text, because NaN isn't equal to itself.
  private func places(_ card: CardLayout) -> String { "\(card.view.map(places) ?? "") \(card.viewFrame) \(card.viewScale)" }

  private func places(_ view: LaidOutView) -> String {
    """
    \(view.node.content.kind) \(view.frame) \(view.contentFrame) \(view.style.font) \(view.lines) \(String(describing: view.symbol)) \
    \(String(describing: view.indicator)) \(view.indicatorShape) \(String(describing: view.chart?.plot)) \(view.chart?.texts ?? [])

    """ + view.children.map(places).joined()
  }

  private func html(_ snapshot: Snapshot, _ family: WidgetFamily = .medium, isRedacted: Bool = false, placed card: CardLayout)
    -> HTMLCard
  {
    let options = RenderingOptions(clock: Self.clock, isRedacted: isRedacted, family: family)
    return HTMLCard(snapshot, in: Size(width: 0, height: 0), options: options, placed: PlacedCard(layout: card))
  }

  @Test("a view drawn smaller is in a box of its own size, scaled at the view's corner")
  func scaled() throws {
    let snapshot = snapshot(text("Title"))
    var card = CardLayout(request(snapshot), context(EstimatedMeasurer()))
    var inside = try #require(card.view)
    inside.frame = Frame(x: 0, y: 0, width: 200, height: 40)
    card.view = LaidOutView(inside, scale: 0.5, x: 16, y: 50)
    let html = String(decoding: MarkupWriter.bytes(of: [try #require(html(snapshot, placed: card).markup)]), as: UTF8.self)
    #expect(html.contains("at left-16px top-14px width-100px height-20px"))
    #expect(html.contains("scaled-box at left-0 top-0 width-200px height-40px scale-0_5"))
  }

  // MARK: Measurements

  @Test("the measurements of every kind of view are enough for its layout", arguments: ViewKind.allCases)
  func kinds(_ kind: ViewKind) throws {
    for family in WidgetFamily.allCases {
      for textSize in [TextSize.large, .accessibility5] {
        let card = try placed(request(snapshot(vstack(text("Title"), kind.sample)), family, textSize))
        #expect(!card.isIncomplete && places(card.copy) == places(card.original), "\(family) \(textSize)")
      }
    }
  }

  @Test("so are those of random views")
  func randomViews() throws {
    var generator = SeededGenerator(seed: 24)
    for index in 0..<300 {
      let view = randomView(&generator, depth: 4)
      let family = WidgetFamily.allCases[index % WidgetFamily.allCases.count]
      let card = try placed(request(snapshot(view), family))
      #expect(!card.isIncomplete && places(card.copy) == places(card.original), "view \(index)")
    }
  }

  @Test("measurements that no text can have are rejected")
  func hostileMeasurements() {
    func bytes(_ values: [(UInt64, Double, Double)]) -> [UInt8] {
      values.flatMap { entry in
        [entry.0, entry.1.bitPattern, entry.2.bitPattern].flatMap { value in
          (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
        }
      }
    }
    #expect(TextMeasurements(decoding: []) == TextMeasurements())
    #expect(TextMeasurements(decoding: bytes([(1, 10, 15), (2, 0, 0)]))?.count == 2)
    for length in [Double.nan, .infinity, -.infinity, -1, -.leastNonzeroMagnitude, 1e7, .greatestFiniteMagnitude] {
      #expect(TextMeasurements(decoding: bytes([(1, length, 15)])) == nil, "\(length)")
      #expect(TextMeasurements(decoding: bytes([(1, 10, length)])) == nil, "\(length)")
    }
    #expect(TextMeasurements(decoding: bytes([(1, 10, 15), (1, 10, 15)])) == nil, "a text measured twice")
    for count in 1..<24 { #expect(TextMeasurements(decoding: Array(bytes([(1, 10, 15)]).prefix(count))) == nil) }
    let most = [UInt8](repeating: 0, count: 24 * (TextMeasurements.most + 1))
    #expect(TextMeasurements(decoding: most) == nil)
  }

  @Test("a missing measurement is noticed")
  func incomplete() throws {
    let recorder = RecordingMeasurer(EstimatedMeasurer())
    _ = CardLayout(request(snapshot(text("One"))), context(recorder))
    let measurer = RecordedMeasurer(recorder.measurements)
    _ = CardLayout(request(snapshot(text("Another one"))), context(measurer))
    #expect(measurer.isIncomplete)
  }

  /// Measures with random numbers, as a process that was taken over could.
  private struct LyingMeasurer: TextMeasurer {
    var seed: UInt64

    func measure(_ text: String, font: ResolvedFont) -> TextExtent {
      var generator = SeededGenerator(seed: seed ^ TextMeasurements.key(text, font, isSymbol: false))
      func length() -> Double { [0, 0.001, 1, 7.5, 30, 400, 1e6][Int.random(in: 0..<7, using: &generator)] }
      return TextExtent(width: length(), height: font.lineHeight, ascent: length())
    }
  }

  @Test("whatever is measured, every place is finite and the page is well formed")
  func lies() throws {
    var generator = SeededGenerator(seed: 25)
    for index in 0..<200 {
      let view = randomView(&generator, depth: 3)
      let snapshot = snapshot(view)
      let card = CardLayout(request(snapshot), context(LyingMeasurer(seed: UInt64(index))))
      func check(_ view: LaidOutView) {
        #expect(view.frame.x.isFinite && view.frame.y.isFinite && view.frame.width.isFinite && view.frame.height.isFinite)
        view.children.forEach(check)
      }
      if let view = card.view { check(view) }
      _ = try StrictMarkup(html(snapshot, placed: card).html)
    }
  }

  // MARK: Elements

  private func drawn(_ view: ViewNode, _ family: WidgetFamily = .large, isRedacted: Bool = false) throws -> String {
    let snapshot = snapshot(view)
    var request = request(snapshot, family)
    request.isRedacted = isRedacted
    return html(snapshot, family, isRedacted: isRedacted, placed: try placed(request).copy).html
  }

  @Test("every kind of view at its place", arguments: viewGallery.map(\.name))
  func gallery(name: String) throws {
    let view = try #require(viewGallery.first { $0.name == name }?.view)
    let snapshot = snapshot(view, name: name, icon: "star")
    let page = html(snapshot, .large, placed: try placed(request(snapshot, .large)).copy)
    try GoldenFile.expect("\(page.html)=== rules\n\(page.rules.text)", "placed-\(name).txt")
  }

  @Test("a text has one element a line, and screen readers get what was cut off")
  func lines() throws {
    let whole = try drawn(text("Several words that need more than one line on this card"))
    #expect(whole.components(separatedBy: "class=\"line ").count > 2 && !whole.contains("aria-hidden"))
    let cut = try drawn(text("Several words that need more than one line on this card") { $0.lineLimit = 1 })
    #expect(
      cut.contains("aria-hidden=\"true\"")
        && cut.contains("class=\"spoken\">Several words that need more than one line on this card<"))
  }

  @Test("content drawn smaller to fit the card is smaller on the page, too")
  func smaller() throws {
    let snapshot = snapshot(view(.vstack, (1...8).map { text("Row \($0)") }))
    let card = try placed(request(snapshot)).copy
    let view = try #require(card.view)
    try #require(view.scale < 1)
    let page = html(snapshot, placed: card)
    let scale = "scale:\(CSSNumber.text(view.scale))}"
    #expect(page.html.contains("scaled-box") && page.rules.text.contains(scale), "\(scale)")
  }

  @Test("text on a gradient is black or white by the colour where it is, on a card and on a view", arguments: [true, false])
  func gradients(isOnCard: Bool) throws {
    var panel = vstack(text("Top"), spacer(), text("End")) { $0.maxHeight = .infinity }
    panel.style.background = .rgb(0x808080)
    panel.style.gradient = Gradient([.rgb(0xFFFFFF), .rgb(0x000000)])
    let page = try drawn(isOnCard ? panel : vstack(panel))
    func line(_ word: String) throws -> Substring {
      let end = try #require(page.range(of: ">\(word)<")).lowerBound
      return try #require(page[..<end].components(separatedBy: "<p").last)[...]
    }
    let (top, end) = (try line("Top"), try line("End"))
    #expect(top.contains("--label-000000") && !top.contains("--label-ffffff"), "\(top)")
    #expect(end.contains("--label-ffffff") && !end.contains("--label-000000"), "\(end)")
  }

  @Test("text in a colour that's illegible on the view behind it has another shade there")
  func illegible() throws {
    var part = TextSpan("Part")
    part.color = .named(.teal)
    var badge = vstack(text("Badge"), ViewNode(.text("Part"), spans: [part]))
    badge.style.background = .named(.mint)
    let page = try drawn(vstack(text("Above"), badge) { $0.color = .named(.teal) })
    for word in ["Badge", "Part"] {
      let end = try #require(page.range(of: ">\(word)<")).lowerBound
      #expect(
        page[..<end].components(separatedBy: "<p").last?.contains("color-light-dark00687e-00728a") == true, "\(word) in \(page)")
    }
    let start = try #require(page.range(of: ">Above<")).lowerBound
    #expect(!page[..<start].contains("color-light-dark00687e"))
  }

  @Test("private views leave bars and nothing else", arguments: ViewKind.allCases.filter { $0 != .spacer })
  func redacted(_ kind: ViewKind) throws {
    let page = try drawn(vstack(text("Balance"), ViewNode(.private, children: [kind.sample])), isRedacted: true)
    #expect(!page.contains("Sample") && !page.contains("sample.png") && page.contains("Balance"))
    #expect(page.contains("aria-label=\"hidden\""))
  }

  @Test("views are in reading order, and rows of a label and a value are lists")
  func order() throws {
    let rows = ["One", "Two"].map { hstack(text($0), spacer(), text($0 + "!")) }
    let page = try drawn(vstack(text("Title"), rows[0], rows[1], text("End")))
    let places = ["Title", "One", "One!", "Two", "Two!", "End"].map { word in page.range(of: ">\(word)<")?.lowerBound }
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted() && !places.contains(nil))
    #expect(page.contains("<dl") && page.contains("<dt") && page.contains("<dd"))
  }

  @Test("controls are the same elements as on other cards")
  func controls() throws {
    let view = vstack(button("Go", icon: "play", action: 7), toggle("On", isOn: true, action: 8))
    let controls = HTMLControls(form: "f", path: "/tap", name: "control", prefix: "3 ")
    let options = RenderingOptions(clock: Self.clock, family: .medium)
    let snapshot = snapshot(view)
    let card = PlacedCard(layout: try placed(request(snapshot)).copy)
    let page = HTMLCardParts(snapshot, in: Size(width: 0, height: 0), options: options, placed: card, controls)
    let written = MarkupWriter.text(of: [try #require(page.view)])
    for part in [
      "form=\"f\" formaction=\"/tap\" name=\"control\" value=\"3 7\"", "value=\"3 8\"", "role=\"switch\" aria-checked=\"true\"",
    ] {
      #expect(written.contains(part), "\(part)")
    }
  }

  @Test("no rule or attribute contains a script's text")
  func hostileTexts() throws {
    for payload in hostileStrings + ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "}body{display:none"] {
      let tree = vstack(
        text(payload), view(.label(payload, icon: payload)), view(.link(payload, url: payload)), button(payload, icon: payload),
        view(.gauge(Gauge(1, text: payload, valueText: payload))),
        view(.chart(Chart(.bar, [ChartSeries([1, 2], name: payload)], labels: [payload]))))
      let snapshot = snapshot(tree)
      let page = html(snapshot, .large, placed: try placed(request(snapshot, .large)).copy)
      _ = try StrictMarkup(page.html)
      #expect(!page.html.contains("<script") && !page.html.contains("onerror=\"") && !page.rules.text.contains("display:none"))
    }
  }

  @Test("fonts are rules of the style sheet")
  func fonts() throws {
    let snapshot = snapshot(text("Hello"))
    let use = PageFont.Use(design: .standard, isDisplay: false, weight: .regular, isItalic: false)
    let font = PageFont(bytes: [1, 2, 3], order: 0, uses: [use])
    let layout = try placed(request(snapshot)).copy
    let options = RenderingOptions(clock: Self.clock, family: .medium)
    func rules(_ folder: String?) -> String {
      HTMLCard(
        snapshot, in: Size(width: 0, height: 0), options: options,
        placed: PlacedCard(layout: layout, fonts: [font], fontFolder: folder)
      ).rules.text
    }
    #expect(rules(nil).contains("@font-face{font-family:\(font.name);font-weight:1 1000;src:url(data:font/otf;base64,AQID)}"))
    #expect(rules("/fonts/").contains("src:url(/fonts/\(font.name).otf)"))
    #expect(rules(nil).contains("{font-family:\(font.name),Inter"))
  }
}
