import Testing
import WidgetModel

@testable import WidgetRendering

/// Fast paths have the same results as the general code.
@Suite struct QuickPathTests {
  @Test(
    "the longest word of a text that breaks only at spaces",
    arguments: [
      ("", 0), (" ", 0), ("a", 1), ("one three two", 5), ("  two   words ", 5), ("words two", 5), ("two words", 5),
      // Not plain text.
      ("non-stop", 4), ("zwölf Boxkämpfer", 10), ("one\nthree two", 5),
    ])
  func longestWord(text: String, cells: Double) {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedFont())
    #expect(breaker.longestWord(text).width == cells * 8)
  }

  @Test(
    "a word before a number keeps the quick path, unless it may be a currency",
    arguments: [
      ("Counted 5", true), ("Day 3", true), ("of 20", true), ("order 66", true), ("EUR 12", false), ("CHF 5", false),
      ("kr 40", false), ("12 km", false), ("a 5 EUR 3", false), ("5", true),
    ])
  func currencies(text: String, isQuick: Bool) { #expect(PlainText(text).breaksAtSpacesOnly == isQuick) }

  @Test("each currency is one that the quick path leaves to the general code") func allCurrencies() {
    for currency in FigureText.currencies { #expect(!PlainText("\(currency) 5").breaksAtSpacesOnly, "\(currency)") }
  }

  @Test(
    "a button's preferred minimum width is its ideal width",
    arguments: hostileStrings + ["", "Check in", "  two  spaces  ", "Grüße"])
  func comfort(title: String) {
    let context = LayoutContext(measurer: CellMeasurer(), metrics: .cells)
    for content in [ViewContent.button(title, icon: nil), .button(title, icon: "gear")] {
      var budget = LayoutElement.Budget()
      let element = LayoutElement(
        ViewNode(content), inheriting: ResolvedStyle(textSize: .large), in: nil, .init(context), &budget)
      #expect(element.unbrokenWidth == element.measure(Proposal(width: nil, height: nil)).size.width)
    }
  }

  @Test("the measurement cache keeps many sizes")
  func cachesMeasurements() {
    var cache = MeasurementCache()
    let proposals = (0..<20).map { (index: Int) -> Proposal in
      Proposal(width: index == 0 ? nil : Double(index), height: index.isMultiple(of: 2) ? nil : 1)
    }
    for (index, proposal) in proposals.enumerated() {
      #expect(cache[proposal] == nil)
      cache[proposal] = Measurement(size: Size(width: Double(index), height: 0))
    }
    for (index, proposal) in proposals.enumerated() { #expect(cache[proposal]?.size.width == Double(index)) }
  }

  @Test(
    "JSON strings are escaped",
    arguments: [
      ("plain", "plain"), ("", ""), ("a\"b\\c", #"a\"b\\c"#), ("Grüße", "Grüße"), ("tab\t\u{7F}", "tab\\t\\u007f"),
      ("\u{202E}😀", "\\u202e😀"),
    ])
  func json(text: String, written: String) {
    #expect(String(decoding: JSONWriter().bytes(.string(text)), as: UTF8.self) == "\"" + written + "\"")
  }

  @Test("a bar returns how many cells it fills", arguments: OutputEncoding.allCases)
  func bars(encoding: OutputEncoding) {
    let glyphs = TerminalGlyphs(encoding)
    for cells in 0...9 {
      for value in stride(from: -0.1, through: 1.1, by: 0.03) {
        let bar = glyphs.bar(value, cells: cells)
        #expect(bar.filledCells == bar.filled.count && bar.filled.count + bar.track.count == cells)
      }
    }
  }
}
