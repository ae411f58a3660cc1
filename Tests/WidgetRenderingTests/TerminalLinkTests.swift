import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct TerminalLinkTests {
  private func ansi(_ view: ViewNode, hyperlinks: Bool = true, columns: Int = 30) -> String {
    var options = RenderingOptions.test
    options.hyperlinks = hyperlinks
    options.colorDepth = .none
    return TerminalDrawing(snapshot(view, insets: .zero), in: Size(width: Double(columns) * 8, height: 0), options: options)
      .ansi(.none)
  }

  private func link(_ text: String, _ url: String) -> ViewNode { view(.link(text, url: url)) }

  @Test("links are OSC 8 sequences if the options allow them")
  func link() {
    #expect(
      ansi(link("Site", "https://example.com/a?b=c")).contains(
        "\u{1B}]8;id=w1;https://example.com/a?b=c\u{1B}\\\u{1B}[0;4mSite\u{1B}]8;;\u{1B}\\\u{1B}[0m"))
    #expect(!ansi(link("Site", "https://example.com"), hyperlinks: false).contains("\u{1B}]8"))
    #expect(ansi(link("Site", "mailto:a@example.com")).contains("mailto:a@example.com"))
  }

  @Test("the lines of a link have one id, and each is closed before its line ends")
  func lines() {
    let lines = ansi(vstack(link("two words", "https://a.example"), link("x", "https://a.example")), columns: 8)
      .split(separator: "\n")
    #expect(lines.filter { $0.contains("id=w1;") }.count == 2 && lines.filter { $0.contains("id=w2;") }.count == 1)
    for line in lines { #expect(line.components("\u{1B}]8;id=") == line.components("\u{1B}]8;;")) }
  }

  @Test(
    "only web and mail URLs, without characters that could end the sequence",
    arguments: [
      ("https://example.com", "https://example.com"), ("HTTPS://example.com", "HTTPS://example.com"),
      ("https://ex.com/ä b", "https://ex.com/%C3%A4%20b"), ("javascript:alert(1)", nil), ("file:///etc/passwd", nil),
      ("myflight://x", nil), ("https://a\u{1B}]8;;evil", nil), ("https://a\u{7}", nil), ("https://a\nb", nil),
      ("https://a\u{9C}b", "https://a%C2%9Cb"), ("no scheme", nil), ("", nil), (":", nil),
      ("https://" + String(repeating: "x", count: 3000), nil),
    ] as [(String, String?)])
  func sanitising(url: String, expected: String?) { #expect(TerminalLink(url, id: 1)?.url == expected) }
}

extension Substring {
  fileprivate func components(_ separator: String) -> Int { ranges(of: separator).count }
}
