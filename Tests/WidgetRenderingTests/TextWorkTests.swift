import Testing
import WidgetModel

@testable import WidgetRendering

/// Layout reads and measures a bounded amount of text, whatever a widget shows.
@Suite struct TextWorkTests {
  private static let long = 3_000

  private static let texts: [(name: String, text: String)] = [
    ("a word", String(repeating: "x", count: long)), ("a figure", String(repeating: "1", count: long)),
    ("a path", String(repeating: "ab/", count: long / 3)), ("Arabic", String(repeating: "ع", count: long / 2)),
    ("Thai", String(repeating: "กำ", count: long / 6)), ("ideographs", String(repeating: "語", count: long / 3)),
    ("a cluster of marks", "a" + String(repeating: "\u{301}", count: long / 2)),
    ("clusters with marks", String(repeating: "e\u{301}\u{302}", count: long / 5)),
    ("joined emoji", String(repeating: "👩\u{200D}", count: long / 7)), ("flags", String(repeating: "🇩🇪", count: long / 8)),
    ("soft hyphens", String(repeating: "\u{AD}", count: long / 2)),
    ("syllables", String(repeating: "a\u{AD}", count: long / 3)), ("line feeds", String(repeating: "\n", count: long)),
    ("spaces", String(repeating: " ", count: long)), ("no-break spaces", String(repeating: "\u{A0}", count: long / 2)),
    ("words", String(repeating: "é ", count: long / 3)), ("brackets", String(repeating: "( ", count: long / 2)),
    ("control characters", String(repeating: "\u{1B}", count: long / 8)),
  ]

  private static let contexts: [(name: String, context: LayoutContext)] = [
    ("cells", LayoutContext(measurer: CellMeasurer(), metrics: .cells)),
    ("points", LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)),
  ]

  /// The bytes read for one layout.
  private func work(_ view: ViewNode, _ context: LayoutContext, _ proposals: [Proposal]) -> Int {
    let shared = LayoutElement.SharedContext(context)
    var budget = LayoutElement.Budget()
    let root = LayoutElement(view, inheriting: ResolvedStyle(textSize: .large), in: nil, shared, &budget)
    for proposal in proposals { _ = root.measure(proposal) }
    return shared.work.spent
  }

  /// The bytes of a text as it's drawn: a control character is shown as `\u{1B}`, which is six times as long.
  private func drawnLength(_ text: String) -> Int { max(text.utf8.count, terminalSafe(text, multiline: true).utf8.count) }

  private static let proposals = [
    Proposal.ideal, Proposal(width: 600, height: nil), Proposal(width: 24, height: nil), Proposal(width: 8, height: nil),
    Proposal(width: 0, height: nil), Proposal(width: 600, height: 48), Proposal(width: 8, height: 48),
  ]

  @Test("a long text is read a few times for each size", arguments: texts.map(\.name))
  func oneText(name: String) throws {
    let string = try #require(Self.texts.first { $0.name == name }).text
    let length = drawnLength(string)
    let edits: [Edit] = [
      { _ in }, { $0.minScale = 0 }, { $0.lineLimit = 1 }, { $0.lineLimit = 3 }, { $0.truncation = .head },
      { $0.truncation = .middle },
      {
        $0.truncation = .middle; $0.lineLimit = 2; $0.minScale = 0.1
      },
    ]
    for (surface, context) in Self.contexts {
      for edit in edits {
        for content in [ViewContent.text(string), .button(string, icon: nil), .link(string, url: "https://example.org")] {
          // With `min_scale`, up to six fonts are tried, with the longest word and with lines.
          let view = view(content, [], edit)
          let most = (view.style.minScale == nil ? 16 : 80) * length * Self.proposals.count
          let spent: Int = work(view, context, Self.proposals)
          #expect(spent < most, "\(surface) \(content.kind): \(spent / Self.proposals.count / length)")
        }
      }
    }
  }

  @Test("many long texts in rows, columns and grids share one budget", arguments: texts.map(\.name))
  func manyTexts(name: String) throws {
    let string = try #require(Self.texts.first { $0.name == name }).text
    let texts = (0..<60).map { _ in text(string) { $0.minScale = 0 } }
    let columns = (0..<12).map { _ in GridColumn(.flexible) }
    let nested = (0..<30).reduce(view(.hstack, texts)) { inner, _ in view(.hstack, [inner, text(string)]) }
    for (surface, context) in Self.contexts {
      for view in [view(.hstack, texts), view(.vstack, texts), view(.grid(columns: columns), texts), view(.fits, texts), nested] {
        let spent: Int = work(view, context, Self.proposals)
        // Each text is read at least a few times, and one may be in work at the end of the budget.
        #expect(spent < TextWork.most + 61 * 16 * drawnLength(string), "\(surface) \(view.content.kind): \(spent)")
      }
    }
  }

  @Test("beyond the budget long texts are cut, and short ones are whole")
  func cuts() {
    let shared = LayoutElement.SharedContext(Self.contexts[0].context)
    var budget = LayoutElement.Budget()
    let view = vstack(text(String(repeating: "x", count: 300)), text("short"))
    let root = LayoutElement(view, inheriting: ResolvedStyle(textSize: .large), in: nil, shared, &budget)
    shared.work.add(TextWork.most)
    let lines = root.measure(Proposal(width: 4000, height: nil)).children.map { $0.measurement.lines.map(\.text).joined() }
    #expect(lines == [String(repeating: "x", count: 47) + "…", "short"])
  }

  @Test("a soft hyphen is drawn where the line still fits with it")
  func softHyphens() {
    func lines(_ text: String, _ cells: Double) -> [String] {
      LineBreaker(measurer: CellMeasurer(), font: ResolvedFont()).lines(of: text, width: cells * 8).map(\.text)
    }
    #expect(lines("ab\u{AD}cd\u{AD}ef\u{AD}gh", 5) == ["abcd-", "efgh"])
    #expect(lines("ab\u{AD}cd\u{AD}ef\u{AD}gh", 4) == ["ab-", "cd-", "efgh"])
    #expect(lines("a b\u{AD}cd\u{AD}ef", 4) == ["a b-", "cdef"])
    #expect(lines("ab c\u{AD}d\u{AD}ef", 4) == ["ab", "cdef"])
    #expect(lines("abc d\u{AD}ef", 5) == ["abc", "def"])
  }

  @Test("styled text with long runs of spaces keeps its spans in ASCII")
  func styledRuns() {
    var bold = TextSpan("\u{A0}\u{A0}\t")
    bold.weight = .bold
    var runs = StyledRuns([bold, TextSpan("end")])
    let found = runs.runs(of: "      end")
    #expect(found.last?.text.hasSuffix("end") == true)
    #expect(found.last?.span == TextSpan("end"))
  }
}
