import Testing

@testable import WidgetFormats

@Suite struct HTMLDocumentTextTests {
  @Test(
    "HTML becomes the text that a browser shows",
    arguments: [
      ("Hello", "Hello"), ("a<br>b<br/>c", "a\nb\nc"), ("a<br><br><br><br>b", "a\n\nb"), ("<p>one</p><p>two</p>", "one\n\ntwo"),
      ("<p>one\n  more</p> <p>two", "one more\n\ntwo"), ("<div>a</div><div>b</div>", "a\nb"), ("a<div>b</div>c", "a\nb\nc"),
      ("<h1>T</h1>text", "T\n\ntext"), ("<ul><li>a</li><li>b</li></ul>end", "• a\n• b\n\nend"),
      ("<ul><li>a<li>b</ul>", "• a\n• b"),
      ("<ol><li>a<li>b</ol>", "1. a\n2. b"), ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b"),
      ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "• a\n  • b\n• c"),
      ("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>", "A  B\n1  2"), ("a<hr>b", "a\n\nb"),
      ("a <b>bold</b><i>it</i>", "a boldit"), ("x<sub>2</sub>", "x2"), ("<pre>a\n  b</pre>", "a\n  b"),
      ("<q>quoted</q>", "\"quoted\""),
      ("<img alt=\"A &amp; B\"> x", "A & B x"), ("<img src=a>x", "x"), ("<a href='https://x'>link</a>.", "link."),
      ("<script>alert(1)</script>a<style>b{}</style>", "a"), ("<SCRIPT>x</ScRiPt >a", "a"),
      ("<head><title>t</title></head>a", "a"),
      ("<header>top</header>a", "top\na"), ("<!-- c --><p>a<!--->b-->", "ab-->"), ("<!doctype html><html><body>a", "a"),
      ("<?php echo 1 ?>a", "a"), ("  a  \n b ", "a b"), ("", ""), ("  ", ""), ("<p></p>", ""),
    ])
  func texts(_ html: String, _ text: String) {
    #expect(HTMLDocumentText.text(html, limit: 1000) == text)
  }

  @Test(
    "entities are decoded as in browsers",
    arguments: [
      ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"), ("a&nbsp;b", "a\u{A0}b"), ("&#228;&#xE4;&#XE4;", "äää"), ("&euro;&hellip;", "€…"),
      ("&#128;&#150;", "€–"), ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#1;", "\u{FFFD}"),
      ("AT&T", "AT&T"), ("&amp", "&"), ("&ampere", "&ere"), ("&copy 2026", "© 2026"), ("&unknown;", "&unknown;"), ("&", "&"),
      ("&#;", "&#;"), ("&#x;", "&#x;"), ("&amp;lt;", "&lt;"), ("&lt;b&gt;", "<b>"),
    ])
  func entities(_ html: String, _ text: String) {
    #expect(HTMLDocumentText.text(html, limit: 1000) == text)
  }

  @Test(
    "malformed HTML has a text",
    arguments: [
      ("a < b", "a < b"), ("<", "<"), ("</", "</"), ("<>x", "<>x"), ("a<b", "a"), ("<p class=\"x>y\">a", "a"),
      ("</li></ul>a", "a"),
      ("<li>a", "• a"), ("<script>never closed <p>x", ""), ("<head>never closed<p>x", "never closed\n\nx"),
      ("<!-- never closed", ""),
      ("<svg><text>hidden</text></svg>a", "a"), ("</br>a<br></br>b", "a\n\nb"), ("\u{0}a\u{1B}[31m", "a[31m"),
    ])
  func malformed(_ html: String, _ text: String) {
    #expect(HTMLDocumentText.text(html, limit: 1000) == text)
  }

  @Test(
    "hostile HTML takes time in proportion to its length",
    arguments: [
      "<", "<svg>", "<ul>", "</ul>", "<!--", "&", "&#", "<a \"", "<img alt=", "<img alt=\"&", "<br>", "<ol><li>", "<script",
      "<q>",
    ])
  func hostile(_ part: String) {
    let clock = ContinuousClock()
    let html = String(repeating: part, count: 400_000 / part.utf8.count)
    let time = clock.measure { #expect(HTMLDocumentText.text(html, limit: 1 << 20).utf8.count <= (1 << 20) + 64) }
    #expect(time < .seconds(20))
  }

  @Test("the text ends at the limit")
  func limit() {
    #expect(HTMLDocumentText.text(String(repeating: "ab ", count: 100), limit: 4).utf8.count <= 5)
  }
}
