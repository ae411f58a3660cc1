import Testing
import WidgetModel
import WidgetSystem

@testable import WidgetFormats

@Suite struct MarkdownSpansTests {
  /// Spans in a short notation: `b[bold]`, `i[italic]`, `bi[both]`, `c[code]`, `s[struck]`, `l<https://a>[link]`.
  private func written(_ markdown: String) -> String {
    MarkdownSpans.spans(of: markdown).map { span in
      let marks =
        (span.weight == .bold ? "b" : "") + (span.italic == true ? "i" : "") + (span.strikethrough == true ? "s" : "")
        + (span.monospaced == true ? "c" : "") + (span.link.map { "l<\($0)>" } ?? "")
      return marks.isEmpty ? span.text : "\(marks)[\(span.text)]"
    }.joined()
  }

  @Test(
    "emphasis",
    arguments: [
      ("plain", "plain"), ("a **b** c", "a b[b] c"), ("a *b* c", "a i[b] c"), ("__b__ _i_", "b[b] i[i]"), ("***x***", "bi[x]"),
      ("**a *b* c**", "b[a ]bi[b]b[ c]"), ("*a **b** c*", "i[a ]bi[b]i[ c]"), ("snake_case_name", "snake_case_name"),
      ("2*3*4", "2i[3]4"), ("a * b * c", "a * b * c"), ("**open", "**open"), ("close**", "close**"), ("*a", "*a"), ("_a", "_a"),
      ("**a*", "*i[a]"), ("*a**", "i[a]*"), ("* a*", "• a*"), ("\\*a\\*", "*a*"), ("foo*bar*", "fooi[bar]"),
      ("foo_bar_", "foo_bar_"),
      ("_(bar)_", "i[(bar)]"), ("*foo**bar**baz*", "i[foo]bi[bar]i[baz]"), ("*foo**bar*", "i[foo**bar]"), ("****", ""),
      ("**foo bar **", "**foo bar **"), ("*(*foo*)*", "i[(foo)]"), ("пристаням_стремятся_", "пристаням_стремятся_"),
      ("~~gone~~ ~one~", "s[gone] s[one]"), ("~~a", "~~a"), ("~~a~", "~~a~"), ("**~~x~~**", "bs[x]"),
    ])
  func emphasis(_ markdown: String, _ expected: String) { #expect(written(markdown) == expected) }

  @Test(
    "code",
    arguments: [
      ("`a`", "c[a]"), ("``a`b``", "c[a`b]"), ("`` ` ``", "c[`]"), ("`a", "`a"), ("``a`", "``a`"), ("`*a*`", "c[*a*]"),
      ("*a`b*`", "*ac[b*]"), ("`\\`", "c[\\]"), ("`a\nb`", "c[a b]"),
    ])
  func code(_ markdown: String, _ expected: String) { #expect(written(markdown) == expected) }

  @Test(
    "links",
    arguments: [
      ("[a](https://b.c)", "l<https://b.c>[a]"), ("[a](https://b.c \"title\")", "l<https://b.c>[a]"),
      ("[a](<https://b.c>)", "l<https://b.c>[a]"),
      ("[**a**](https://b.c)", "bl<https://b.c>[a]"), ("**[a](https://b.c)**", "bl<https://b.c>[a]"),
      ("[a](javascript:alert(1))", "a"),
      ("[a](data:text/html,x)", "a"), ("[a](/relative)", "a"), ("[a](file:///etc/passwd)", "a"), ("[a](myapp://x)", "a"),
      ("[a](mailto:a@b.c)", "l<mailto:a@b.c>[a]"), ("[a](HTTPS://B.C)", "l<HTTPS://B.C>[a]"),
      ("[a](https://b.c/(d))", "l<https://b.c/(d)>[a]"),
      ("[a]", "[a]"), ("[a](", "[a]("), ("[a](https://b.c", "[a](l<https://b.c>[https://b.c]"),
      ("[[a](https://b.c)](https://d.e)", "[l<https://b.c>[a]](l<https://d.e>[https://d.e])"), ("![alt](https://x/y.png)", "alt"),
      ("[![alt](https://x/y.png)](https://b.c)", "l<https://b.c>[alt]"), ("<https://b.c>", "l<https://b.c>[https://b.c]"),
      ("<b>", "<b>"), ("a < b > c", "a < b > c"), ("see https://b.c/d.", "see l<https://b.c/d>[https://b.c/d]."),
      ("(https://b.c/(d))", "(l<https://b.c/(d)>[https://b.c/(d)])"), ("xhttps://b.c", "xhttps://b.c"),
      ("http://* http://a.b", "http://* l<http://a.b>[http://a.b]"),
      ("https://", "https://"),
      ("[a][r] [r]\n\n[R]: https://b.c", "l<https://b.c>[a] l<https://b.c>[r]"), ("[a][no]", "[a][no]"),
      ("\\[a](https://b.c)", "[a](l<https://b.c>[https://b.c])"),
    ])
  func links(_ markdown: String, _ expected: String) { #expect(written(markdown) == expected) }

  @Test(
    "escapes and entities",
    arguments: [
      ("\\# \\a \\\\", "# \\a \\"), ("&amp; &copy; &#228; &nope; AT&T", "& © ä &nope; AT&T"), ("&lt;b&gt;", "<b>"),
      ("a\\", "a\\"),
    ])
  func escapes(_ markdown: String, _ expected: String) { #expect(written(markdown) == expected) }

  @Test(
    "blocks are lines",
    arguments: [
      ("a\nb", "a b"), ("a  \nb", "a\nb"), ("a\\\nb", "a\nb"), ("a\n\nb", "a\n\nb"), ("a\n\n\n\nb", "a\n\nb"),
      ("# Title\ntext", "b[Title]\ntext"),
      ("## A *b* ##", "b[A ]bi[b]"), ("#no", "#no"), ("Title\n=====\ntext", "b[Title]\ntext"), ("- a\n- **b**", "• a\n• b[b]"),
      ("* a\n  * b", "• a\n  • b"), ("1. a\n2. b", "1. a\n2. b"), ("- [x] done\n- [ ] open", "☑ done\n☐ open"),
      ("- a\n  more", "• a more"),
      ("> quote\n> more", "quote more"), ("a\n\n---\n\nb", "a\n\nb"), ("```lua\nlocal *x*\n```\nend", "c[local *x*]\nend"),
      ("    code *x*", "c[code *x*]"), ("2026. was a year", "2026. was a year"), ("", ""), ("\n\n", ""), ("-", "• "),
      ("-no", "-no"),
    ])
  func blocks(_ markdown: String, _ expected: String) { #expect(written(markdown) == expected) }

  @Test(
    "four times as much hostile Markdown takes less than nine times as long",
    arguments: [("[a", "](http://x)"), ("a**b*c_", ""), ("[*", "*](a)"), ("*a ", "")])
  func proportion(_ opening: String, _ closing: String) {
    func seconds(_ bytes: Int) -> Double {
      let count = bytes / (opening + closing).utf8.count
      let markdown = String(repeating: opening, count: count) + String(repeating: closing, count: count)
      return (0..<3).map { _ in
        let start = ThreadTime.now()
        #expect(MarkdownSpans.spans(of: markdown).count >= 0)
        return ThreadTime.now() - start
      }.min() ?? 0
    }
    #expect(seconds(64 << 10) < 9 * seconds(16 << 10))
  }

  @Test(
    "hostile Markdown takes time in proportion to its length",
    arguments: [
      "*", "*a ", "**a ", "_a_ ", "[", "[a](", "]", "![", "`", "` `` ", "<", "&", "~", "\\", "*a_ ", "https://a)", "[https://",
      "> ", "- ",
      "[a]: b\n", "a**b", "[x](y) [",
    ])
  func hostile(_ part: String) {
    let markdown = String(repeating: part, count: (32 << 10) / part.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure { #expect(MarkdownSpans.spans(of: markdown).count >= 0) }
    #expect(time < .seconds(20))
  }
}
