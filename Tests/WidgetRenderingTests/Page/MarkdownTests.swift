import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct MarkdownTests {
  @Test(
    "a script's text is never markup",
    arguments: [
      ("plain, 12:05 (3.5 %) - a+b=c #1!", "plain, 12:05 (3.5 %) - a+b=c #1!"), ("# title", "\\# title"), ("- item", "\\- item"),
      ("+ item", "\\+ item"), ("* item", "\\* item"), ("1. item", "1\\. item"), ("23) item", "23\\) item"), ("1.5", "1.5"),
      ("=====", "\\====="), ("---", "\\---"), ("    code", "code"), ("\tcode", "code"), ("`code`", "\\`code\\`"),
      ("**bold**", "\\*\\*bold\\*\\*"),
      ("_it_", "\\_it\\_"), ("~~~", "\\~\\~\\~"), ("> quote", "\\> quote"), ("<b>", "\\<b\\>"),
      ("<https://x>", "\\<https\\://x\\>"),
      ("[a](b)", "\\[a\\](b)"), ("![a](b)", "!\\[a\\](b)"), ("&lt;", "\\&lt;"), ("a | b", "a \\| b"),
      ("https://evil", "https\\://evil"),
      ("www.evil.com", "www\\.evil.com"), ("a@b.c", "a\\@b.c"), ("\\*", "\\\\\\*"), ("two\n# lines", "two \\# lines"),
      ("\u{1B}[31m", "\\\\u{1B}\\[31m"),
      ("$x$", "\\$x\\$"), ("", ""), (" \n ", ""),
    ])
  func escaping(text: String, markdown: String) { #expect(MarkdownText.escaped(text) == markdown) }

  @Test("blocks: headings, lists, rules, tables, links, controls")
  func blocks() throws {
    let grid = view(.grid(columns: [GridColumn(), GridColumn()]), [text("a|b"), text("1"), text("c")])
    let tree = vstack(
      text("Today") { $0.font = .style(.title) }, hstack(text("Boarding"), spacer(), text("12:05") { $0.weight = .bold }),
      hstack(view(.link("Map", url: "https://x/(a)")), button("Go"), toggle("Wifi", isOn: true)), divider(), grid, text("alone"))
    let bytes = MarkdownFormat().render(snapshot(tree), in: .zero, options: .test)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        ## Test

        ### Today

        - Boarding — **12:05**
        - [Map](<https://x/(a)>) · \\[ Go \\] · \\[x\\] Wifi

        ---

        |   |   |
        | --- | --- |
        | a\\|b | 1 |
        | c |   |

        alone

        """)
  }

  @Test("no text becomes a Markdown block")
  func invariant() throws {
    func shape(_ payload: String) throws -> [Substring] {
      let tree = vstack(
        text(payload), view(.label(payload, icon: payload)), hstack(text(payload), spacer(), text(payload)),
        view(.grid(columns: [GridColumn(), GridColumn()]), [text(payload), text(payload)]), button(payload))
      let bytes = MarkdownFormat().render(snapshot(tree, name: payload), in: .zero, options: .test)
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map { $0.prefix(2) }
    }
    let harmless = try shape("x")
    for payload in ["a\nb", "a\r\nb", "a\n\n# b", "x\u{2028}y", "x\u{85}y", "# x", "|x|", "a\\", "- x", "\u{B}\u{C}z"] {
      #expect(try shape(payload) == harmless, "\(payload.debugDescription)")
    }
  }

  @Test("a chart in sentences")
  func chart() {
    let series = ChartSeries([1, nil, 2.5, .nan, 0.5], name: "Load")
    #expect(ChartSummary(Chart(.line, [series])).sentences == ["Load: 3 values, min 0.5, max 2.5, last 0.5"])
    #expect(ChartSummary(Chart(.line, [ChartSeries([])])).sentences == ["no data"])
    #expect(
      ChartSummary(Chart(.pie, [ChartSeries([3, 1, -2])], labels: ["a", "b"])).sentences == ["a 75%, b 25%"])
    #expect(
      ChartSummary(Chart(.pie, [ChartSeries([1, 1], name: "x"), ChartSeries([6, nil])])).sentences == ["x 25%, part 2 75%"])
  }
}
