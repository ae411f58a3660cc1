import Testing
import WidgetModel

@testable import WidgetRendering

/// Properties shared by pages and renderings of the same widget.
@Suite struct PageLayoutTests {
  private func page(
    _ view: ViewNode, width: Double = 360, _ change: (inout RenderingOptions) -> Void = { _ in }
  ) -> HTMLCard {
    var options = RenderingOptions.test
    change(&options)
    return HTMLCard(
      snapshot(view, icon: "star"), in: Size(width: width, height: 0), options: options)
  }

  /// The texts inside the element with this class, without thinned ones.
  private func texts(_ name: String, _ view: ViewNode, width: Double = 360) throws -> [String] {
    let html = page(view, width: width).html
    let part = try #require(
      html.components(separated: "class=\"\(name)\"").dropFirst().first?.components(separated: "</div>").first)
    return part.components(separated: "<span").dropFirst().filter { !$0.contains("thinned") }.compactMap {
      $0.components(separated: "</span>").first?.components(separated: ">").last
    }
  }

  // MARK: Text

  @Test(
    "truncation at the tail, the head and the middle",
    arguments: [
      (.tail, "<p class=\"text one-line\">abcdefgh</p>"), (.head, "<p class=\"text one-line head\"><span>abcdefgh</span></p>"),
      (.middle, "<p class=\"text middle\"><span>abcd</span><span>efgh</span></p>"),
    ] as [(Truncation, String)])
  func truncation(_ truncation: Truncation, _ markup: String) {
    let html = page(
      view(.text("abcdefgh")) {
        $0.lineLimit = 1; $0.truncation = truncation
      }
    ).html
    #expect(html.contains(markup), "\(html)")
  }

  @Test(
    "paragraphs beyond the line limit are left out",
    arguments: [
      ("Hello\nWorld", 1, .tail, ">Hello…</p>"), ("a\nb", 1, .tail, ">a…</p>"), ("ab\ncd\nef", 2, .tail, ">ab\ncd…</p>"),
      ("ab\ncd", 2, .tail, ">ab\ncd</p>"), ("ab\ncd", 1, .head, "<span>ab cd</span>"),
      ("ab\ncd", 1, .middle, "<span>ab </span><span>cd</span>"),
    ] as [(String, Int, Truncation, String)])
  func paragraphs(_ words: String, _ limit: Int, _ truncation: Truncation, _ markup: String) {
    let html = page(
      view(.text(words)) {
        $0.lineLimit = limit; $0.truncation = truncation
      }
    ).html
    #expect(html.contains(markup), "\(html)")
  }

  @Test("on a card with a fixed height, a word in a narrow row is truncated rather than broken; several words wrap")
  func wholeWord() {
    let row = hstack(
      text("Schönefeld") { $0.font = .style(.largeTitle) }, text("Light rain today") { $0.font = .style(.largeTitle) })
    let html = page(row, width: 158) { $0.family = .small }.html
    func classes(_ words: String) -> String {
      html.components(separated: ">\(words)</p>").first?.components(separated: "<p class=\"").last ?? ""
    }
    #expect(classes("Schönefeld").hasPrefix("text one-line"), "\(html)")
    #expect(classes("Light rain today").hasPrefix("text lines"), "\(html)")
  }

  @Test("right-to-left text is truncated at its own start and aligned to the right")
  func fromTheRight() {
    let hebrew = "שלום עולם"
    let html = page(
      view(.text(hebrew)) {
        $0.lineLimit = 1; $0.truncation = .head
      }
    ).html
    #expect(html.contains("class=\"text one-line head from-right fills\""), "\(html)")
    #expect(page(view(.text(hebrew)) { $0.background = .named(.yellow) }).html.contains("class=\"text fills "))
    #expect(!page(hstack(text(hebrew))).html.contains("class=\"text fills"))
  }

  @Test("views of lower priority shrink first; without priorities, all shrink alike")
  func priority() {
    let row = hstack(text("a") { $0.priority = -1 }, text("b"), text("c") { $0.priority = 5 }, text("d") { $0.priority = .nan })
    let html = page(row).html
    #expect(html.contains("class=\"row ranked\""))
    #expect(html.contains("<p class=\"text flex-shrink-1000000000\">a</p>") && html.contains("flex-shrink-100000\">b</p>"))
    #expect(html.contains("flex-shrink-1\">c</p>") && html.contains("flex-shrink-100000\">d</p>"))
    #expect(!page(hstack(text("a"), text("b"))).html.contains("ranked"))
  }

  @Test("large text has the display typeface")
  func faces() {
    let title = view(.vstack, [text("a"), text("b") { $0.font = .style(.body) }]) { $0.font = .style(.title) }
    let html = page(title).html
    #expect(html.contains("<div class=\"column font-size-1_75rem display\">") && html.contains("standard\">b</p>"), "\(html)")
    #expect(page(text("x")) { $0.textSize = .accessibility5 }.html.contains(" display "))
  }

  // MARK: Space

  @Test("a grid too wide for a narrow card gets smaller as a whole; at the usual text size it has space")
  func gridTooWide() {
    let grid = view(.grid(columns: [GridColumn(.automatic), GridColumn(.automatic)]), [text("Precipitation"), text("12 %")])
    let enormous = page(grid) { $0.textSize = .accessibility5 }
    #expect(enormous.html.contains("class=\"grid shrinks-30 words-"), "\(enormous.html)")
    #expect(!page(grid).html.contains("shrinks"))
  }

  @Test("a row that's too wide gets smaller, and from accessibility1 on it continues below itself; buttons get smaller first")
  func rowTooWide() {
    let row = hstack(text("Precipitation"), text("Wind"), text("12 %"))
    let usual = page(row).html
    #expect(!usual.contains("wraps") && !usual.contains("shrinks"), "\(usual)")
    #expect(page(row) { $0.textSize = .xxxLarge }.html.contains("shrinks-70 words-"))
    let enormous = page(row) { $0.textSize = .accessibility2 }.html
    #expect(enormous.contains("class=\"row wraps\"") && !enormous.contains("shrinks-70"), "\(enormous)")
    let buttons = hstack(view(.button("Good night", icon: "moon")), view(.button("Everything off", icon: "power")))
    #expect(page(buttons) { $0.textSize = .xxxLarge }.html.contains("shrinks-60"))
  }

  @Test("a number is never broken, and stays with its unit and its currency")
  func wholeNumbers() {
    #expect(page(text("1 013.2 hPa")).html.contains("<p class=\"text figure\">1 013.2\u{A0}hPa</p>"))
    #expect(page(text("gusts of 112 km/h today")).html.contains("112\u{A0}km/h today"))
    #expect(page(text("about € 12 each")).html.contains("about €\u{A0}12 each"))
    let cut = page(view(.text("1 013.2 hPa")) { $0.lineLimit = 1 }).html
    #expect(cut.contains("text figure") && !cut.contains("one-line"), "\(cut)")
  }

  @Test("the width of a text and a fixed column of a grid grow with the text size")
  func grownWidths() {
    let quantity = text("12×") { $0.width = 34 }
    #expect(page(quantity).rules.text.contains("{width:34px}"))
    #expect(page(quantity) { $0.textSize = .accessibility5 }.rules.text.contains("{width:106px}"))
    let grid = view(.grid(columns: [GridColumn(.fixed(34)), GridColumn(.automatic)]), [text("12×"), text("x")])
    #expect(page(grid) { $0.textSize = .accessibility5 }.rules.text.contains("{grid-template-columns:106px auto}"))
  }

  @Test("texts in front of a shape with a size don't grow beyond it")
  func textsInFront() {
    let ring = view(
      .zstack, [view(.shape(.circle)) { $0.setEffect(\.stroke, to: .named(.teal)) }, text("2.4") { $0.font = .style(.title2) }]
    ) { ($0.width, $0.height) = (72, 72) }
    #expect(!page(ring).html.contains("zoom-"))
    #expect(page(ring) { $0.textSize = .accessibility5 }.html.contains("zoom-"))
  }

  @Test("what's in front of a masked image is drawn in front of it, and the image is as wide as its container")
  func maskedHero() {
    let image = view(.image(.bytes([]), mode: .fill)) { ($0.height, $0.maxWidth) = (120, .infinity) }
    let html = page(view(.zstack, [image.masked(by: view(.shape(.rectangle))), text("Title")]) { $0.height = 120 }).html
    #expect(html.contains("class=\"over fills-cell"), "\(html)")
  }

  @Test("right-to-left text in a column beside other views is no wider than the column")
  func rightToLeftBeside() {
    let hebrew = "שלום עולם"
    let html = page(hstack(view(.vstack, [text(hebrew), text("3:48")]), spacer(), text("€ 5"))).html
    #expect(!html.contains("text fills") && !html.contains("column fills"), "\(html)")
    #expect(page(view(.vstack, [text(hebrew)])).html.contains("text fills"))
  }

  @Test(
    "a shape with a height and no width is as wide as its column; a circle isn't",
    arguments: [Shape.rectangle, .capsule, .circle])
  func wideShapes(_ shape: Shape) {
    let html = page(view(.shape(shape)) { $0.height = 40 }).html
    #expect(html.contains(" fills") == (shape != .circle), "\(html)")
  }

  // MARK: Charts

  private func chart(_ type: ChartType, _ values: [Double], _ labels: [String] = [], height: Double? = nil) -> ViewNode {
    view(.chart(Chart(type, [ChartSeries(values.map { $0 })], labels: labels))) { $0.height = height }
  }

  @Test("labels of an axis never reach their neighbours, however narrow the page is")
  func widthsOfLabels() {
    let chart = Chart(.bar, [ChartSeries([1, 2, 3, 4, 5])], labels: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])
    for textSize in TextSize.allCases {
      let style = ResolvedStyle(textSize: textSize)
      let axes = ChartAxes(chart, in: Size(width: 328, height: 260), style: style, textSize: textSize)
      var end = -Double.infinity
      for label in axes.labels where label.isShown {
        let width = label.maximumWidth.map { Double($0) / Double(ChartAxes.steps) } ?? 0
        let start = label.edge == .start ? -6 / (axes.plotWidth ?? 1) : label.edge == .end ? 1 - width : label.x - width / 2
        #expect(start >= end - 0.001, "\(textSize): \(axes.labels)")
        end = start + width
      }
    }
  }

  @Test(
    "the height of a chart limits its ticks",
    arguments: [
      (40.0, ["15", "0"]), (60, ["15", "0"]), (120, ["15", "10", "5", "0"]), (20, []),
    ] as [(Double, [String])])
  func ticks(height: Double, words: [String]) throws {
    let chart = chart(.bar, [3, 7, 11, 15], height: height)
    if words.isEmpty { return #expect(!page(chart).html.contains("class=\"scale\"")) }
    #expect(try texts("scale", chart) == words)
  }

  @Test(
    "labels that would touch are omitted: every second, every third ...",
    arguments: [
      (360.0, ["January", "February", "March", "April"]), (240, ["January", "March"]), (100, ["January"]),
    ] as [(Double, [String])])
  func labels(width: Double, words: [String]) throws {
    #expect(try texts("labels", chart(.bar, [1, 2, 3, 4], ["January", "February", "March", "April"]), width: width) == words)
  }

  @Test("labels are centred on their bar or point, except at the ends of the axis")
  func places() {
    let bars = page(chart(.bar, [1, 2, 3, 4], ["a", "b", "c", "d"])).html
    #expect(bars.contains("<span class=\"--x-12_5pc\">a</span>") && bars.contains("<span class=\"--x-87_5pc\">d</span>"))
    let line = page(chart(.line, [1, 2, 3], ["first one", "b", "last one"])).html
    #expect(line.contains("<span class=\"--x-0pc start\">first one</span>"), "\(line)")
    #expect(line.contains("<span class=\"--x-100pc end\">last one</span>"))
  }

  @Test("the keys of a pie get smaller before the others are only counted")
  func pie() throws {
    let parts = chart(.pie, (1...10).map(Double.init), (1...10).map { "part \($0)" }, height: 90)
    let html = page(parts).html
    #expect(html.contains(">part 5 9%</span>") && html.contains("class=\"keys at-") && html.contains(" more</span>"), "\(html)")
    #expect(!page(chart(.pie, [1, 2], ["a", "b"])).html.contains("more"))
  }

  @Test("a chart has the size of its fields")
  func ratio() {
    let html = page(
      view(.chart(Chart(.line, [ChartSeries([1, 2])]))) {
        $0.width = 100; $0.aspectRatio = 2
      }
    ).html
    #expect(html.contains("<div class=\"chart height-auto grows width-100px aspect-ratio-2\""), "\(html)")
  }

  // MARK: Other views

  @Test("the font of a gauge's value depends on its length")
  func reading() {
    for (text, name) in [("7 %", "brief"), ("12 345", "short"), ("12.5 °C", "longer")] {
      #expect(page(view(.gauge(Gauge(0.7, text: "Disk", valueText: text)))).html.contains("class=\"reading \(name)\">\(text)<"))
    }
    let long = page(view(.gauge(Gauge(0.7, text: "Disk", valueText: "70 % of all")))).html.onOneLine
    #expect(
      long.contains(
        "<span class=\"below\"><span class=\"name\">Disk</span><span class=\"reading\">70 % of all</span></span>"), "\(long)")
    let low = page(view(.gauge(Gauge(0.7, valueText: "70 %"))) { $0.height = 40 })
    #expect(low.html.contains("class=\"reading brief --side-40px\""), "\(low.html)")
  }

  @Test("the bar of a gauge is as long as its ends allow, whatever its texts are")
  func level() throws {
    let gauge = Gauge(312, minimum: 0, maximum: 512, text: "Disk", valueText: "312 of 512 GB", shape: .bar)
    let parts = page(view(.gauge(gauge))).html.onOneLine.components(separated: "<span class=\"scaled\">")
    #expect(
      parts.first?.hasSuffix(
        "<span class=\"readings\"><span class=\"name\">Disk</span><span class=\"reading\">312 of 512 GB</span></span>") == true)
    #expect(try #require(parts.last).hasPrefix("<span class=\"end\">0</span><span class=\"bar\""))
  }

  @Test("a ring of a progress has its percentage where there is space")
  func progressRing() {
    func html(_ side: Double?) -> String { page(view(.progress(0.4, shape: .circle)) { $0.height = side }).html }
    #expect(html(80).contains("<text x=\"50\" y=\"50\">40%</text>"), "\(html(80))")
    #expect(!html(nil).contains("40%") && !html(20).contains("40%"))
  }

  @Test("the end of a text that is truncated in the middle has no second ellipsis")
  func middle() {
    #expect(StyleSheet.common.contains(".middle>span+span{display:flex;flex:none;justify-content:flex-end;max-width:60%}"))
  }

  @Test("a border without padding keeps a distance from text")
  func border() {
    #expect(page(text("x") { $0.border = .named(.red) }).html.contains("padding-3px-6px-3px-6px"))
  }

  @Test("an image with a ratio alone is as wide as its column")
  func wideImage() {
    let html = page(vstack(view(.image(.reference("sea.png"), mode: .fit)) { $0.aspectRatio = 2 })).html
    #expect(html.contains(" wide "), "\(html)")
  }

  @Test("a single bar is not wider than in a rendering")
  func singleBar() {
    let html = page(view(.chart(Chart(.bar, [ChartSeries([5])]))) { $0.height = 60 }, width: 392).html
    // 64 points of about 340.
    let left = html.components(separated: "class=\"bars").last?.components(separated: "d=\"M").dropFirst().first
      .flatMap { Double($0.prefix { $0 != " " }) }
    #expect(left.map { $0 > 38 && $0 < 45 } == true, "\(html)")
  }

  @Test("the first view of a low card is clipped rather than hidden")
  func firstView() {
    let html = page(vstack(text("Bergen"), text("7.4°"))) { $0.family = .small }.html
    #expect(
      html.components(separated: "Bergen").first?.components(separated: "<p class=\"").last?.contains("clips") == true, "\(html)")
  }

  @Test("a divider has the colour of its field")
  func dividers() {
    #expect(
      page(vstack(WidgetRenderingTests.view(.divider) { $0.color = .named(.red) })).html.contains(
        "<hr class=\"divider fills color-red background-red-fill\">"))
    #expect(page(vstack(divider())).html.contains("<hr class=\"divider fills\">"))
  }

  @Test("a card with a fixed height shows whole views and whole lines")
  func family() {
    let view = vstack(text("a"), text(String(repeating: "long ", count: 100)), text("b"))
    let html = page(view) { $0.family = .small }.html
    #expect(
      html.contains("<div class=\"column whole lenient\">\n   <div class=\"strut margin-block-end--4px\"></div>"), "\(html)")
    #expect(html.contains("class=\"text lines -webkit-line-clamp-4\""), "\(html)")
    #expect(page(view) { $0.displayMode = .compact }.html.contains("class=\"column whole lenient max-height-110px\""))
    let inline = page(view) { $0.family = .inline }.html
    #expect(inline.contains("class=\"row") && inline.contains(">a<") && !inline.contains("long "), "\(inline)")
    let line = page(hstack(text("14:20"), text("London Heathrow"))) { $0.family = .inline }.html
    #expect(line.contains("in-line") && line.contains("one-line keeps\">14:20<"), "\(line)")
    #expect(line.contains("one-line\">London Heathrow<"), "\(line)")
    let beside = page(hstack(view, vstack(text("c"), vstack(text("d"))))) { $0.family = .small }.html
    #expect(beside.components(separated: "class=\"column whole-beside max-height-").count - 1 == 2, "\(beside)")
    #expect(!page(view).html.contains("whole") && !page(view).html.contains("lines"))
  }

  @Test("each private view is one bar of a neutral length")
  func redacted() {
    let secret = view(
      .private,
      [
        text("1") {
          $0.minScale = 0.5; $0.lineLimit = 1
        }, text("123 456 789"), hstack(text("x") { $0.accessibility = "secret" }, spacer()),
      ]
    ) { $0.id = "secret" }
    let html = page(secret) { $0.isRedacted = true }.html
    #expect(html.components(separated: "<div class=\"redacted\"></div>").count - 1 == 3, "\(html)")
    #expect(!html.contains("secret") && !html.contains("123") && html.contains("role=\"img\" aria-label=\"hidden\""))
  }

  @Test("the icon of a card is a badge, an emoji is not")
  func badges() {
    #expect(page(text("x")).html.contains("<span class=\"badge\">"))
    let emoji = HTMLCard(
      snapshot(text("x"), icon: "🍅"), in: Size(width: 300, height: 0), options: .test)
    #expect(!emoji.html.contains("badge") && emoji.html.contains("🍅"))
  }
}

extension HTMLCard {
  var html: String { markup.map { MarkupWriter.text(of: [$0]) + "\n" } ?? "" }
}

extension String {
  /// Without Foundation.
  /// Without line feeds and indentation.
  fileprivate var onOneLine: String {
    split(separator: "\n").map { $0.drop { $0 == " " } }.joined()
  }

  fileprivate func components(separated separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
